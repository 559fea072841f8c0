import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { redactText } from '../../../src/management/client/redact.js'
import { encodableSecrets } from '../../support/encodable-secrets.js'

const encodeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const encodeForm = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2)

const encodings: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'for addresses': encodeURIComponent,
  'for addresses, in small letters': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (form) => form.toLowerCase()),
  'for addresses, every byte': (secret) =>
    Buffer.from(secret).toString('hex').replaceAll(/../g, '%$&'),
  'for addresses, twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'for a form': encodeForm,
  'for HTML': encodeHtml,
  'for HTML, by numbers': (secret) =>
    Array.from(secret, (sign) => `&#${sign.codePointAt(0)};`).join(''),
  'for HTML, by hexadecimal numbers': (secret) =>
    Array.from(secret, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(''),
  'for JSON': (secret) => JSON.stringify(secret),
  'for JSON, twice': (secret) => JSON.stringify(JSON.stringify(secret)),
  'for JSON, by numbers': (secret) =>
    Array.from(
      secret,
      (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    ).join(''),
  'as Go writes JSON': (secret) =>
    JSON.stringify(secret)
      .replaceAll('<', '\\u003c')
      .replaceAll('>', '\\u003E')
      .replaceAll('&', '\\u0026'),
  'a form in JSON': (secret) => JSON.stringify(`x=${encodeForm(secret)}&y=1`),
  'JSON in HTML': (secret) => encodeHtml(JSON.stringify({ password: secret })),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 for addresses': (secret) => Buffer.from(secret).toString('base64url'),
  'base64 with a user': (secret) => `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`,
  'base64 after other letters': (secret) => `/p/${Buffer.from(`u1:${secret}!`).toString('base64')}`,
  'base64 in an address': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'hexadecimal with spaces': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$& '),
  'hexadecimal with colons': (secret) =>
    Buffer.from(`admin:${secret}`)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$&:'),
  'as Go prints bytes': (secret) => `[${Buffer.from(`x${secret}y`).join(' ')}]`,
  'as a list of bytes in JSON': (secret) => JSON.stringify([...Buffer.from(secret)]),
  'as Go quotes a string': (secret) =>
    Array.from(secret, (sign) =>
      (sign.codePointAt(0) ?? 0) > 0xff
        ? `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
        : sign.replace(/[\\"]/, '\\$&'),
    ).join(''),
  'by octal numbers': (secret) =>
    [...Buffer.from(secret, 'latin1')].every((byte, index) => secret.charCodeAt(index) === byte)
      ? Array.from(secret, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`).join(
          '',
        )
      : secret,
  'as old scripts escape': (secret) =>
    Array.from(
      secret,
      (sign) => `%u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    ).join(''),
  'for HTML, by names': (secret) =>
    encodeHtml(secret)
      .replaceAll('ü', '&uuml;')
      .replaceAll('ß', '&szlig;')
      .replaceAll('@', '&commat;')
      .replaceAll('\\', '&bsol;')
      .replaceAll('>', '&gt;'),
  'for HTML, by numbers with zeros and without semicolons': (secret) =>
    Array.from(secret, (sign) => `&#0${sign.codePointAt(0)}`).join('') + ' ',
  'base64 in short lines': (secret) =>
    Buffer.from(`Authorization of admin: ${secret} and more`)
      .toString('base64')
      .replaceAll(/.{16}(?=.)/g, '$&\r\n'),
  'base64 in indented lines': (secret) =>
    Buffer.from(`Authorization of admin: ${secret} and more`)
      .toString('base64')
      .replaceAll(/.{16}(?=.)/g, '$&\n    '),
  'hexadecimal in short lines': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replaceAll(/.{8}(?=.)/g, '$&\r\n'),
  'hexadecimal in indented lines': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replaceAll(/.{10}(?=.)/g, '$&\n    '),
  'hexadecimal with colons in indented lines': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$&:')
      .replaceAll(/.{12}(?=.)/g, '$&\n    '),
  'as a list of bytes in JSON, a line for each': (secret) =>
    JSON.stringify([...Buffer.from(secret)], undefined, 2)
      .slice(1, -1)
      .trim(),
  'base64 of a form': (secret) =>
    Buffer.from(`username=admin&password=${encodeForm(secret)}`).toString('base64'),
  'base64 of JSON': (secret) =>
    Buffer.from(JSON.stringify({ username: 'admin', password: secret })).toString('base64'),
  'base64, twice': (secret) =>
    Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  'hexadecimal of JSON': (secret) =>
    Buffer.from(JSON.stringify({ password: secret })).toString('hex'),
}

const secret = 'orchard-gate'
const hexadecimal = Buffer.from(secret).toString('hex')
const base64 = Buffer.from(secret).toString('base64')
const uuid = '0b1e6f5c-9d3a-4c57-8f21-2a9c04d7be18'
const bytes = [...Buffer.from(secret)]

describe('a secret that was sent is masked in what comes back', () => {
  test.each(Object.entries(encodings))('%s', (_, encode) => {
    for (const secret of encodableSecrets) {
      const encoded = encode(secret)
      const shown = redactText(`before ${encoded} after`, [secret])
      expect([secret, shown]).toEqual([
        secret,
        expect.stringMatching(/^before [^]{0,45}\*\*\*[^]{0,20} after$/),
      ])
      expect(shown).not.toContain(encoded)
      for (const part of [encoded.slice(2, -2), secret]) expect(shown).not.toContain(part)
    }
  })

  test.each([
    ['a time', `2026-11-28 19:42:04 ${hexadecimal} refused`, '2026-11-28 19:42:04 *** refused'],
    ['an id', `router ${uuid}: ${hexadecimal}`, `router ${uuid}: ***`],
    [
      'numbers',
      `ports 80 443 8080 1280 6262\n${hexadecimal}\n10 20 30 40 beef`,
      'ports 80 443 8080 1280 6262\n***\n10 20 30 40 beef',
    ],
    ['lines of words', `cause:\n    ${base64}\n  causes`, 'cause:\n    ***\n  causes'],
    ['a name', `token=${base64}; path=/`, 'token=***; path=/'],
    ['a list', `ports 80, 443, [${bytes.join(', ')}], 1280`, 'ports 80, 443, [***], 1280'],
  ])('beside %s, which stays', (_, text, shown) => {
    expect(redactText(text, [secret])).toBe(shown)
  })

  const splitDigits = (digits: string, count: number, end = ''): string =>
    digits.replaceAll(new RegExp(`.{${count}}(?=.)`, 'g'), `$&${end}\n`)

  test.each([
    ['hexadecimal in lines of 27 digits and one of one', splitDigits(`${hexadecimal}2121`, 27)],
    ['hexadecimal in lines of 9 digits and one of one', splitDigits(`${hexadecimal}2121`, 9)],
    ['hexadecimal in lines that end in a comma', splitDigits(hexadecimal, 8, ',')],
    ['hexadecimal numbers', bytes.map((byte) => `0x${byte.toString(16)}`).join(', ')],
    ['base64 in lines that end in spaces', splitDigits(base64, 8, '  ')],
    ['a list of bytes in YAML', bytes.map((byte) => `- ${byte}`).join('\n')],
  ])('as %s', (_, encoded) => {
    expect(redactText(`before (${encoded}) after`, [secret, `${secret}!!`])).toMatch(
      /^before \((?:- )?\*{3}\) after$/,
    )
  })

  test('and nothing else is', () => {
    const text = 'the controller refuses %zz &nope; \\q: 100% of "x" & <y> YWJjZGVmZw=='
    expect(redactText(text, encodableSecrets)).toBe(text)
  })
})
