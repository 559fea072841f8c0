import type { CommandGrammar, FlagGrammar, Grammar } from './grammar.js'

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function value({ follow, words }: FlagGrammar): string {
  if (follow === 'nothing') return ''
  if (follow === 'words') return ` -x -a ${quoted(words.join(' '))}`
  return { files: ' -r -F', folders: " -x -a '(__fish_complete_directories)'", anything: ' -x' }[
    follow
  ]
}

function lines({ flags, words, files }: CommandGrammar, condition: string): string[] {
  const start = `complete -c routerfile -n ${quoted(condition)}`
  return [
    ...(files ? [`${start} -F`] : []),
    ...(words.length > 0 ? [`${start} -a ${quoted(words.join(' '))}`] : []),
    ...flags.map(
      (flag) =>
        `${start} -l ${flag.name}${flag.short ? ` -s ${flag.short}` : ''}${value(flag)} -d ${quoted(flag.help)}`,
    ),
  ]
}

/** A script for fish 3 and newer. */
export function fish(grammar: Grammar): string {
  const [standard, ...more] = grammar
  return [
    '# Completion for routerfile. Write it where fish looks:  routerfile completion fish > ~/.config/fish/completions/routerfile.fish',
    'complete -c routerfile -f',
    ...grammar.map(
      ({ name, summary }) =>
        `complete -c routerfile -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    "complete -c routerfile -n __fish_use_subcommand -a help -d 'list the commands'",
    "complete -c routerfile -n __fish_use_subcommand -l version -s V -d 'print the version'",
    ...lines(standard, `not __fish_seen_subcommand_from ${more.map(({ name }) => name).join(' ')}`),
    ...more.flatMap((command) => lines(command, `__fish_seen_subcommand_from ${command.name}`)),
    '',
  ].join('\n')
}
