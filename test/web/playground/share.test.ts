import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fromFragment, toFragment, withoutSecrets } from '../../../web/playground/share.js'

const pack = (value: unknown): string =>
  `#files=1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`

describe('a link to files', () => {
  test.for([
    ['one file', [{ name: 'router.yml', text: 'v: 3\n' }]],
    [
      'signs of all kinds',
      [
        { name: 'a/ü.yml', text: '# … 🛰 \u0000 \ud800?\n' },
        { name: 'b', text: '' },
      ],
    ],
    ['a long file', [{ name: 'router.yml', text: '  - binding: edge\n'.repeat(20_000) }]],
  ] as const)('brings back %s', async ([, files]) => {
    const fragment = await toFragment({ files, release: '2.0' })
    expect(fragment).toMatch(/^#files=1\.[\w-]+$/)
    expect(await fromFragment(fragment)).toEqual({ files, release: '2.0' })
  })

  test.for(['', '#', '#findings', '#sample=template'])('is not %j', async (fragment) => {
    expect(await fromFragment(fragment)).toBeUndefined()
  })

  test.for([
    ['a later format', '#files=2.AAAA'],
    ['no data', '#files=1.'],
    ['damaged data', '#files=1.AAAA'],
    ['signs that are no base64', '#files=1.%F0%9F'],
    ['no files', pack({ files: [] })],
    ['something else', pack(['v: 3'])],
    ['a file without a text', pack({ files: [{ name: 'router.yml' }] })],
  ])('with %s is refused in a sentence', async ([, fragment = '']) => {
    await expect(fromFragment(fragment)).rejects.toThrow('The link is damaged')
  })

  test.for([
    ['a bomb', [{ name: 'router.yml', text: 'a'.repeat(50_000_000) }]],
    ['thousands of files', Array.from({ length: 5000 }, () => ({ name: 'a.yml', text: '' }))],
  ] as const)('with %s is refused as too large', async ([, files]) => {
    await expect(fromFragment(pack({ files }))).rejects.toThrow('too large for this page')
  })

  test.for([
    ['long', [{ name: 'a.yml', text: 'a'.repeat(1_000_000) }]],
    ['many', Array.from({ length: 101 }, () => ({ name: 'a.yml', text: '' }))],
  ] as const)('is not made of files that are too %s to be read again', async ([, files]) => {
    await expect(toFragment({ files })).rejects.toThrow('too large')
  })
})

describe('what is shared', () => {
  test('has no secret, and says how many there were', () => {
    const text =
      'tls:\n  password: hunter2\n  token: eyJhbGciOi.eyJ.x\ncert: "pem:MIIB"\nmark: …\nhost: a.example.com\n'
    const { files, hidden } = withoutSecrets([{ name: 'router.yml', text }])
    const [{ text: shared } = { text: '' }] = files
    expect(shared).not.toMatch(/hunter2|eyJ|MIIB/)
    expect(shared).toContain('host: a.example.com')
    expect(hidden).toBe(3)
  })

  const key =
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----'
  const indented = key.replaceAll('\n', '\n    ')

  test.for([
    ['in a block', `key: |\n    ${indented}`, `key: |\n    …\n    …\n    …\n    …`],
    ['in one line', `key: "pem:${key.replaceAll('\n', '\\n')}\\n"`, 'key: "pem:…\\n"'],
    ['in quotes', `key: "pem:${indented}"`, 'key: "pem:…\n    …\n    …\n    …"'],
    [
      'that ends a line before its quote',
      `key: '${indented}\n    '`,
      "key: '…\n    …\n    …\n    …\n    '",
    ],
    [
      'in a flow map',
      `{ key: "pem:${key.replaceAll('\n', '\\n')}", a: 1 }`,
      '{ key: "pem:…", a: 1 }',
    ],
    ['in a comment', `# ${key.replaceAll('\n', '\n# ')}`, '# …\n# …\n# …\n# …'],
    ['at the left edge', key, '…\n…\n…\n…'],
  ] as const)('has all but a key %s', ([, written, shown]) => {
    const frame = (text: string): string =>
      `v: 3\n${text}\nctrl:\n  endpoint: tls:a.example.com:443\n`
    const { files, hidden } = withoutSecrets([{ name: 'router.yml', text: frame(written) }])
    expect(files[0]?.text).toBe(frame(shown))
    expect(hidden).toBe(1)
  })

  test('is the text itself if it has no secret', () => {
    const files = [{ name: 'router.yml', text: 'v: 3\r\nkey: pki/router.key\n' }]
    expect(withoutSecrets(files)).toEqual({ files, hidden: 0 })
  })
})
