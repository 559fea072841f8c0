import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FileOptions } from '../../src/index.js'
import { lintFile, loadFile } from '../../src/index.js'
import { completeExample } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'
import { makeFolder } from '../support/program.js'

const folder = makeFolder()
const path = join(folder, 'router.yaml')

/** Certificates in fixtures/pki hold from November 2026 on for a hundred years. */
const now = Date.parse('2030-01-01')

const identity = yaml`
    identity:
      cert: router.cert
      server_cert: server.cert
      key: router.key
      ca: ca.cert
  `

/** Findings of a file beside the certificates, as "severity rule path: message". */
async function found(sections: string, options: FileOptions = {}): Promise<string[]> {
  writeFileSync(path, completeExample(sections).text)
  const diagnostics = await lintFile(path, { now, ...options })
  return diagnostics.map(
    ({ severity, rule, path: steps, message }) =>
      `${severity} ${rule} ${steps.join('.')}: ${message}`,
  )
}

beforeEach(() => {
  for (const name of ['ca.cert', 'router.cert', 'router.key', 'server.cert', 'other.key']) {
    rmSync(join(folder, name), { recursive: true, force: true })
    copyFileSync(join('fixtures/pki', name), join(folder, name))
  }
})

test('No rule is wrong with files that fit', async () => {
  expect(await found(identity)).toEqual([])
})

describe('a file that the router needs', () => {
  test('is missing', async () => {
    rmSync(join(folder, 'server.cert'))
    expect(await found(identity)).toEqual([
      'error file-missing identity.server_cert: `server.cert` does not exist. The router refuses to start.',
    ])
  })

  test('is not asked for where none of the identity is here', async () => {
    expect(await found(identity.replaceAll(': ', ': elsewhere/'))).toEqual([])
  })

  test('is a folder', async () => {
    rmSync(join(folder, 'ca.cert'))
    mkdirSync(join(folder, 'ca.cert'))
    expect(await found(identity)).toEqual([
      'error file-missing identity.ca: `ca.cert` is a directory. The router refuses to start.',
    ])
  })

  test.skipIf(process.getuid?.() === 0)(
    'cannot be read (not as root, who can read everything)',
    async () => {
      chmodSync(join(folder, 'router.key'), 0)
      expect(await found(identity)).toEqual([
        expect.stringContaining('error file-missing identity.key: `router.key` cannot be read'),
      ])
    },
  )

  test('is not looked for without that check', async () => {
    rmSync(join(folder, 'server.cert'))
    expect(await found(identity, { checks: ['certificates'] })).toEqual([])
  })

  test('of a plugin or a trace is looked for too', async () => {
    expect(
      await found(`${identity}plugins: [nothing.so]\ntrace:\n  path: nowhere/trace.bin`),
    ).toEqual([
      expect.stringContaining('error file-missing plugins.0'),
      expect.stringMatching(/error file-missing trace\.path|info trace-enabled/),
      expect.stringMatching(/error file-missing trace\.path|info trace-enabled/),
    ])
  })
})

