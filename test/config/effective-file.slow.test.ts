import { describe, expect, test } from 'vitest'
import { createEffectiveFile } from '../../src/config/effective-file.js'
import type { Options } from '../../src/lint/lint.js'
import { load } from '../../src/index.js'
import type { Sample } from '../support/recorded.js'
import { selectSamples } from '../support/recorded.js'
import { fixtures, completeExample } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

/** How a written file differs in meaning from the one that it is made of. */
function faultsOf({ name, text, env }: Sample, target: string): string[] {
  const options = { target, ...(env && { env }) }
  const before = load(text, options)
  if (!before.ok) return []
  const { text: written, hiddenCount } = createEffectiveFile(text, options)
  if (hiddenCount > 0) return []
  const after = load(written, options)
  const said = new Set(before.diagnostics.map(({ rule, path }) => `${rule} ${last(path)}`))
  const fresh = after.diagnostics.filter(({ rule, path }) => !said.has(`${rule} ${last(path)}`))
  return [
    ...(after.ok ? [] : [`${name} ${target}: is refused`]),
    ...fresh.map(({ path, message }) => `${name} ${target}: ${path.join('.')}: ${message}`),
    ...(after.ok && JSON.stringify(sorted(after.config)) !== JSON.stringify(sorted(before.config))
      ? [`${name} ${target}: another configuration`]
      : []),
  ]
}

const last = (path: readonly (string | number)[]): string =>
  String(path.findLast((step) => typeof step === 'string'))

