import { UsageError } from './flags.js'
import type { Given } from './flags.js'

/** Files for each thread below which starting it takes longer than it saves; measured with `npm run bench many`. */
const worthwhile = 2500

/** In how many threads to work: as --jobs says, else so that each has enough to do. --timing is about one. */
export function jobsOf(given: Given, files: number): number {
  const wanted = given.last('jobs') ?? 'auto'
  if (!/^(auto|[1-9]\d{0,2})$/.test(wanted))
    throw new UsageError(`--jobs ${wanted}: it takes a number of threads from 1 to 999, or auto`)
  if (given.has('timing')) return 1
  if (wanted !== 'auto') return Math.min(Number(wanted), files)
  return files < 2 * worthwhile
    ? 1
    : Math.min(
        Math.floor(files / worthwhile),
        process.getBuiltinModule('node:os').availableParallelism(),
      )
}
