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

/** A command of the program. It is one file of `commands`; `npm run derive` adds it to the list. */
export type Command = {
  name: string
  /** What comes after the name in the help. */
  usage: string
  summary: string
  /** Commands with a number come first, in its order; that with the lowest runs where none is named. */
  order?: number
  /** Where its code is: with the program, in a file of its own, or else with the other commands, so that `lint` starts without reading them. */
  bundle?: 'program' | 'own'
  flags: Flags
  /** Command lines that the help shows first. */
  examples?: readonly string[]
  /** The page about it in the documentation. */
  page?: string
  /** Tables that its help shows after the flags, by title. */
  tables?: Readonly<Record<string, readonly (readonly [name: string, text: string])[]>>
  /** Gives the exit code. */
  run: (
    flags: FlagValues,
    streams: Streams,
    all: readonly [CommandEntry, ...CommandEntry[]],
  ) => Promise<number>
  /** What may follow the command other than flags and files. */
  words?: () => readonly string[]
  /** It takes flags alone. */
  isAlone?: true
  /** The command as these arguments make it, with flags and help of its own. */
  narrowed?: (argv: readonly string[]) => Command
}

/** A command as the help lists it; its code is loaded when it runs. */
export type CommandEntry = Pick<Command, 'name' | 'usage' | 'summary'> & {
  load: () => Promise<Command> | Command
}

/** The release that --target names. */
export const readRelease = (flags: FlagValues): string =>
  getRelease(flags.last('target'), '--target')
