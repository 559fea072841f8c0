import type { Streams } from '../command.js'

/** Milliseconds before any progress is shown. */
const progressDelay = 300

/** The progress of a long task, shown on a terminal in one line that is overwritten. */
export type ProgressLine = { show: (line: string) => void; clear: () => void }

/** Progress on standard error, if it is a terminal, the run is not in CI, and the work takes long enough. */
export function createProgress(
  { err, isErrTerminal, width }: Streams,
  now: () => number = Date.now,
): ProgressLine {
  const start = now()
  let isShown: boolean | undefined
  return {
    show: (line) => {
      if (now() - start < progressDelay) return
      isShown ??= !process.env['CI'] && process.env['TERM'] !== 'dumb' && isErrTerminal()
      if (isShown) err(`\r\u001b[K${line.slice(0, width - 1)}`)
    },
    clear: () => {
      if (isShown) err('\r\u001b[K')
    },
  }
}
