import { dirname } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import type { LoadResult, LintRun, Options } from '../lint/lint.js'
import {
  visibleDiagnostics,
  maxTextLength,
  inspect,
  createRefusedRun,
  lintOptions,
  toLoadResult,
} from '../lint/lint.js'
import type { Parameter } from '../schema/check-arguments.js'
import { checkArguments } from '../schema/check-arguments.js'
import { readFileBytes, getErrorCode, describeError } from './disk.js'
import type { Check } from './machine.js'
import { createLintHost } from './machine.js'

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
 * Reads a router file from disk, and the files and certificates it references. Relative paths start at the current
 * directory, as for the router, and if nothing exists there, at the directory of the file.
 */
export async function loadFile(path: string, options: FileOptions = {}): Promise<LoadResult> {
  checkArguments('loadFile', parameters, [path, options])
  return toLoadResult(inspectFile(path, options))
}

/** All errors and warnings in a router file on disk. */
export async function lintFile(path: string, options: FileOptions = {}): Promise<Diagnostic[]> {
  checkArguments('lintFile', parameters, [path, options])
  return visibleDiagnostics(inspectFile(path, options), options)
}

function inspectFile(path: string, options: FileOptions): LintRun {
  const read = readText(path)
  if ('why' in read) return createRefusedRun('unreadable-file', read.why)
  const { checks = ['files', 'certificates'], now = Date.now() } = options
  return inspect(
    read.text,
    { path, ...options },
    { host: createLintHost(checks, [process.cwd(), dirname(path)], now) },
  )
}

/** Maximum size of a text in bytes. */
const maxBytes = maxTextLength * 2

/** Why a text cannot be read; `isBarred` if the reason says nothing about its content. */
export type UnreadableFile = { why: string; isBarred?: true }

/** The text of a file, decoded like the router's YAML reader: UTF-8, or UTF-16 with a byte order mark. */
export const readText = (path: string): { text: string } | UnreadableFile =>
  readTextFrom(path, `\`${path}\``)

/** Reads standard input. */
export const readStandardInput = (): { text: string } | UnreadableFile =>
  readTextFrom(0, 'standard input')

const plainReasons: Record<string, string> = { ENOENT: 'does not exist', EISDIR: 'is a folder' }

function readTextFrom(from: string | number, name: string): { text: string } | UnreadableFile {
  try {
    const bytes = readFileBytes(from, maxBytes)
    return bytes
      ? decodeText(bytes, name)
      : {
          why: `${name} has more than ${maxBytes / 1024 / 1024} MB and is not read; router files have a few kB`,
        }
  } catch (error) {
    const known = plainReasons[getErrorCode(error)]
    return known === undefined
      ? { why: `${name} cannot be read: ${describeError(error)}`, isBarred: true }
      : { why: `${name} ${known}` }
  }
}

const strictDecoding = { fatal: true, ignoreBOM: true }

const utf8 = new TextDecoder('utf-8', strictDecoding)

/** Decodes the bytes of a file; `name` is what messages call it. */
export function decodeText(bytes: Uint8Array, name: string): { text: string } | { why: string } {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  if (encoding === 'utf-8' && bytes.subarray(0, 8192).includes(0))
    return { why: `${name} is a binary file` }
  try {
    const decoder = encoding === 'utf-8' ? utf8 : new TextDecoder(encoding, strictDecoding)
    return { text: decoder.decode(bytes) }
  } catch {
    return { why: `${name} is not UTF-8 text` }
  }
}
