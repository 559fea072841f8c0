#!/usr/bin/env node
import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'
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

// Asking `process.stdout` costs a millisecond, so only a terminal is asked.
const isTerminal = isatty(1)

const streams = {
  out: (text: string) => write(1, text),
  err: (text: string) => write(2, text),
  width: (isTerminal && process.stdout.columns) || Number(process.env['COLUMNS']) || 80,
  isTerminal,
}

void run(process.argv.slice(2), streams).then((code) => {
  process.exitCode = code
})