describe('a certificate', () => {
  test('is not in its file', async () => {
    writeFileSync(join(folder, 'server.cert'), 'nothing')
    expect(await found(identity)).toEqual([
      'error not-a-certificate identity.server_cert: `server.cert` does not contain a certificate. The router refuses to start.',
    ])
  })

  test('cannot be parsed', async () => {
    writeFileSync(
      join(folder, 'ca.cert'),
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    )
    expect(await found(identity)).toEqual([
      expect.stringContaining(
        'error not-a-certificate identity.ca: `ca.cert` contains a certificate that cannot be read',
      ),
    ])
  })

  test('is that of an authority where a server needs its own', async () => {
    copyFileSync('fixtures/pki/ca.cert', join(folder, 'server.cert'))
    expect(await found(identity)).toContainEqual(
      expect.stringContaining(
        'error not-a-certificate identity.server_cert: `server.cert` contains certificates, but no server certificate',
      ),
    )
  })

  test('has an invalid key', async () => {
    writeFileSync(join(folder, 'router.key'), 'nothing')
    expect(await found(identity)).toEqual([
      'error not-a-certificate identity.key: `router.key` does not contain a private key. The router refuses to start.',
    ])
  })

  test('does not fit its key', async () => {
    copyFileSync('fixtures/pki/other.key', join(folder, 'router.key'))
    expect((await found(identity)).map((line) => line.split(':')[0])).toEqual([
      'warning key-of-another identity.cert',
      'warning key-of-another identity.server_cert',
    ])
  })

  test('is in the file itself', async () => {
    const pem = (name: string): string =>
      readFileSync(join('fixtures/pki', name), 'utf8').trim().replaceAll('\n', '\\n')
    const inline = `identity:\n  cert: "pem:${pem('router.cert')}"\n  server_cert: server.cert\n  key: "pem:${pem('other.key')}"\n  ca: ca.cert\n`
    const lines = await found(inline)
    expect(lines).toContainEqual(expect.stringContaining('warning key-of-another identity.cert'))
    expect(lines.join()).not.toMatch(/MI[A-Z]|BEGIN/)
  })

  test.each([
    ['2200-01-01', 'warning certificate-expired identity.cert: `router.cert` expired on 2126-'],
    [
      '2020-01-01',
      'warning certificate-expired identity.cert: `router.cert` is not valid until 2026-',
    ],
    ['2126-10-15', 'info certificate-expired identity.cert: `router.cert` expires on 2126-'],
  ])('at %s: %s', async (date, message) => {
    expect(await found(identity, { now: Date.parse(date) })).toContainEqual(
      expect.stringContaining(message),
    )
  })

  test('is not read without that check', async () => {
    writeFileSync(join(folder, 'server.cert'), 'nothing')
    expect(await found(identity, { checks: ['files'] })).toEqual([])
  })
})

describe('an advertised host', () => {
  const advertising = (host: string): string =>
    `${identity}csr:\n  sans:\n    dns: [localhost, router.example.com, a.edge.example.com, other.example.com]\n    ip: ["192.0.2.1"]\nlink:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:6000\n      advertise: tls:${host}:6000\n`

  test.each(['router.example.com', 'Router.Example.Com', 'a.edge.example.com', '192.0.2.1'])(
    '%s is covered',
    async (host) => {
      expect((await found(advertising(host))).filter((line) => !line.startsWith('info'))).toEqual(
        [],
      )
    },
  )

  test('is not covered', async () => {
    expect(await found(advertising('other.example.com'))).toEqual([
      'error advertise-not-covered link.listeners.0.advertise: `other.example.com` is not covered by the server certificate, which covers localhost, router.example.com, *.edge.example.com, 192.0.2.1. The router refuses to start. Advertise a host that it covers, add this one to `csr.sans`, and start the router once with `--extend`; then advertise this one. Or enroll again.',
    ])
  })

  test('that is not covered stops no release before 1.4', async () => {
    expect(await found(advertising('other.example.com'), { target: '1.3' })).toContainEqual(
      expect.stringContaining('warning advertise-not-covered'),
    )
  })
})

describe('loadFile', () => {
  test('gives the configuration', async () => {
    writeFileSync(path, completeExample(identity).text)
    expect(await loadFile(path, { now })).toMatchObject({ ok: true, config: { v: 3 } })
  })

  test.each([
    [join(folder, 'nothing.yaml'), 'does not exist'],
    [folder, 'is a folder'],
  ])('says why %s cannot be read', async (place, why) => {
    expect(await loadFile(place)).toMatchObject({
      ok: false,
      diagnostics: [{ rule: 'unreadable-file', message: expect.stringContaining(why) }],
    })
  })

  test.each([
    ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 'is a binary file'],
    ['broken UTF-8', Buffer.from([0x76, 0x3a, 0x20, 0xff, 0x0a]), 'is not UTF-8 text'],
  ])('says of %s what it is', async (_, bytes, why) => {
    writeFileSync(path, bytes)
    expect(await loadFile(path)).toMatchObject({
      ok: false,
      diagnostics: [{ rule: 'unreadable-file', message: expect.stringContaining(why) }],
    })
  })

  test.each(['utf16le', 'utf8'] as const)(
    'reads %s with a byte order mark, as the router does',
    async (encoding) => {
      writeFileSync(path, Buffer.from(`\ufeff${completeExample(identity).text}`, encoding))
      expect(await loadFile(path, { now })).toMatchObject({ ok: true })
    },
  )
})
