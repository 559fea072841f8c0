import { dirname } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import type { LoadResult, LintRun, Options } from '../lint/lint.js'
import {
  visibleDiagnostics,
  inspect,
  createRefusedRun,
  lintOptions,
  toLoadResult,
} from '../lint/lint.js'
import type { Parameter } from '../schema/check-arguments.js'
import { checkArguments } from '../schema/check-arguments.js'
import { readText } from './disk.js'
import type { Check } from './machine.js'
import { createLintHost, getOwnPlatform } from './machine.js'

/** How to read and check a file on this machine. */
export type FileOptions = Options & {
  /** What to check on this machine: referenced files, certificates. Both by default. */
  checks?: readonly Check[]
  /** The time at which certificates must be valid, in milliseconds since 1970; by default the current time. */
  now?: number
}

const parameters: readonly Parameter[] = [
  { name: 'path', type: 'string' },
  {
    name: 'options',
    type: 'object',
    members: { ...lintOptions, checks: 'list', now: 'number' },
  },
]

/**
 * Reads a router file from disk, and the files and certificates it references. Relative paths are resolved against the
 * current directory, as in the router, or if nothing exists there, against the directory of the file.
 */
export async function loadFile(path: string, options: FileOptions = {}): Promise<LoadResult> {
  checkArguments('loadFile', parameters, [path, options])
  return toLoadResult(inspectFile(path, options))
}

/**
 * The findings in a router file on disk, in the order of the text. Files and certificates that it names are checked as
 * by `loadFile`.
 */
export async function lintFile(path: string, options: FileOptions = {}): Promise<Diagnostic[]> {
  checkArguments('lintFile', parameters, [path, options])
  return visibleDiagnostics(inspectFile(path, options), options)
}

function inspectFile(path: string, options: FileOptions): LintRun {
  const result = readText(path)
  if ('why' in result) return createRefusedRun('unreadable-file', result.why)
  const { checks = ['files', 'certificates'], now = Date.now() } = options
  return inspect(
    result.text,
    { ...getOwnPlatform(), path, ...options },
    { host: createLintHost(checks, [process.cwd(), dirname(path)], now) },
  )
}
