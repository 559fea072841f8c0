import type { Entry } from '../command.js'
import type { Flags } from '../flags.js'

/** What may follow: nothing, one of some words, a file, a folder, or something that nobody can guess. */
export type Follow = 'nothing' | 'words' | 'files' | 'folders' | 'anything'

export type FlagGrammar = {
  name: string
  short?: string
  help: string
  value: string
  follow: Follow
  words: readonly string[]
}

export type CommandGrammar = {
  name: string
  summary: string
  flags: readonly FlagGrammar[]
  words: readonly string[]
  files: boolean
}

/** Everything that may be written behind `routerfile`. The first command is the one that runs where none is named. */
export type Grammar = readonly [CommandGrammar, ...CommandGrammar[]]

function followOf(value: string | undefined, words: readonly string[]): Follow {
  if (value === undefined) return 'nothing'
  if (words.length > 0) return 'words'
  return value === 'FILE' ? 'files' : value === 'FOLDER' ? 'folders' : 'anything'
}

const flagsOf = (flags: Flags): FlagGrammar[] =>
  Object.entries(flags).map(([name, { value, short, help, words }]) => {
    const all = words?.() ?? []
    return {
      name,
      ...(short && { short }),
      help,
      value: value ?? '',
      follow: followOf(value, all),
      words: all,
    }
  })

async function commandOf({ name, summary, usage, load }: Entry): Promise<CommandGrammar> {
  const { flags, words } = await load()
  return {
    name,
    summary,
    flags: flagsOf(flags),
    words: words?.() ?? [],
    files: usage.includes('FILE'),
  }
}

/** The grammar of the program, from the tables that make its help. */
export async function grammarOf([first, ...more]: readonly [Entry, ...Entry[]]): Promise<Grammar> {
  return [await commandOf(first), ...(await Promise.all(more.map(commandOf)))]
}

/** A flag as it is written, long and short. */
export const spellings = ({ name, short }: FlagGrammar): string[] => [
  `--${name}`,
  ...(short ? [`-${short}`] : []),
]
