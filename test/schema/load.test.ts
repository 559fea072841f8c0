import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { LoadResult, RouterConfig } from '../../src/index.js'
import { diff, effective, generate, lint, load, upgrade } from '../../src/index.js'
import { findModel } from '../../src/schema/model.js'
import { findRelease } from '../../src/schema/release.js'
import { fixtures, completeExample } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

const sound = completeExample('v: 3').text

describe('a loaded file', () => {
  test.each(fixtures('loaded'))(
    '$name is, in full, what the router uses',
    ({ name, text, options }) => {
      const result = load(text, options)
      expect(result).toMatchObject({
        ok: true,
        config: JSON.parse(readFileSync(`fixtures/${name.replace('.yaml', '.json')}`, 'utf8')),
      })
      expect(result.ok && JSON.parse(JSON.stringify(result.config))).toEqual(
        JSON.parse(readFileSync(`fixtures/${name.replace('.yaml', '.json')}`, 'utf8')),
      )
    },
  )

  test('is not there where the router would not run', () => {
    const result = load('v: 4\n')
    expect(result.ok).toBe(false)
    expect('config' in result).toBe(false)
    expect(result.diagnostics.map(({ rule, severity }) => `${severity} ${rule}`)).toContain(
      'error value-out-of-range',
    )
  })

  test.each(['', '\n', '# nothing\n', '---\n', '[]', 'text', '{}'])(
    '%o is not a configuration',
    (text) => {
      const { ok, diagnostics } = load(text)
      expect(ok).toBe(false)
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
    },
  )
})

describe('the types', () => {
  test('of a result tell its parts apart', () => {
    const result = load(sound)
    expectTypeOf(result).toEqualTypeOf<LoadResult>()
    if (!result.ok) throw new Error('not loaded')
    expectTypeOf(result.config).toEqualTypeOf<RouterConfig>()
  })

  test('of a configuration are those of what is used', () => {
    expectTypeOf<RouterConfig['v']>().toEqualTypeOf<3>()
    expectTypeOf<RouterConfig['forwarder']['linkDialQueueLength']>().toEqualTypeOf<number>()
    expectTypeOf<RouterConfig['forwarder']['idleCircuitTimeout']>().toEqualTypeOf<number>()
    expectTypeOf<RouterConfig['ctrl']['endpoints']>().toEqualTypeOf<string[] | undefined>()
    expectTypeOf<RouterConfig['identity']['server_cert']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<
      NonNullable<RouterConfig['edge']>['heartbeatIntervalSeconds']
    >().toEqualTypeOf<number>()
  })
})

