import type { CommandEntry } from '../command.js'
import { defineCommand } from '../command.js'
import type { Flags } from '../flags.js'
import { commonFlags, listFlagWords, addOutputFlags } from '../flags.js'
import { UsageError } from '../errors.js'

const scripts = { bash: formatBash, zsh: formatZsh, fish: formatFish } as const

const shells = ['bash', 'zsh', 'fish'] as const

export const completion = defineCommand({
  name: 'completion',
  usage: 'bash|zsh|fish',
  summary: 'print a completion script for the shell',
  examples: [
    'source <(routerfile completion bash)',
    'routerfile completion fish > ~/.config/fish/completions/routerfile.fish',
  ],
  page: 'docs/completion.md',
  flags: { help: commonFlags.help },
  words: () => shells,
  run: async ({ args: [word, ...more] }, { out }, commands) => {
    const shell = shells.find((name) => name === word)
    if (shell === undefined || more.length > 0)
      throw new UsageError(`expected one shell: ${shells.join(', ')}`)
    out(scripts[shell](await createGrammar(commands)))
    return 0
  },
})

export type ValueKind = 'nothing' | 'words' | 'files' | 'folders' | 'anything'

export type FlagGrammar = {
  name: string
  short?: string
  /** Only the short spelling is offered. */
  prefersShort?: true
  help: string
  value: string
  valueKind: ValueKind
  words: readonly string[]
}

export type CommandGrammar = {
  name: string
  summary: string
  flags: readonly FlagGrammar[]
  words: readonly string[]
  takesFiles: boolean
}

/** The commands, with what may follow each. The first is the default. */
export type Grammar = readonly [CommandGrammar, ...CommandGrammar[]]

function findValueKind(value: string | undefined, words: readonly string[]): ValueKind {
  if (value === undefined) return 'nothing'
  if (words.length > 0) return 'words'
  return value === 'FILE' ? 'files' : value === 'FOLDER' ? 'folders' : 'anything'
}

const createFlagGrammar = (flags: Flags): FlagGrammar[] =>
  Object.entries(flags).map(([name, flag]) => {
    const { value, short, help, prefersShort } = flag
    const words = listFlagWords(flag)
    return {
      name,
      ...(short && { short }),
      ...(prefersShort && { prefersShort }),
      help,
      value: value ?? '',
      valueKind: findValueKind(value, words),
      words,
    }
  })

async function createCommandGrammar({
  name,
  summary,
  usage,
  load,
}: CommandEntry): Promise<CommandGrammar> {
  const { flags, words } = await load()
  return {
    name,
    summary,
    flags: createFlagGrammar(addOutputFlags(flags)),
    words: words?.() ?? [],
    takesFiles: usage.includes('FILE'),
  }
}

export async function createGrammar([first, ...more]: readonly [
  CommandEntry,
  ...CommandEntry[],
]): Promise<Grammar> {
  return [await createCommandGrammar(first), ...(await Promise.all(more.map(createCommandGrammar)))]
}

const listOfferedSpellings = (flag: FlagGrammar): string[] =>
  flag.prefersShort && flag.short ? [`-${flag.short}`] : listSpellings(flag)

const listSpellings = ({ name, short }: FlagGrammar): string[] => [
  `--${name}`,
  ...(short ? [`-${short}`] : []),
]

/**
 * Formats a `case` branch for each flag with a value. If the value is a file, the branch sets nothing, so that bash
 * offers files itself.
 */
function formatBashValues({ name, flags }: CommandGrammar): string[] {
  return flags.flatMap((flag) => {
    const pattern = listSpellings(flag)
      .map((spelling) => `${name}:${spelling}`)
      .join('|')
    if (flag.valueKind === 'words')
      return [`    ${pattern}) words='${flag.words.join(' ')}'; only=1 ;;`]
    if (flag.valueKind === 'files') return [`    ${pattern}) return ;;`]
    if (flag.valueKind === 'folders')
      return [`    ${pattern}) compopt -o dirnames +o default 2>/dev/null; return ;;`]
    return flag.valueKind === 'anything' ? [`    ${pattern}) only=1 ;;`] : []
  })
}

const formatBashWords = ({ name, flags, words, takesFiles: files }: CommandGrammar): string =>
  [
    `    ${name}:-*) words='${flags.flatMap(listOfferedSpellings).join(' ')}'; only=1 ;;`,
    `    ${name}:*) words='${words.join(' ')}'${files ? '' : '; only=1'} ;;`,
  ].join('\n')

/** A script for bash 3.2 and newer; it does not need the package bash-completion. */
function formatBash(grammar: Grammar): string {
  const names = grammar.map(({ name }) => name)
  return `# Completion for routerfile. Put this into ~/.bashrc:  source <(routerfile completion bash)
_routerfile() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words='' only=''
  COMPREPLY=()
  # --flag=value arrives as three words.
  if [[ $current == '=' ]]; then current=''
  elif [[ $before == '=' ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case $command in
    ${names.join('|')}) [[ $COMP_CWORD -gt 1 ]] || command='' ;;
    *) command='' ;;
  esac
  case "\${command:-${names[0]}}:$before" in
${grammar.flatMap(formatBashValues).join('\n')}
    *) case "\${command:-${names[0]}}:$current" in
${grammar.map(formatBashWords).join('\n')}
    esac
    if [[ $COMP_CWORD -eq 1 ]]; then
      case $current in
        -*) words="$words --version -V" ;;
        *) words='${[...names, 'help'].join(' ')}'; only='' ;;
      esac
    fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ -z $only ]] || compopt +o default +o bashdefault 2>/dev/null
}
complete -o bashdefault -o default -F _routerfile routerfile
`
}

