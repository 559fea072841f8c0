import { dirname } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import type { LoadResult, LintRun, Options } from '../lint/lint.js'
import {
  visibleDiagnostics,
  maxTextLength,
  inspect,
  createRefusal,
  toLoadResult,
} from '../lint/lint.js'
import { readFileBytes, getErrorCode, describeError } from './disk.js'
import type { Check } from './machine.js'
import { createMachineHost } from './machine.js'

export type FileOptions = Options & {
  /** What of the machine is looked at: files that exist, certificates that fit. Without it both. */
  checks?: readonly Check[]
  /** The time at which certificates have to be valid, in milliseconds since 1970; without it now. */
  now?: number
}

/**
 * Reads a router file from disk, and what it names: files and certificates. Relative paths count from the current
 * folder, as for the router, and where nothing is there from the folder of the file.
 */
export async function loadFile(path: string, options: FileOptions = {}): Promise<LoadResult> {
  return toLoadResult(inspectFile(path, options))
}

/** Everything that is wrong or doubtful in a router file on disk. */
export async function lintFile(path: string, options: FileOptions = {}): Promise<Diagnostic[]> {
  return visibleDiagnostics(inspectFile(path, options), options)
}

function inspectFile(path: string, options: FileOptions): LintRun {
  const read = readText(path)
  if ('why' in read) return createRefusal('unreadable-file', read.why)
  const { checks = ['files', 'certificates'], now = Date.now() } = options
  return inspect(
    read.text,
    { path, ...options },
    { host: createMachineHost(checks, [process.cwd(), dirname(path)], now) },
  )
}

/** Bytes of the longest text that is read. */
const maxBytes = maxTextLength * 2

/** Why a text cannot be had; `isBarred` where that says nothing of what stands in it. */
export type UnreadableFile = { why: string; isBarred?: true }

/** The text of a file, decoded as the router's YAML reader does: UTF-8, or UTF-16 where a byte order mark says so. */
export const readText = (path: string): { text: string } | UnreadableFile =>
  readTextFrom(path, `\`${path}\``)

/** The same of standard input. */
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

/** Decodes the bytes of a file; `name` says in a message what they are. */
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