describe('the target', () => {
  test.each([undefined, '2.0', '2.0.3', 'v2.0.3'])('%s is release 2.0.3', (target) => {
    expect(load(sound, target === undefined ? {} : { target })).toEqual(
      load(sound, { target: '2.0.3' }),
    )
  })

  test.each(['9.9', 'x', '', '1', '9.2.0', '1.6.4', '2.0.04', '2.0.0-pre99', '2.0.x'])(
    '%o is unknown, and the known ones are named',
    (target) => {
      expect(load(sound, { target })).toMatchObject({
        ok: false,
        diagnostics: [{ rule: 'unknown-target', message: expect.stringContaining('2.0') }],
      })
    },
  )

  test.each([
    ['0.34.9', '0.34.3'],
    ['v1.7.99', '1.7.2'],
    ['1.7.99-pre1', '1.7.2'],
    ['1.8.0', '1.8.0-pre5'],
    ['1.8.0-pre6', '1.8.0-pre5'],
  ])('%s is checked as %s, and a diagnostic says so', (target, release) => {
    const known = load(sound, { target: release })
    const message = `release \`${target}\` is newer than the releases that are known; the file is checked for ${release}, the newest known one of its line`
    const [first, ...others] = load(sound, { target }).diagnostics
    expect(first).toMatchObject({ rule: 'assumed-release', severity: 'info', message })
    expect({ ...load(sound, { target }), diagnostics: others }).toEqual(known)
    expect(lint(sound, { target })[0]).toEqual(first)
    const said = { rule: 'assumed-release', severity: 'info', message }
    expect(upgrade(sound, { from: '1.5', to: target })).toContainEqual(
      expect.objectContaining(said),
    )
    expect(generate({ name: 'north', controllers: ['ctrl:1280'], target })).toMatchObject({
      diagnostics: expect.arrayContaining([expect.objectContaining(said)]),
    })
  })

  test.each(['latest', 'lts'])('%s is a final release', (target) => {
    expect(load(sound, { target }).ok).toBe(true)
    expect(findModel(target)?.release).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('latest and lts heed neither test releases nor lines without long-term support', () => {
    const known = {
      lts: ['1.0'],
      releases: ['1.0.0', '1.1.0', '1.2.0-pre1'].map((release) => ({ release, date: '' })),
    }
    expect(findRelease('latest', known)).toBe('1.1.0')
    expect(findRelease('lts', known)).toBe('1.0.0')
    expect(findRelease(undefined, known)).toBe('1.0.0')
  })

  test('decides what counts', () => {
    const without = completeExample({ text: 'v: 3', without: ['csr', 'edge', 'listeners'] }).text
    expect(load(without, { target: '0.31' }).ok).toBe(true)
    expect(load(without, { target: '2.0' }).ok).toBe(false)
  })
})

describe('the environment', () => {
  const text = completeExample(
    'ctrl:\n  endpoint: tls:localhost:1\n  defaultRequestTimeout: ${WAIT}',
  ).text

  test('is complete: what is not in it is empty', () => {
    expect(load(text, { env: {} })).toMatchObject({
      ok: false,
      diagnostics: [
        { rule: 'bad-format', message: expect.stringContaining('`${WAIT}` is not set') },
      ],
    })
    expect(load(text, { env: { WAIT: '90s' } })).toMatchObject({
      ok: true,
      config: { ctrl: { defaultRequestTimeout: 90_000 } },
    })
  })

  test('satisfies every check where it is not known', () => {
    expect(load(text)).toMatchObject({ ok: true, diagnostics: [] })
  })

  test.each([
    ['/tmp', {}, '2.0'],
    ['/scratch', { TMPDIR: '/scratch', TMP: '/elsewhere' }, '2.0'],
    ['/elsewhere', { TMPDIR: '/scratch', TMP: '/elsewhere' }, '1.2'],
  ])('has %s as folder for temporary files, of %o in %s', (folder, env, target) => {
    expect(
      load(completeExample('trace:\n  path: ${TMP}/trace').text, { env, target }),
    ).toMatchObject({
      ok: true,
      config: { trace: { path: `${folder}/trace` } },
    })
  })

  const listener =
    'edge: {}\nlisteners:\n  - binding: ${BINDING}\n    address: ${ADDRESS}\n    options:\n      advertise: localhost:3022'
  const proxy = 'proxy:\n  type: ${PROXY}\n  username: 7'

  test.each([
    ['whether the edge listener is there', listener, undefined, true],
    ['whether it is there', listener, { BINDING: 'edge', ADDRESS: 'tls:0.0.0.0:3022' }, true],
    [
      'that it is another one',
      listener,
      { BINDING: 'transport', ADDRESS: 'tls:0.0.0.0:3022' },
      false,
    ],
    ['whether a key beside it is read', proxy, undefined, true],
    ['that it is not read', proxy, { PROXY: 'none' }, true],
    ['that it is read', proxy, { PROXY: 'http' }, false],
    [
      'whether anybody listens for it',
      `${listener}\ntransport:\n  wss:\n    writeTimeout: x`,
      undefined,
      true,
    ],
    [
      'that somebody does',
      `${listener}\ntransport:\n  wss:\n    writeTimeout: x`,
      { BINDING: 'edge', ADDRESS: 'wss:0.0.0.0:3022' },
      false,
    ],
  ])('decides what else is read: %s', (_, text, env, runs) => {
    expect(load(completeExample(text).text, { ...(env && { env }) }).ok).toBe(runs)
  })
})

test('a text of more than 16 million characters is not read', () => {
  expect(load(`v: 3\n#${'x'.repeat(17 * 1024 * 1024)}`)).toMatchObject({
    ok: false,
    diagnostics: [{ rule: 'too-large' }],
  })
})

describe('effective values', () => {
  const rows = effective(
    completeExample(
      'forwarder:\n  linkDialQueueLength: 7\nctrl:\n  endpoint: tls:localhost:1\n  defaultRequestTimeout: ${WAIT}',
    ).text,
    { env: { WAIT: '90s' } },
  )
  const at = (path: string) => rows.find((row) => row.path.join('.') === path)

  test('come with their origin and place', () => {
    expect(at('forwarder.linkDialQueueLength')).toMatchObject({
      value: 7,
      origin: 'file',
      range: { start: { line: 1, character: 23 } },
    })
    expect(at('ctrl.defaultRequestTimeout')).toMatchObject({ value: 90_000, origin: 'environment' })
    expect(at('forwarder.linkDialWorkerCount')).toEqual({
      path: ['forwarder', 'linkDialWorkerCount'],
      value: 32,
      written: 32,
      origin: 'default',
    })
    expect(at('ctrl.defaultRequestTimeout')).toMatchObject({ value: 90_000, written: '1m30s' })
  })

  test('say what is clamped and what fell back', () => {
    const found = effective(
      completeExample(yaml`
      connectEvents:
        maxQueuedEvents: -5`).text,
    ).find(({ path }) => path.at(-1) === 'maxQueuedEvents')
    expect(found).toMatchObject({ value: 0, origin: 'clamped' })
    const other = effective(
      completeExample(yaml`
        ctrl:
          endpoint: tls:a:1
          options:
            maxQueuedConnects: "5"`).text,
    ).find(({ path }) => path.at(-1) === 'maxQueuedConnects')
    expect(other).toMatchObject({ value: 1, origin: 'fallback' })
  })

  test('are what the router uses for an empty string', () => {
    const text = completeExample({
      text: yaml`
        link:
          dialers: [{binding: ""}]
          listeners: [{binding: "", bind: "tls:localhost:1"}]
        listeners:
          - {binding: tunnel, options: {mode: tproxy, dnsUnanswerable: "", dnsUpstreamMode: ""}}
      `,
    }).text
    const fallbacks = effective(text, { target: '2.1' }).filter(
      ({ origin }) => origin === 'fallback',
    )
    expect(fallbacks.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['link.listeners.0.binding', 'transport'],
      ['link.dialers.0.binding', 'transport'],
      ['listeners.0.options.dnsUpstreamMode', 'parallel'],
      ['listeners.0.options.dnsUnanswerable', 'refused'],
    ])
    const named = text.replaceAll(/(binding|dnsUnanswerable|dnsUpstreamMode): ""/g, (key) =>
      key.replace(
        '""',
        key.startsWith('b') ? 'transport' : key.includes('Mode') ? 'parallel' : 'refused',
      ),
    )
    expect(diff(text, named, { target: '2.1' })).toEqual([])
  })

  test.each([
    ['wss listeners', 'tls:0.0.0.0:1', 'wss', 'wss.pingInterval', 54],
    ['dtls listeners', 'dtls:localhost:1', 'tls', 'dtls.readBufferSize', 4_194_304],
    ['dtls listeners, too', 'dtls:localhost:1', 'tls', 'handshakeTimeout', 30_000],
  ])('have the defaults of %s without a section', (_, bind, protocol, place, value) => {
    const rows = (link: string, edge: string): [string, unknown][] =>
      effective(
        completeExample(
          [
            `link: {listeners: [{binding: transport, bind: "${link}"}]}`,
            `listeners: [{binding: edge, address: "${edge}:0.0.0.0:2", options: {advertise: "localhost:2"}}]`,
          ].join('\n'),
        ).text,
      ).flatMap(({ path, value: used }) =>
        path[0] === 'transport' ? [[path.slice(1).join('.'), used]] : [],
      )
    expect(rows(bind, protocol)).toContainEqual([place, value])
    expect(rows('tls:localhost:1', 'tls')).toEqual([])
  })

  test.each([
    ['csr', 'csr:\n  Country: DE\n  sans: {DNS: [router.example.com], Ip: [192.0.2.7]}'],
    ['edge.csr', 'edge:\n  csr: {Country: DE, sans: {DNS: [router.example.com], Ip: [192.0.2.7]}}'],
  ])('have the names of the schema where %s is written in another case', (_, text) => {
    const rows = effective(completeExample({ text, without: ['csr', 'edge', 'listeners'] }).text)
    const request = rows.filter(({ path, origin }) => path[0] === 'csr' && origin === 'file')
    expect(request.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['csr.country', 'DE'],
      ['csr.sans.dns', ['router.example.com']],
      ['csr.sans.ip', ['192.0.2.7']],
    ])
    expect(request.map(({ range }) => range?.start.line)).toEqual(
      ['Country', 'DNS', 'Ip'].map((name) =>
        text.split('\n').findIndex((line) => line.includes(name)),
      ),
    )
  })

  test('are those of the loaded file', () => {
    const loaded = load(sound)
    const values = effective(sound)
    expect(values.length).toBeGreaterThan(50)
    for (const { path, value } of values) {
      expect(
        path.reduce<unknown>((holder, step) => Object(holder)[step], loaded.ok && loaded.config),
        path.join('.'),
      ).toEqual(value)
    }
  })

  test('need a known target', () => {
    expect(() => effective(sound, { target: '9.9' })).toThrow('effective: unknown release `9.9`')
  })
})
