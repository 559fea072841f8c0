import type { CommandGrammar, FlagGrammar, Grammar } from './grammar.js'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const inBrackets = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('[', '\\[').replaceAll(']', '\\]')

const withoutColons = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll(':', '\\:')

const action = ({ follow, words }: FlagGrammar): string =>
  follow === 'words'
    ? `(${words.join(' ')})`
    : follow === 'files'
      ? '_files'
      : follow === 'folders'
        ? '_files -/'
        : ' '

/** A flag as `_arguments` takes it: every flag may be given several times. */
function flagSpecs(flag: FlagGrammar): string[] {
  const { name, short, help, value, follow } = flag
  const takes = follow !== 'nothing'
  const end = `[${inBrackets(help)}]${takes ? `:${withoutColons(value)}:${action(flag)}` : ''}`
  return [
    quoted(`*--${name}${takes ? '=' : ''}${end}`),
    ...(short ? [quoted(`*-${short}${takes ? '+' : ''}${end}`)] : []),
  ]
}

function specs({ flags, words, files }: CommandGrammar): string[] {
  const rest = files ? ['*:file:_files'] : words.length > 0 ? [`:word:(${words.join(' ')})`] : []
  return [...flags.flatMap(flagSpecs), ...rest.map(quoted)]
}

const branch = (command: CommandGrammar, pattern: string): string =>
  `    ${pattern})\n      _arguments ${specs(command).join(' \\\n        ')} ;;`

/** A script for zsh, to be sourced or to be found as a file `_routerfile` in fpath. */
export function zsh(grammar: Grammar): string {
  const [standard, ...more] = grammar
  const names = [
    ...grammar.map(({ name, summary }) => `${name}:${withoutColons(summary)}`),
    'help:list the commands',
  ]
  return `#compdef routerfile
# Completion for routerfile. Put this into ~/.zshrc, after compinit:  source <(routerfile completion zsh)
_routerfile() {
  local -a commands
  commands=(
    ${names.map(quoted).join('\n    ')}
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
${more.map((command) => branch(command, command.name)).join('\n')}
${branch(standard, '*')}
  esac
}
if [[ $funcstack[1] == _routerfile ]]; then _routerfile "$@"; else compdef _routerfile routerfile; fi
`
}
