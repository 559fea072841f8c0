import { dirname } from 'node:path'
import type { Diagnostic } from './diagnostic.js'
import type { LoadResult, Look, Options } from './load.js'
import { judged, longest, look, refuse, resultOf } from './load.js'
import { bytesOf, codeOf, faultOf } from './world/disk.js'
import type { Check } from './world/host.js'
import { machine } from './world/host.js'

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
  return resultOf(lookAt(path, options))
}

/** Everything that is wrong or doubtful in a router file on disk. */
export async function lintFile(path: string, options: FileOptions = {}): Promise<Diagnostic[]> {
  return judged(lookAt(path, options), options)
}

function lookAt(path: string, options: FileOptions): Look {
  const read = readText(path)
  if ('why' in read) return refuse('unreadable-file', read.why)
  const { checks = ['files', 'certificates'], now = Date.now() } = options
  return look(
    read.text,
    { path, ...options },
    { host: machine(checks, [process.cwd(), dirname(path)], now) },
  )
}

/** Bytes of the longest text that is read. */
const most = longest * 2

/** Why a text cannot be had; `isBarred` where that says nothing of what stands in it. */
export type Unread = { why: string; isBarred?: true }

/** The text of a file, decoded as the router's YAML reader does: UTF-8, or UTF-16 where a byte order mark says so. */
export const readText = (path: string): { text: string } | Unread => textFrom(path, `\`${path}\``)

/** The same of standard input. */
export const readStandardInput = (): { text: string } | Unread => textFrom(0, 'standard input')

const plain: Record<string, string> = { ENOENT: 'does not exist', EISDIR: 'is a folder' }

function textFrom(from: string | number, name: string): { text: string } | Unread {
  try {
    const bytes = bytesOf(from, most)
    return bytes
      ? decode(bytes, name)
      : {
          why: `${name} has more than ${most / 1024 / 1024} MB and is not read; router files have a few kB`,
        }
  } catch (error) {
    const known = plain[codeOf(error)]
    return known === undefined
      ? { why: `${name} cannot be read: ${faultOf(error)}`, isBarred: true }
      : { why: `${name} ${known}` }
  }
}

const strict = { fatal: true, ignoreBOM: true }

const utf8 = new TextDecoder('utf-8', strict)

/** Decodes the bytes of a file; `name` says in a message what they are. */
export function decode(bytes: Uint8Array, name: string): { text: string } | { why: string } {
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
    const decoder = encoding === 'utf-8' ? utf8 : new TextDecoder(encoding, strict)
    return { text: decoder.decode(bytes) }
  } catch {
    return { why: `${name} is no text in UTF-8, and nothing else is read` }
  }
}
