import { randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { base32nopad } from '@scure/base'
import decodeQr from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import {
  findAcceptedStep,
  createSecret,
  createProvisioningUrl,
  renderQrCode,
  createRecoveryCodes,
  removeRecoveryCode,
} from '../../../../src/management/service/auth/totp.js'
import { showCode } from '../../../support/one-time-code.js'
import { createRandomBytes } from '../../../support/random-bytes.js'

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))

const stepLength = 30_000

const codeOf = (key: string, step: number): string => showCode(key, step * stepLength)

const secret = base32nopad.encode(bytes('12345678901234567890'))

describe('a one-time code', () => {
  // The appendix has eight digits; the last six of them are the code of six.
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at second %i ends %s (RFC 6238, appendix B)', (second, code) => {
    const at = new Date(second * 1000)
    expect(findAcceptedStep(code.slice(2), secret, { time: at })).toBe(Math.floor(second / 30))
  })

  test.each(
    [
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ].map((code, step) => ({ code, step })),
  )('of step $step is $code (RFC 4226, appendix D)', ({ code, step }) => {
    const at = new Date(step * stepLength)
    expect(findAcceptedStep(code, secret, { time: at })).toBe(step)
  })

  const at = new Date(30_000 * 1_000_000 + 12_345)
  const now = 1_000_000

  test.each([
    { name: 'of now', code: codeOf(secret, now), step: now },
    { name: 'of the step before', code: codeOf(secret, now - 1), step: now - 1 },
    { name: 'of the step after', code: codeOf(secret, now + 1), step: now + 1 },
    { name: 'of two steps before', code: codeOf(secret, now - 2), step: undefined },
    { name: 'of two steps after', code: codeOf(secret, now + 2), step: undefined },
    { name: 'of now, used before', code: codeOf(secret, now), used: now, step: undefined },
    {
      name: 'of the step before, once that of now was used',
      code: codeOf(secret, now - 1),
      used: now,
      step: undefined,
    },
    {
      name: 'of the step after, once that of now was used',
      code: codeOf(secret, now + 1),
      used: now,
      step: now + 1,
    },
    {
      name: 'of now, once that of the step before was used',
      code: codeOf(secret, now),
      used: now - 1,
      step: now,
    },
    {
      name: 'of another secret',
      code: codeOf(base32nopad.encode(bytes('another')), now),
      step: undefined,
    },
    { name: 'that is empty', code: '', step: undefined },
    { name: 'of five digits', code: codeOf(secret, now).slice(1), step: undefined },
    { name: 'with a blank', code: `${codeOf(secret, now)} `, step: undefined },
    { name: 'of other digits', code: '١٢٣٤٥٦', step: undefined },
  ])('$name gives step $step', ({ code, step, used }) => {
    expect(
      findAcceptedStep(
        code,
        secret,
        used === undefined ? { time: at } : { time: at, usedSteps: [used] },
      ),
    ).toBe(step)
  })

  test('is accepted in the first seconds of all time', () => {
    expect(findAcceptedStep(codeOf(secret, 0), secret, { time: new Date(0) })).toBe(0)
  })
})

test('a new secret has 160 random bits', () => {
  expect(createSecret(randomBytes)).toMatch(/^[A-Z2-7]{32}$/)
  expect(createSecret(createRandomBytes('a'))).not.toBe(createSecret(createRandomBytes('b')))
})

describe('the provisioning URL', () => {
  test.each([
    {
      name: 'x-1',
      issuer: undefined,
      url: 'otpauth://totp/openziti.io:x-1?issuer=openziti.io&secret=MZXW6YTBOI',
    },
    {
      name: 'Ann / Bob: 1?',
      issuer: 'a b',
      url: 'otpauth://totp/a%20b:Ann%20%2F%20Bob%3A%201%3F?issuer=a%20b&secret=MZXW6YTBOI',
    },
  ])('of `$name` is $url', ({ name, issuer, url }) => {
    expect(createProvisioningUrl(name, 'MZXW6YTBOI', issuer)).toBe(url)
    expect(URL.canParse(url)).toBe(true)
  })
})

/** The pixels of a PNG with one bit for each, white being 0. */
function decodePixels(png: Buffer): { width: number; height: number; data: Uint8Array } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const start = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)))
  const stride = 1 + Math.ceil(width / 8)
  const isDark = (x: number, y: number): boolean =>
    ((rows[y * stride + 1 + (x >> 3)] ?? 0) & (128 >> (x & 7))) !== 0
  const data = Uint8Array.from({ length: width * height * 4 }, (_, index) =>
    index % 4 === 3 || !isDark((index >> 2) % width, Math.floor((index >> 2) / width)) ? 255 : 0,
  )
  return { width, height, data }
}

test('a QR code is a PNG that another program reads', () => {
  const url = createProvisioningUrl('Grüße 1', createSecret(randomBytes))
  const png = Buffer.from(renderQrCode(url))
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect({ depth: png[24], colours: png[25] }).toEqual({ depth: 1, colours: 3 })
  expect(decodeQr(decodePixels(png))).toBe(url)
})

describe('recovery codes', () => {
  const codes = createRecoveryCodes(randomBytes)

  test('are 20 different ones of 6 characters', () => {
    expect(codes.filter((code) => /^[A-Z2-7]{6}$/.test(code))).toHaveLength(20)
    expect(new Set(codes).size).toBe(20)
  })

  test('are each used once', () => {
    const [first = '', ...others] = codes
    const left = removeRecoveryCode(codes, first)
    expect(left).toEqual(others)
    expect(removeRecoveryCode(left ?? [], first)).toBeUndefined()
  })

  test.each(['', 'AAAAA', 'AAAAAAA', 'ÄÄÄ', '000000'])('are not `%s`', (code) => {
    expect(removeRecoveryCode(codes, code)).toBeUndefined()
  })
})
