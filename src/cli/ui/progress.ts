import type { Streams } from '../command.js'

/** Milliseconds before anything is shown. */
const progressDelay = 300

/** How far a long piece of work has come, shown on a terminal in one line that is written over. */
export type Progress = { show: (line: string) => void; clear: () => void }

/** Progress on standard error, if that is a terminal, nothing says that the run is one of CI, and the work takes its time. */
export function createProgress(
  { err, isErrTerminal, width }: Streams,
  now: () => number = Date.now,
): Progress {
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
