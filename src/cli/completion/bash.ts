import type { CommandGrammar, Grammar } from './grammar.js'
import { spellings } from './grammar.js'

/** What stands behind flags that take a value; bash itself offers files where nothing is set. */
function values({ name, flags }: CommandGrammar): string[] {
  return flags.flatMap((flag) => {
    const pattern = spellings(flag)
      .map((spelling) => `${name}:${spelling}`)
      .join('|')
    if (flag.follow === 'words')
      return [`    ${pattern}) words='${flag.words.join(' ')}'; only=1 ;;`]
    if (flag.follow === 'files') return [`    ${pattern}) return ;;`]
    if (flag.follow === 'folders')
      return [`    ${pattern}) compopt -o dirnames +o default 2>/dev/null; return ;;`]
    return flag.follow === 'anything' ? [`    ${pattern}) only=1 ;;`] : []
  })
}

const others = ({ name, flags, words, files }: CommandGrammar): string =>
  [
    `    ${name}:-*) words='${flags.flatMap(spellings).join(' ')}'; only=1 ;;`,
    `    ${name}:*) words='${words.join(' ')}'${files ? '' : '; only=1'} ;;`,
  ].join('\n')

/** A script for bash 3.2 and newer, without the package bash-completion. */
export function bash(grammar: Grammar): string {
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
${grammar.flatMap(values).join('\n')}
    *) case "\${command:-${names[0]}}:$current" in
${grammar.map(others).join('\n')}
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
