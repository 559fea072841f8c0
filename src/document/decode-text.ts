/** The encoding of a text file. Only files in UTF-16 need a byte order mark. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

const strictDecoding = { fatal: true, ignoreBOM: true }

const utf8 = new TextDecoder('utf-8', strictDecoding)

export function findEncoding([first, second]: Uint8Array): TextEncoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Decodes the bytes of a file and keeps its byte order mark. If they are not text, `why` is a message about `name`. */
export function decodeText(bytes: Uint8Array, name: string): { text: string } | { why: string } {
  const encoding = findEncoding(bytes)
  if (encoding === 'utf-8' && bytes.subarray(0, 8192).includes(0))
    return { why: `${name} is a binary file` }
  try {
    const decoder = encoding === 'utf-8' ? utf8 : new TextDecoder(encoding, strictDecoding)
    return { text: decoder.decode(bytes) }
  } catch {
    return { why: `${name} is not UTF-8 text` }
  }
}

/** Encodes a text, whose byte order mark, if any, is its first character. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), encoding === 'utf-16le')
  return new Uint8Array(view.buffer)
}
