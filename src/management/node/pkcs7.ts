import { X509Certificate } from 'node:crypto'

/** A value of DER: its tag, its content, and where the next one begins. */
type Value = { tag: number; content: Buffer; end: number; whole: Buffer }

/** The value at an offset; throws a `RangeError` for what is no DER. */
function valueAt(bytes: Buffer, offset: number): Value {
  const tag = bytes.readUInt8(offset)
  const short = bytes.readUInt8(offset + 1)
  const count = short < 0x80 ? 0 : short & 0x7f
  const length = count === 0 ? short : bytes.readUIntBE(offset + 2, Math.min(count, 6))
  const start = offset + 2 + count
  const end = start + length
  if (count > 6 || end > bytes.length) throw new RangeError('the bytes are no whole DER')
  return { tag, content: bytes.subarray(start, end), end, whole: bytes.subarray(offset, end) }
}

function valuesIn(bytes: Buffer): Value[] {
  const values: Value[] = []
  for (let offset = 0; offset < bytes.length; offset = values.at(-1)?.end ?? bytes.length)
    values.push(valueAt(bytes, offset))
  return values
}

const sequence = 0x30
const contextual = 0xa0

/**
 * The certificates in what controllers answer at `/.well-known/est/cacerts`: PKCS#7 (RFC 2315, section 9.1) in Base64.
 * Throws an `Error` for anything else.
 */
export function certificatesOf(base64: string): X509Certificate[] {
  try {
    const [info] = valuesIn(Buffer.from(base64.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'))
    const content = info && valuesIn(info.content).find(({ tag }) => tag === contextual)
    const signed = content && valuesIn(content.content).find(({ tag }) => tag === sequence)
    const certificates = signed && valuesIn(signed.content).find(({ tag }) => tag === contextual)
    const found = valuesIn(certificates?.content ?? Buffer.alloc(0)).map(
      ({ whole }) => new X509Certificate(whole),
    )
    if (found.length > 0) return found
  } catch {
    // Says the same as finding none.
  }
  throw new Error('the answer has no certificates in PKCS#7')
}
