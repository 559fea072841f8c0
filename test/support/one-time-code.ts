import { createHmac } from 'node:crypto'
import { base32nopad } from '@scure/base'

/** Computes the code that an authenticator app shows at a time in milliseconds (RFC 6238). */
export function showCode(secret: string, at: number): string {
  const step = Math.floor(at / 30_000)
  const counter = Uint8Array.from({ length: 8 }, (_, index) =>
    Math.floor(step / 256 ** (7 - index)),
  )
  const mac = createHmac('sha1', base32nopad.decode(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) % 16
  return (mac.readUInt32BE(offset) % 2 ** 31).toString().slice(-6).padStart(6, '0')
}
