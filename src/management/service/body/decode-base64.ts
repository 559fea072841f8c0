import { ReadError } from './json-node.js'

/** Where a text of no line breaks stops being base64, as the controller counts; undefined if it does not. */
function wrongAt(text: string): number | undefined {
  const at = text.search(/[^A-Za-z0-9+/]/)
  if (at < 0) return text.length % 4 === 0 ? undefined : text.length - (text.length % 4)
  const digits = at % 4
  if (text.charAt(at) !== '=' || digits < 2) return at
  if (digits === 2 && text.charAt(at + 1) !== '=') return at + 1 < text.length ? at : text.length
  const end = at + 4 - digits
  return end < text.length ? end : undefined
}

/**
 * A text of base64 without its line breaks.
 * @throws {ReadError} where it is none.
 */
export function decodeBase64(text: string): string {
  const plain = text.replaceAll(/[\r\n]/g, '')
  const wrong = wrongAt(plain)
  if (wrong !== undefined) throw new ReadError(`illegal base64 data at input byte ${wrong}`)
  return plain
}
