import type { Streams } from './command.js'
import type { Flags, Given } from './flags.js'
import { UsageError } from './flags.js'
import type { Report } from './formats/format.js'

export const baselineFlags: Flags = {
  baseline: { value: 'FILE', help: 'leave out findings that stand in this file' },
  'write-baseline': { value: 'FILE', help: 'write all findings into this file and exit with 0' },
  'prune-baseline': { help: 'take out of the file of --baseline what is found no more' },
}

/** What to do with findings before they are shown: leave out known ones, or write them all and show nothing. */
export type Baselining = (reports: readonly Report[], streams: Streams) => readonly Report[] | 'written'

/** What the flags say about known findings; undefined where they say nothing. */
export async function baseliningOf(given: Given): Promise<Baselining | undefined> {
  const [from, to] = [given.last('baseline'), given.last('write-baseline')]
  const isPruned = given.has('prune-baseline')
  if (to !== undefined && (from !== undefined || isPruned)) throw new UsageError('--write-baseline writes anew and goes with neither --baseline nor --prune-baseline')
  if (to !== undefined && given.has('dry-run')) throw new UsageError('--write-baseline writes down what is found in the files as they are, which --dry-run does not look at')
  if (isPruned && from === undefined) throw new UsageError('--prune-baseline needs --baseline FILE')
  if (from !== undefined) return (await import('./baseline-file.js')).leaveOut(from, isPruned)
  return to === undefined ? undefined : (await import('./baseline-file.js')).writeAll(to)
}