/** The same with the keys of maps in order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  )
}

const targets = ['0.31', '1.1', '1.3', '1.4', '1.6', '2.0', '2.1']

describe('an effective file is loaded as the file that it is made of', () => {
  const samples = selectSamples(30)

  test.each(targets)('at %s', (target) => {
    expect(samples.flatMap((sample) => faultsOf(sample, target))).toEqual([])
  })

  test.each(fixtures('valid'))('$name', ({ name, text, options: { target = '2.0', env } }) => {
    expect(faultsOf({ name, text, ...(env && { env }) }, target)).toEqual([])
  })
})

describe('an effective file with long lists', () => {
  const bindings = [
    'binding: edge\n    options: {outQueueSize: 5, advertise: "a:1"}',
    'binding: edge\n    options: {advertise: "a:1"}',
    'binding: tunnel\n    options: {mode: host}',
    'binding: tunnel\n    options: {mode: tproxy}',
    'binding: tunnel\n    options: {mode: proxy, services: ["a:1"]}',
  ]
  const listeners = Array.from({ length: 300 }, (_, index) => {
    const port = 3000 + index
    return `  - address: tls:0.0.0.0:${port}\n    ${bindings[index % bindings.length] ?? ''}\n`
  })
  const dialers = Array.from(
    { length: 200 },
    (_, index) =>
      `    - {binding: transport, groups: [g${index}]${index % 3 ? '' : ', split: false'}}\n`,
  )
  const { text } = completeExample(
    `listeners:\n${listeners.join('')}link:\n  dialers:\n${dialers.join('')}`,
  )

  test('is loaded as the file that it is made of', () => {
    expect(load(text).ok).toBe(true)
    expect(faultsOf({ name: 'long lists', text }, '2.0')).toEqual([])
  })

  test('has every item, and says in each what cannot be written', () => {
    const { text: written } = createEffectiveFile(text)
    expect(written.match(/ - binding: transport /g)).toHaveLength(dialers.length)
    expect(written.match(/ # drop1InN: /g)).toHaveLength(listeners.length)
  })
})

describe('an effective file', () => {
  const written = (text: string, options: Options = {}): string =>
    createEffectiveFile(completeExample(text).text, options).text

  test.each([
    ['keeps the point of a number without fraction', 'v: 3', {}, /txPortalIncreaseScale: 1\.0 /],
    ['has the names of the release', 'v: 3', {}, /connectTimeoutMs: 5000 /],
    [
      'has the names of another release',
      'v: 3',
      { target: '2.1' },
      /ctrl:[^]*? connectTimeout: 5s /,
    ],
    [
      'says what cannot be written',
      'v: 3',
      {},
      / {2}# rateLimiter:\n {2}# {3}enabled: true .*\n.*\n {2}# {3}minSize: 1/,
    ],
    [
      'has the place of what is given',
      yaml`
        tls:
          handshakeTimeout: 7s`,
      {},
      /handshakeTimeout: 7s +# file, line 2\n/,
    ],
    [
      'has lists',
      yaml`
        plugins: []
        ctrl:
          endpoint: tls:a:1`,
      {},
      /endpoints:\n {4}- tls:a:1 +# file, line 3\n/,
    ],
    [
      'quotes what is a number otherwise',
      yaml`
        csr:
          country: "010"
          sans:
            dns: [localhost]`,
      {},
      /country: "010" /,
    ],
    [
      'expands variables',
      'trace:\n  path: ${A}',
      { env: { A: 'x' } },
      /path: x +# environment, line 2\n/,
    ],
    [
      'keeps variables that are not known',
      'trace:\n  path: ${A}',
      {},
      /path: "\$\{A\}" +# environment/,
    ],
    [
      'keeps variables whose text would be expanded again',
      'trace:\n  path: ${A}',
      { env: { A: '$B', B: 'x' } },
      /path: "\$\{A\}" /,
    ],
    [
      'keeps variables for secrets',
      'proxy:\n  type: http\n  address: a:1\n  username: b\n  password: ${P}',
      { env: { P: 'geheim' } },
      /password: "\$\{P\}" /,
    ],
    [
      'hides secrets',
      yaml`
        proxy:
          type: http
          address: a:1
          username: b
          password: geheim`,
      {},
      /password: … +# file, line 5, hidden\n/,
    ],
    [
      'keeps what the router refuses',
      'forwarder:\n  linkDialWorkerCount: 1',
      {},
      /\n {2}linkDialWorkerCount: 1 +# refused, line 2\n/,
    ],
    [
      'keeps a deprecated key with a refused value',
      'ctrl:\n  endpoint: nowhere',
      {},
      /\n {2}endpoint: nowhere +# refused, line 2\n/,
    ],
    [
      'keeps the place of a refused item',
      'ctrl:\n  endpoints: [tls:a:1, nowhere, tls:b:2]',
      {},
      /- tls:a:1 +# .*\n +- nowhere +# refused, line 2\n +- tls:b:2 +# /,
    ],
    ['keeps a refused section', 'ctrl:\n  - a: 1', {}, /\nctrl:\n {2}- a: 1 +# refused, line 2\n/],
  ])('%s', (_, text, options, pattern) => {
    expect(written(text, options)).toMatch(pattern)
  })

  test('hides secrets in what the router does not use', () => {
    const { text } = completeExample(yaml`
      dialers:
        - binding: other
          note: pem:abc`)
    const { text: written, hiddenCount } = createEffectiveFile(text)
    expect(written).toContain('note: …')
    expect(hiddenCount).toBe(1)
  })

  test('has no section that is off', () => {
    const { text } = completeExample({ text: 'v: 3', without: ['edge', 'listeners'] })
    expect(createEffectiveFile(text).text).not.toMatch(/^edge:/m)
  })

  test('has the request where the release looks for it, and what enrollment reads', () => {
    const request = yaml`
      sans:
          dns: [localhost]`
    const text = `csr:\n  ${request}\nedge:\n  csr:\n    ${request.replace('\n', '\n  ')}`
    const file = createEffectiveFile(completeExample(text).text, { target: '1.1' }).text
    expect(file).toMatch(/^edge:\n[^]*?^ {2}csr:\n/m)
    expect(file).toMatch(/^csr:\n {2}sans:\n/m)
  })

  test('is loaded as the same file once more', () => {
    const once = written('v: 3')
    const values = (text: string): string => text.replaceAll(/ +# .*/g, '')
    expect(values(createEffectiveFile(once).text)).toBe(values(once))
  })

  test('needs a known target', () => {
    expect(createEffectiveFile('v: 3', { target: '9.9' })).toEqual({ text: '', hiddenCount: 0 })
  })
})
