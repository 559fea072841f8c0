import { fstatSync, statSync, writeSync } from 'node:fs'
import { codeOf, faultOf } from '../world/disk.js'
import { run } from './run.js'

/** As much of a text as is encoded at a time, in UTF-16 units, so that a long one is not in memory twice. */
const piece = 2 ** 20

/** Writes at once, so that nothing is lost when the process ends; a closed pipe ends it quietly. */
function write(stream: number, text: string): void {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + piece
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1
    writeAll(stream, Buffer.from(text.slice(start, end)))
  }
}

function writeAll(stream: number, bytes: Uint8Array): void {
  let rest = bytes
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(stream, rest))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EAGAIN') continue
      if (code === 'EPIPE') process.exit(0)
      throw new Error(`what is printed cannot be written: ${faultOf(error)}`)
    }
  }
}

// Loading what knows terminals takes some milliseconds, so it is only asked about what may be one.
function goesToTerminal(stream: number): boolean {
  const output = fstatSync(stream)
  const isNull = output.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev
  return (
    output.isCharacterDevice() && !isNull && process.getBuiltinModule('node:tty').isatty(stream)
  )
}

const isTerminal = goesToTerminal(1)

const streams = {
  out: (text: string) => write(1, text),
  err: (text: string) => write(2, text),
  width: (isTerminal && process.stdout.columns) || Number(process.env['COLUMNS']) || 80,
  isTerminal,
  isErrTerminal: () => goesToTerminal(2),
}

// Everything is written by now; ending at once spares the taking apart of what is about to go.
void run(process.argv.slice(2), streams).then((code) => process.exit(code))
