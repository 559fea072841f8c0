import type { CommandOptions, Flags, FlagValues } from './flags.js'
import { readOptions } from './flags.js'

/** The streams of the program; tests pass their own to read the output. */
export type Streams = {
  out: (text: string) => void
  err: (text: string) => void
  /** Columns of the terminal; without a terminal, the variable COLUMNS or 80. */
  width: number
  isTerminal: boolean
  /** Whether `err` goes to a terminal; a function, because finding out takes time. */
  isErrTerminal: () => boolean
}

type CommandFacts = {
  name: string
  /** The usage after the name in the help. */
  usage: string
  summary: string
  /** The help lists commands with a number first, in ascending order; the lowest is the default command. */
  order?: number
  /**
   * `program`: its code is bundled with the program. All other commands are bundled in files of their own, so that
   * `lint` starts without loading them.
   */
  bundle?: 'program'
  examples?: readonly string[]
  page?: string
  /** Tables that the help shows after the flags, by title. */
  tables?: Readonly<Record<string, readonly (readonly [name: string, text: string])[]>>
  /** Words that may follow the command, apart from flags and files. */
  words?: () => readonly string[]
  takesOnlyFlags?: true
  /** Selects a subcommand, with flags and help of its own, by the arguments. */
  selectSubcommand?: (argv: readonly string[]) => Command
}

/** All commands; the first runs if none is named. */
type CommandList = readonly [CommandEntry, ...CommandEntry[]]

export type Command = CommandFacts & {
  flags: Flags
  /** Returns the exit code. */
  run: (values: FlagValues, streams: Streams, commands: CommandList) => Promise<number>
}

/**
 * Defines a command. Each command is defined in a file in `commands`, which `npm run derive` adds to the list of
 * commands.
 */
export const defineCommand = <const Table extends Flags>({
  run,
  ...command
}: CommandFacts & {
  flags: Table
  /** Returns the exit code. */
  run: (options: CommandOptions<Table>, streams: Streams, commands: CommandList) => Promise<number>
}): Command => ({
  ...command,
  run: (values, streams, commands) => run(readOptions(command.flags, values), streams, commands),
})

/** A command as the help lists it; its code is loaded when it runs. */
export type CommandEntry = Pick<Command, 'name' | 'usage' | 'summary'> & {
  load: () => Promise<Command> | Command
}
