import { modelOf, targets } from '../schema/router.js'
import type { Flags, Given } from './flags.js'
import { UsageError } from './flags.js'

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
  run: (given: Given, streams: Streams) => Promise<number>
}

/** The release that --target names. */
export function releaseOf(given: Given): string {
  const target = given.last('target')
  const model = modelOf(target)
  if (model) return model.release
  const lines = targets().map(({ line }) => line)
  throw new UsageError(`--target ${target} is no known release; the lines are ${lines.join(', ')}, and \`routerfile targets\` lists them`)
}

/** Whether output is colored: by flag, else as NO_COLOR, FORCE_COLOR and the terminal say. */
export function isColored(choice: 'auto' | 'always' | 'never', { isTerminal }: Streams): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return isTerminal && process.env['TERM'] !== 'dumb'
}
