import { fstatSync, statSync, writeSync } from 'node:fs'
import { getErrorCode, describeError, sleep } from '../project/disk.js'
import { OutputError } from './errors.js'
import { run } from './run.js'

/** UTF-16 units encoded at a time, so that a long string is not in memory twice. */
const chunkLength = 2 ** 20

/** Milliseconds between two attempts to write to a full pipe. */
const fullPipePause = 2

/**
 * Writes synchronously, so that no output is lost when the process ends. If stdout is a closed pipe, ends the process
 * with exit code 0.
 */
function writeStream(fd: number, text: string): void {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + chunkLength
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1
    writeAll(fd, Buffer.from(text.slice(start, end)))
  }
}

/**
 * Writes to stderr. Ignores failures, including a closed pipe: they cannot be reported, and do not change the exit
 * code.
 */
function writeErrors(text: string): void {
  try {
    writeStream(2, text)
  } catch (error) {
    if (!(error instanceof OutputError)) throw error
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  let remainingBytes = bytes
  while (remainingBytes.length > 0) {
    try {
      remainingBytes = remainingBytes.subarray(writeSync(fd, remainingBytes))
    } catch (error) {
      const code = getErrorCode(error)
      // The program that reads the output, such as `head`, has read enough.
      if (code === 'EPIPE' && fd === 1) process.exit(0)
      if (code !== 'EAGAIN')
        throw new OutputError(`the output cannot be written: ${describeError(error)}`)
      // The pipe is full: its reader is slower than this program.
      sleep(fullPipePause)
    }
  }
}

// Loading the terminal detection takes some milliseconds, so it is skipped for streams that cannot be terminals.
function isTerminalStream(fd: number): boolean {
  const stats = fstatSync(fd)
  const isNullDevice = stats.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev
  return (
    stats.isCharacterDevice() && !isNullDevice && process.getBuiltinModule('node:tty').isatty(fd)
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
