import { generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'

/** The address by which an authenticator app takes over a secret in base 32; `issuer` is who the app shows, `openziti.io` unless the service is told another. */
export function provisioningUrl(name: string, secret: string, issuer = 'openziti.io'): string {
  const who = encodeURIComponent(issuer)
  return `otpauth://totp/${who}:${encodeURIComponent(name)}?issuer=${who}&secret=${secret}`
}

/** A text as a QR code: a PNG with 4 pixels per module, black on white. */
export const qrCode = (text: string): Uint8Array =>
  toPngBuffer(generate(text), { on: [0, 0, 0], off: [255, 255, 255], scale: 4 })
