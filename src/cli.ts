#!/usr/bin/env node
import { fstatSync, statSync, writeSync } from 'node:fs'
import { run } from './cli/run.js'

/** Writes at once, so that nothing is lost when the process ends; a closed pipe ends it quietly. */
function write(stream: number, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(stream, rest))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EAGAIN') continue
      if (code === 'EPIPE') process.exit(0)
      throw error
    }
  }
}

// Loading what knows terminals takes some milliseconds, so it is only asked about what may be one.
const output = fstatSync(1)
const isNull = output.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev
const isTerminal = output.isCharacterDevice() && !isNull && process.getBuiltinModule('node:tty').isatty(1)

const streams = {
  out: (text: string) => write(1, text),
  err: (text: string) => write(2, text),
  width: (isTerminal && process.stdout.columns) || Number(process.env['COLUMNS']) || 80,
  isTerminal,
}

// Everything is written by now; ending at once spares the taking apart of what is about to go.
void run(process.argv.slice(2), streams).then((code) => process.exit(code))
