/** A block of PEM (RFC 7468): what it says it is, and its bytes. */
export type PemBlock = { readonly label: string; readonly bytes: Buffer }

/** The blocks of a text; what stands between them is passed over, and so is a block that is not closed. */
export const pemBlocks = (text: string): PemBlock[] =>
  [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g)].map(
    ([, label = '', body = '']) => ({ label, bytes: Buffer.from(body, 'base64') }),
  )

/** Bytes as a block of PEM, with a line feed at its end. */
export function toPem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
