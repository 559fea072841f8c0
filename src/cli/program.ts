import { fstatSync, statSync, writeSync } from 'node:fs'
import { getErrorCode, describeError } from '../project/disk.js'
import { OutputError } from './errors.js'
import { run } from './run.js'

/** UTF-16 units encoded at a time, so that a long string is not in memory twice. */
const chunkLength = 2 ** 20

/** Writes synchronously, so that no output is lost when the process ends; a closed pipe ends it quietly. */
function writeStream(stream: number, text: string): void {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + chunkLength
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1
    writeAll(stream, Buffer.from(text.slice(start, end)))
  }
}

/** Writes to stderr. A failure cannot be reported anywhere and does not change the exit code. */
function writeErrors(text: string): void {
  try {
    writeStream(2, text)
  } catch (error) {
    if (!(error instanceof OutputError)) throw error
  }
}

function writeAll(stream: number, bytes: Uint8Array): void {
  let rest = bytes
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(stream, rest))
    } catch (error) {
      const code = getErrorCode(error)
      if (code === 'EAGAIN') continue
      if (code === 'EPIPE') process.exit(0)
      throw new OutputError(`the output cannot be written: ${describeError(error)}`)
    }
  }
}

// Loading the terminal detection takes some milliseconds, so it is skipped for streams that cannot be terminals.
function isTerminalStream(stream: number): boolean {
  const output = fstatSync(stream)
  const isNull = output.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev
  return (
    output.isCharacterDevice() && !isNull && process.getBuiltinModule('node:tty').isatty(stream)
  )
}

const isTerminal = isTerminalStream(1)

const streams = {
  out: (text: string) => writeStream(1, text),
  err: writeErrors,
  width: (isTerminal && process.stdout.columns) || Number(process.env['COLUMNS']) || 80,
  isTerminal,
  isErrTerminal: () => isTerminalStream(2),
}

// All output is written by now; exiting at once skips the teardown.
void run(process.argv.slice(2), streams).then((code) => process.exit(code))
