import { describe, expect, test } from 'vitest'
import { releases } from '../../src/generated/schema.js'
import { texts } from '../../src/generated/texts.js'
import { upgrade } from '../../src/index.js'
import type { Change } from '../../src/schema/key.js'
import { generalizePath, listPlaces } from '../../src/schema/places.js'
import { findModel } from '../../src/schema/model.js'
import { isInRanges } from '../../src/schema/release.js'

const known = releases.releases.map(({ release }) => release)

describe('every documented change', () => {
  const sound = {
    v: 3,
    identity: { cert: 'a', key: 'b', server_cert: 'c', ca: 'd' },
    ctrl: { endpoint: 'tls:a:1' },
    csr: { sans: { dns: ['a'] } },
  }
  const model = findModel('2.1')
  const places = model ? listPlaces(model.schema) : []

  /** A file with a value at `listeners[binding=tunnel].options.mode`, or with all that is above it. */
  function fileWith(path: string, value: unknown): string {
    const steps = path.split('.')
    const inner = steps.reduceRight<unknown>((below, step) => {
      const [, name = '', list, binding] = /^([^[]+)(\[(?:binding=(.*))?\])?$/.exec(step) ?? []
      const item = binding === undefined ? below : { binding, ...Object(below) }
      return { [name]: list === undefined ? below : [item] }
    }, value)
    return JSON.stringify({ ...sound, ...(path === '' ? {} : merge(sound, Object(inner))) })
  }

  const merge = (
    base: Record<string, unknown>,
    own: Record<string, unknown>,
  ): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(own).map(([name, value]) => [
        name,
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        typeof base[name] === 'object'
          ? { ...Object(base[name]), ...value }
          : value,
      ]),
    )

  /** Values of which at least one shows a change, whatever the key. */
  const telling = [
    '',
    'transwarp:a:1',
    'dtls:a:1',
    'tls:[::1]:1',
    '::1',
    '15s',
    '15m',
    '2m',
    5,
    1,
    -1,
    0.5,
    true,
    false,
    null,
    {},
    [],
    [1],
    ['a'],
    'none',
    '${TMP}/x',
  ]

  /** Files for changes that one key alone does not show. */
  const special: Readonly<Record<string, Record<string, unknown>>> = {
    ' >=1.3.0: Before': { ...sound, trace: { path: '${TMP}/trace' } },
    'listeners[].options.services >=1.7.0': {
      ...sound,
      listeners: [{ binding: 'tunnel', options: { mode: 'proxy', services: ['web:80'] } }],
    },
    'dialers[].options.services >=1.7.0': {
      ...sound,
      dialers: [{ binding: 'tunnel', options: { mode: 'proxy', services: ['web:80'] } }],
    },
    ' >=1.4.0: Every': { ...sound, csr: undefined },
    'ctrl.endpoints[] >=1.1.9': { ...sound, ctrl: { endpoints: ['dtls:a:1'] } },
    'ctrl.endpoints[] >=1.6.14': { ...sound, ctrl: { endpoints: ['tls:a:1', 'transwarp:a:1'] } },
    'ctrl.endpoints[] >=1.6.16': { ...sound, ctrl: { endpoints: ['tls:[::1]:1'] } },
    'ctrl.options.connectTimeoutMs >=2.1': {
      ...sound,
      ctrl: { endpoint: 'tls:a:1', options: { connectTimeout: '2s', connectTimeoutMs: 100 } },
    },
    'ctrl.listeners[].options.connectTimeoutMs >=2.1': {
      ...sound,
      ctrl: {
        endpoint: 'tls:a:1',
        listeners: [{ bind: 'tls:a:1', options: { connectTimeout: '2s', connectTimeoutMs: 100 } }],
      },
    },
    'edge.csr >=1.4.0': { ...sound, csr: undefined },
    'listeners[].options.advertise >=0.32.0': {
      ...sound,
      edge: { csr: sound.csr },
      listeners: [
        { binding: 'edge', address: 'tls:0.0.0.0:3022', options: { advertise: 'a:443' } },
      ],
    },
  }

  type Documented = { name: string; paths: string[]; change: Change; values: readonly unknown[] }

  const all = new Map<string, Documented>()
  for (const { path, key } of [{ path: '', key: model?.schema }, ...places]) {
    const { changes = [], examples = [] } = texts[key?.index ?? -1] ?? {}
    for (const change of changes) {
      // The same keys are in several sections, and not each change is about all of them.
      if (change.within !== undefined && path.split(/[.[]/)[0] !== change.within) continue
      const name = `${generalizePath(path)} ${change.in.join(' or ')}: ${change.what}`
      const entry = all.get(name) ?? {
        name,
        paths: [],
        change,
        values: [...examples, key?.keyFacts.default, ...(key?.words ?? []), ...telling],
      }
      entry.paths.push(path)
      all.set(name, entry)
    }
  }

  /** Whether a change is told when a router with the file goes over its boundary. */
  function isTold(text: string, { what, in: ranges }: Change): boolean {
    const at = known.findIndex(
      (release, index) =>
        index > 0 && isInRanges(release, ranges) && !isInRanges(known[index - 1] ?? '', ranges),
    )
    return upgrade(text, { from: known[at - 1] ?? '', to: known[at] ?? '' }).some(
      ({ message, reason = '' }) => message.includes(what) || reason.includes(what),
    )
  }

  /** Changes that no file can show, with the reason. */
  const untold: Readonly<Record<string, string>> = {
    'ctrl.listeners[].':
      'addresses changed before 2.0.0-pre4, the first release that reads the section',
    'forwarder.latencyProbeInterval *':
      'it was removed before 0.30.4, the first release that is known',
    'link.heartbeats.sendInterval *': 'it came with 0.30.4, the first release that is known',
  }

  const isUntold = ({ name }: Documented): boolean =>
    Object.keys(untold).some((start) => name.startsWith(start)) &&
    !name.includes('ctrl.listeners[].options')

  test('is there', () => {
    expect(all.size).toBeGreaterThan(150)
    expect([...all.values()].filter(isUntold).length).toBe(10)
    expect(
      Object.keys(special).filter(
        (start) => ![...all.keys()].some((name) => name.startsWith(start)),
      ),
    ).toEqual([])
  })

  test.each([...all.values()].filter((item) => !isUntold(item)))(
    '$name',
    ({ name, paths, change, values }) => {
      const own = Object.entries(special)
        .filter(([start]) => name.startsWith(start))
        .map(([, file]) => JSON.stringify(file))
      const files = paths.flatMap((path) =>
        [undefined, ...values].map((value) => fileWith(path, value)),
      )
      // A float, which plain data does not tell from an integer.
      const floats = paths.map((path) => fileWith(path, '1.0').replaceAll('"1.0"', '1.0'))
      expect([...own, ...files, ...floats].some((text) => isTold(text, change))).toBe(true)
    },
  )

  test.each([...all.values()].filter(isUntold))(
    '$name, which no file can show',
    ({ paths, change, values }) => {
      const files = paths.flatMap((path) =>
        [undefined, ...values].map((value) => fileWith(path, value)),
      )
      expect(files.some((text) => isTold(text, change))).toBe(false)
    },
  )
})
