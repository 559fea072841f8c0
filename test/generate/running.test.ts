import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compareWithRunning, effective, formatRunning, lint, pullRunning } from '../../src/core.js'
import { toReportedConfig } from '../../src/generate/running.js'
import { yaml } from '../support/yaml.js'

/** Files of all kinds on which routers run, each with the variables that it uses. */
const files = ['fixtures/valid', 'fixtures/samples', 'fixtures/loaded'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`),
)

const env = { HOST: 'router.example.com', ZITI_HOME: '/etc/ziti' }

describe.each(files)('what a router reports of %s', (path) => {
  const text = readFileSync(path, 'utf8')
  const reported = toReportedConfig(text, env) ?? {}

  test('has the effective values of the file, except numbers that lack their point', () => {
    const pointless = new Set(
      lint(text, { env, suppressions: false })
        .filter(({ rule }) => rule === 'wrong-type')
        .map(({ path: place }) => JSON.stringify(place)),
    )
    const values = (file: string): unknown =>
      effective(file, { env })
        .filter(({ path: place }) => !pointless.has(JSON.stringify(place)))
        .map(({ path: place, value }) => [place, value])
    expect(values(formatRunning(reported))).toEqual(values(text))
  })

  test('has no findings that the file does not have', () => {
    const getKey = ({ rule, path: place }: { rule: string; path: unknown }): string =>
      JSON.stringify([rule, place])
    const known = new Set(lint(text, { env, suppressions: false }).map(getKey))
    const found = lint(formatRunning(reported), { env }).map(getKey)
    expect(found.filter((key) => !known.has(key))).toEqual([])
  })

  test('is the same as the file, with variables and without', () => {
    expect(compareWithRunning(text, reported, { env })).toEqual({ state: 'same', differences: [] })
    expect(compareWithRunning(text, reported)).toEqual({ state: 'same', differences: [] })
  })

  test('is pulled without a difference in effect', () => {
    const { text: pulled } = pullRunning(reported)
    expect(compareWithRunning(pulled, reported).differences).toEqual([])
    expect(pullRunning(toReportedConfig(pulled, undefined) ?? {}).text).toBe(pulled)
  })
})

describe('secrets', () => {
  const config = {
    v: 3,
    identity: { cert: 'pem:-----BEGIN CERTIFICATE-----\nopen-sesame', key: 'a.key' },
    ctrl: { endpoint: 'tls:ctrl.example.com:6262' },
    proxy: {
      type: 'http',
      address: 'proxy.example.com:3128',
      username: 'north',
      password: 'open-sesame',
      pasword: 'open-sesame',
    },
    myToken: 'open-sesame',
    note: 'https://north:open-sesame@example.com',
  }

  test('are variables in what is pulled', () => {
    const { text, variables } = pullRunning(config)
    expect(text).not.toContain('open-sesame')
    expect(text).toContain('password: "${PROXY_PASSWORD}"')
    expect(text).toContain('key: a.key')
    expect(variables).toEqual([
      'IDENTITY_CERT',
      'MY_TOKEN',
      'NOTE',
      'PROXY_PASSWORD',
      'PROXY_PASWORD',
    ])
  })

  test.each([
    ['a password', { proxy: { ...config.proxy, password: 'abracadabra' } }],
    ['a whole section', { proxy: undefined }],
    ['a certificate', { identity: { ...config.identity, cert: 'pem:abracadabra' } }],
  ])('in %s that differs are not shown', (_, change) => {
    const changed = formatRunning(JSON.parse(JSON.stringify({ ...config, ...change })))
    const { state, differences } = compareWithRunning(changed, config)
    expect(state).toBe('effect')
    expect(JSON.stringify(differences)).not.toMatch(/sesame|abracadabra/)
  })
})

describe('a difference', () => {
  const written = yaml`
    v: 3
    ctrl:
      endpoint: tls:ctrl.example.com:6262
    listeners:
      - binding: edge
        address: tls:0.0.0.0:3022
        options:
          advertise: router.example.com:3022
  `
  const running = toReportedConfig(written, undefined) ?? {}

  test.each<[what: string, from: string | RegExp, to: string, state: string, found: unknown]>([
    ['comments', 'v: 3', 'v: 3 # three', 'same', []],
    ['the order of keys', /^v: 3\n([^]*)$/, '$1v: 3\n', 'same', []],
    ['a default', 'v: 3', 'v: 3\nforwarder: { faultTxInterval: 15000 }', 'text', []],
    ['another value', '3022\n', '3023\n', 'effect', [{ file: 'tls:0.0.0.0:3023' }]],
    ['a variable that may be the value', 'tls:0.0.0.0:3022', '"tls:${IP}:${PORT}"', 'same', []],
    [
      'a variable that cannot be the value',
      'tls:0.0.0.0:3022',
      '"tls:${IP}:3023"',
      'effect',
      [{ path: ['listeners', 0, 'address'], running: 'tls:0.0.0.0:3022' }],
    ],
    [
      'a list entry more',
      /$/,
      '  - binding: tunnel\n    options: { mode: host }\n',
      'effect',
      [
        {
          path: ['listeners', 1],
          file: { binding: 'tunnel', options: { mode: 'host' } },
          running: undefined,
        },
      ],
    ],
    ['broken text', 'v: 3', 'v: [', 'broken', []],
  ])('of %s', (_, from, to, state, found) => {
    const result = compareWithRunning(written.replace(from, to), running)
    expect(result.state).toBe(state)
    expect(result.differences).toMatchObject(found instanceof Array ? found : [])
  })
})

test('numbers that JSON prints without a point get it back', () => {
  expect(
    formatRunning({ v: 3, ctrl: { endpoint: 'tls:a:1', options: { outQueueSize: 64 } } }),
  ).toContain('outQueueSize: 64.0')
})

test('the largest integer does not become too large', () => {
  const text = 'v: 3\nhealthChecks:\n  linkCheck:\n    minLinks: 9223372036854775807\n'
  const find = (file: string): unknown =>
    lint(file).filter(({ path }) => path.join('.').startsWith('healthChecks.'))
  expect(find(formatRunning(toReportedConfig(text, {}) ?? {}))).toEqual(find(text))
})

test('deprecated keys are pulled under their names of today', () => {
  const csr = { sans: { dns: ['localhost'] } }
  expect(pullRunning({ v: 3, edge: { csr } }).text).toMatch(/^csr:/m)
})