const quoteZsh = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const escapeZshBrackets = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('[', '\\[').replaceAll(']', '\\]')

const escapeZshColons = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(':', '\\:')

const formatZshAction = ({ valueKind, words }: FlagGrammar): string =>
  valueKind === 'words'
    ? `(${words.join(' ')})`
    : valueKind === 'files'
      ? '_files'
      : valueKind === 'folders'
        ? '_files -/'
        : ' '

/** A flag in the syntax of `_arguments`; every flag may be repeated. */
function formatZshFlag(flag: FlagGrammar): string[] {
  const { name, short, help, value, valueKind, prefersShort } = flag
  const takesValue = valueKind !== 'nothing'
  const description = `[${escapeZshBrackets(help)}]${takesValue ? `:${escapeZshColons(value)}:${formatZshAction(flag)}` : ''}`
  return [
    quoteZsh(`${prefersShort ? '!' : ''}*--${name}${takesValue ? '=' : ''}${description}`),
    ...(short ? [quoteZsh(`*-${short}${takesValue ? '+' : ''}${description}`)] : []),
  ]
}

function formatZshSpecs({ flags, words, takesFiles: files }: CommandGrammar): string[] {
  const argumentSpecs = [
    ...(words.length > 0 ? [`:word:(${words.join(' ')})`] : []),
    ...(files ? ['*:file:_files'] : []),
  ]
  return [...flags.flatMap(formatZshFlag), ...argumentSpecs.map(quoteZsh)]
}

const formatZshBranch = (command: CommandGrammar, pattern: string): string =>
  `    ${pattern})\n      _arguments ${formatZshSpecs(command).join(' \\\n        ')} ;;`

/** A script for zsh, to be sourced or installed as `_routerfile` in fpath. */
function formatZsh(grammar: Grammar): string {
  const [standard, ...more] = grammar
  const names = [
    ...grammar.map(({ name, summary }) => `${name}:${escapeZshColons(summary)}`),
    'help:list the commands',
  ]
  return `#compdef routerfile
# Completion for routerfile. Put this into ~/.zshrc, after compinit:  source <(routerfile completion zsh)
_routerfile() {
  local -a commands
  commands=(
    ${names.map(quoteZsh).join('\n    ')}
  )
  if (( CURRENT == 2 )) && [[ $words[2] == -* ]]; then
    compadd -- --version -V
  elif (( CURRENT == 2 )); then
    _describe -t commands command commands
    _files
    return
  fi
  if (( \${+commands[(r)$words[2]:*]} )); then
    shift words
    (( CURRENT-- ))
  fi
  case $words[1] in
${more.map((command) => formatZshBranch(command, command.name)).join('\n')}
${formatZshBranch(standard, '*')}
  esac
}
if [[ $funcstack[1] == _routerfile ]]; then _routerfile "$@"; else compdef _routerfile routerfile; fi
`
}

const quoteFish = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function formatFishValue({ valueKind, words }: FlagGrammar): string {
  if (valueKind === 'nothing') return ''
  if (valueKind === 'words') return ` -x -a ${quoteFish(words.join(' '))}`
  return { files: ' -r -F', folders: " -x -a '(__fish_complete_directories)'", anything: ' -x' }[
    valueKind
  ]
}

function formatFishLines(
  { flags, words, takesFiles: files }: CommandGrammar,
  condition: string,
): string[] {
  const command = `complete -c routerfile -n ${quoteFish(condition)}`
  return [
    ...(files ? [`${command} -F`] : []),
    ...(words.length > 0 ? [`${command} -a ${quoteFish(words.join(' '))}`] : []),
    ...flags.map(
      (flag) =>
        `${command}${flag.prefersShort ? '' : ` -l ${flag.name}`}${flag.short ? ` -s ${flag.short}` : ''}${formatFishValue(flag)} -d ${quoteFish(flag.help)}`,
    ),
  ]
}

/** A script for fish 3 and newer. */
function formatFish(grammar: Grammar): string {
  const [standard, ...more] = grammar
  return [
    '# Completion for routerfile. Write it where fish looks:  routerfile completion fish > ~/.config/fish/completions/routerfile.fish',
    'complete -c routerfile -f',
    ...grammar.map(
      ({ name, summary }) =>
        `complete -c routerfile -n __fish_use_subcommand -a ${name} -d ${quoteFish(summary)}`,
    ),
    "complete -c routerfile -n __fish_use_subcommand -a help -d 'list the commands'",
    "complete -c routerfile -n __fish_use_subcommand -l version -s V -d 'print the version'",
    ...formatFishLines(
      standard,
      `not __fish_seen_subcommand_from ${more.map(({ name }) => name).join(' ')}`,
    ),
    ...more.flatMap((command) =>
      formatFishLines(command, `__fish_seen_subcommand_from ${command.name}`),
    ),
    '',
  ].join('\n')
}
