import { getRelease } from '../project/release.js'
import type { Flags, FlagValues } from './flags.js'

/** The streams of the program, so that a test can read what is written. */
export type Streams = {
  out: (text: string) => void
  err: (text: string) => void
  /** Columns of the terminal; 80 where there is none. */
  width: number
  isTerminal: boolean
  /** Whether `err` goes to a terminal; asked only where it matters, as finding out takes time. */
  isErrTerminal: () => boolean
}

/** A command of the program. `run` gives the exit code. */
export type Command = {
  flags: Flags
  /** Tables that its help shows below the flags, by title. */
  tables?: Readonly<Record<string, readonly (readonly [name: string, text: string])[]>>
  run: (
    flags: FlagValues,
    streams: Streams,
    all: readonly [CommandEntry, ...CommandEntry[]],
  ) => Promise<number>
  /** What may stand behind the command other than flags and files. */
  words?: () => readonly string[]
  /** It takes flags alone. */
  isAlone?: true
  /** The command as these arguments make it, with flags and help of its own. */
  narrowed?: (argv: readonly string[]) => Command
  /** How the help calls it, where it is not as the list of commands has it. */
  title?: Pick<CommandEntry, 'name' | 'usage' | 'summary'>
}

/** A command as the help lists it; the code of all but the first is loaded when it runs. */
export type CommandEntry = {
  name: string
  /** What comes behind the name in the help. */
  usage: string
  summary: string
  load: () => Promise<Command> | Command
}

/** The release that --target names. */
export const readRelease = (flags: FlagValues): string =>
  getRelease(flags.last('target'), '--target')
