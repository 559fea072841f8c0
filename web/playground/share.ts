import { hiddenSecret, hideSecretsInFile } from '../../src/document/secrets.js'
import type { OpenedFile } from '../shared/opened-file.js'
import type { Settings } from './settings.js'

/** The content of a link: files, their release and the settings. */
export type Shared = { files: readonly OpenedFile[]; release?: string; settings?: Settings }

/** Start of a fragment that contains files. The number is the format version. */
const prefix = '#files=1.'

/** Maximum size of the content of a link before compression, in bytes. */
const maxSharedLength = 1_000_000

/** Maximum number of files in a link. */
const maxSharedFiles = 100

/** Replaces each secret by `…`, and counts them. */
export function withoutSecrets(files: readonly OpenedFile[]): {
  files: OpenedFile[]
  hidden: number
} {
  const shared = files.map(({ name, text }) => ({ name, text: hideSecretsInFile(text) }))
  const count = (all: readonly OpenedFile[]): number =>
    all.reduce((sum, { text }) => sum + countHidden(text), 0)
  return { files: shared, hidden: count(shared) - count(files) }
}

/** Counts hidden secrets in a text; consecutive lines, such as those of a private key, count as one. */
const countHidden = (text: string): number =>
  text.match(new RegExp(`${hiddenSecret}(?:[\\s#]*${hiddenSecret})*`, 'g'))?.length ?? 0

/** Encodes files in a fragment, so that no server has to store them. */
export async function toFragment(shared: Shared): Promise<string> {
  if (shared.files.length > maxSharedFiles) throw new TooLargeError()
  const json = new TextEncoder().encode(JSON.stringify(shared))
  if (json.length > maxSharedLength) throw new TooLargeError()
  const packed = toStream(json).pipeThrough(new CompressionStream('deflate-raw'))
  return prefix + toBase64Url(await readAll(packed))
}

/**
 * Decodes the files of a fragment; undefined if it contains none.
 *
 * @throws {Error} with a message for the user if the files cannot be decoded.
 */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith('#files=')) return undefined
  const shared = fragment.startsWith(prefix)
    ? await unpack(fragment.slice(prefix.length))
    : undefined
  if (!shared) throw new Error('The link is damaged, or comes from a newer version of this page.')
  if (shared.files.length > maxSharedFiles) throw new TooLargeError()
  return shared
}

class TooLargeError extends Error {
  override message =
    'The files of the link are too large for this page. Ask the sender for the files themselves.'
}

async function unpack(text: string): Promise<Shared | undefined> {
  try {
    const packed = toStream(fromBase64Url(text))
    const bytes = await readAll(packed.pipeThrough(new DecompressionStream('deflate-raw')))
    return readShared(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    return undefined
  }
}

/**
 * Streams bytes in small chunks: browsers decompress a whole chunk at once, which may become a
 * thousand times larger.
 */
function toStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let start = 0
  return new ReadableStream({
    pull: (controller) => {
      if (start >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(start, start + pieceLength))
      start += pieceLength
    },
  })
}

const pieceLength = 4096

/** Reads all bytes of a stream, and stops if there are too many: a short link may decompress to gigabytes. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value)
    length += read.value.length
    if (length <= maxSharedLength) continue
    await reader.cancel()
    throw new TooLargeError()
  }
  const all = new Uint8Array(length)
  let start = 0
  for (const part of parts) {
    all.set(part, start)
    start += part.length
  }
  return all
}

function readShared(value: unknown): Shared | undefined {
  if (typeof value !== 'object' || value === null || !('files' in value)) return undefined
  const { files } = value
  if (!Array.isArray(files) || files.length === 0) return undefined
  const read = files.flatMap((file: unknown) => {
    if (typeof file !== 'object' || file === null || !('name' in file && 'text' in file)) return []
    const { name, text } = file
    return typeof name === 'string' && name !== '' && typeof text === 'string'
      ? [{ name: name.slice(0, 200), text }]
      : []
  })
  const release =
    'release' in value && typeof value.release === 'string' ? value.release : undefined
  const settings = 'settings' in value ? readSettings(value.settings) : undefined
  return read.length === files.length
    ? {
        files: read,
        ...(release !== undefined && { release }),
        ...(settings && { settings }),
      }
    : undefined
}

function readSettings(value: unknown): Settings | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const readTexts = (texts: unknown): Record<string, string> =>
    typeof texts === 'object' && texts !== null
      ? Object.fromEntries(
          Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
            typeof text === 'string' && /^[\w-]{1,100}$/.test(name) ? [[name, text]] : [],
          ),
        )
      : {}
  return {
    rules: readTexts('rules' in value ? value.rules : undefined),
    variables: readTexts('variables' in value ? value.variables : undefined),
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  )
