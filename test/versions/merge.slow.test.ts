import { describe, expect, test } from 'vitest'
import { effective } from '../../src/core.js'
import { parseDocument } from '../../src/document/document.js'
import { diff } from '../../src/versions/diff.js'
import { merge } from '../../src/versions/merge.js'
import { amount } from '../support/amount.js'
import { plainOf } from '../support/fixtures.js'
import { combine, withoutOrigins } from '../support/merging.js'
import { random } from '../support/mutate.js'
import { selectSamples } from '../support/recorded.js'
import { yaml } from '../support/yaml.js'

describe('a merged file', () => {
  const cases: [what: string, base: string, site: string, after: string][] = [
    [
      'has the keys of both',
      yaml`
        v: 3
        ctrl:
          endpoint: tls:a:1
      `,
      yaml`
        ctrl:
          defaultRequestTimeout: 7s
        forwarder: { faultTxInterval: 0o17 }
      `,
      yaml`
        v: 3

        ctrl:
          endpoint: tls:a:1
          defaultRequestTimeout: 7s

        forwarder:
          faultTxInterval: 0o17
      `,
    ],
    [
      'has no key that the site removes',
      yaml`
        v: 3
        ctrl:
          options: {}
          endpoint: tls:a:1
      `,
      'ctrl:\n  options: null\nedge: { csr: ~ }\n',
      yaml`
        v: 3

        ctrl:
          endpoint: tls:a:1

        edge: {}
      `,
    ],
    [
      'has lists merged by binding and name',
      yaml`
        listeners:
          - binding: edge
            address: a
          - binding: tunnel
        web:
          - name: one
            bindPoints: [{ interface: a }, { interface: b }]
      `,
      yaml`
        listeners:
          - binding: tunnel
            options: { mode: host }
          - binding: edge
            address: b
          - binding: edge
            address: c
        web:
          - name: one
            bindPoints: [{ interface: c }]
      `,
      yaml`
        listeners:
          - binding: edge
            address: b
          - binding: tunnel
            options:
              mode: host
          - binding: edge
            address: c

        web:
          - name: one
            bindPoints:
              - interface: c
      `,
    ],
    [
      'has no items that the site removes',
      yaml`
        listeners:
          - binding: edge
          - binding: tunnel
          - binding: tunnel
          - name: edge
      `,
      yaml`
        listeners:
          - tunnel: null
          - edge: ~
          - binding: proxy
      `,
      yaml`
        listeners:
          - binding: proxy
      `,
    ],
    [
      'has the lists of the site where items have no name',
      'csr: { sans: { dns: [a, b] } }\n',
      'csr: { sans: { dns: [c] } }\n',
      yaml`
        csr:
          sans:
            dns:
              - c
      `,
    ],
    [
      'has an empty list for one',
      'listeners: [{ binding: edge }]',
      'listeners: []',
      'listeners: []\n',
    ],
    [
      'has values as they were written',
      yaml`
        a: 0x10
        b: "x"
        c: 1.50
        d: ~
        e:
        f: &f yes
        g: *f
        h: |
          two
          lines
        i: !!str 5
        j: "on
          lines"
        2: two
      `,
      '',
      yaml`
        a: 0x10
        b: "x"
        c: 1.50
        d: ~
        e:
        f: yes
        g: yes
        h: "two\\nlines\\n"
        i: "5"
        j: "on lines"
        2: two
      `,
    ],
    [
      'has the comments of both',
      yaml`
        # all sites
        v: 3 # always
        # the controller
        ctrl: # of all
          # address
          endpoint: tls:a:1
        listeners:
          # for clients
          - binding: edge # known
      `,
      yaml`
        # one site
        ctrl:
          # here
          endpoint: tls:b:1
        listeners:
          - address: a
            binding: edge
      `,
      yaml`
        # all sites
        v: 3 # always (base:2)

        # the controller
        # one site
        ctrl: # of all
          # address
          # here
          endpoint: tls:b:1

        listeners:
          # for clients
          - binding: edge # known (base:9)
            address: a
      `,
    ],
    ['is empty if nothing is left', 'v: 3', 'v: null', '{}\n'],
  ]
  test.each(cases)('%s', (_, base, site, after) => {
    expect(withoutOrigins(combine(base, site))).toBe(after)
  })

  test('names the origin of each value', () => {
    expect(combine('v: 3\nctrl:\n  endpoint: tls:a:1\n', 'ctrl: {}\nedge: {}\n')).toBe(yaml`
      v: 3                # base:1

      ctrl:
        endpoint: tls:a:1 # base:3

      edge: {}            # site1:2
    `)
  })

  test('keeps suppression comments as they are', () => {
    const comment = '# routerfile disable-line octal-number -- meant'
    expect(combine(`forwarder:\n  faultTxInterval: 010 ${comment}\n`, '')).toContain(
      `010 ${comment}\n`,
    )
  })

  test('is checked, and findings are at the lines of the files', () => {
    const { findings } = merge(
      { path: 'base', text: 'v: 3\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022' },
      [{ path: 'site', text: 'listeners:\n  - binding: edge\n    address: nowhere' }],
    )
    const found = findings.filter(({ message }) => message.includes('nowhere'))
    expect(found.map(({ source, severity }) => ({ ...source, severity }))).toEqual([
      { path: 'site', line: 3, severity: 'error' },
    ])
  })

  test('says what could not be removed', () => {
    const { notes } = merge({ path: 'base', text: 'v: 3\nlisteners: [{ binding: edge }]' }, [
      { path: 'site', text: 'ctrl: null\nlisteners:\n  - tunnel: null' },
    ])
    expect(notes).toEqual([
      'site:1: `ctrl` cannot be removed, because it is not there',
      'site:3: `tunnel` in `listeners` cannot be removed, because it is not there',
    ])
  })
})

/** Keys with the kind of their values, so that no overlay replaces a map by something else. */
const keys: Readonly<Record<string, 'scalar' | 'map' | 'named' | 'plain'>> = {
  v: 'scalar',
  endpoint: 'scalar',
  address: 'scalar',
  mode: 'scalar',
  ctrl: 'map',
  options: 'map',
  link: 'map',
  listeners: 'named',
  dialers: 'named',
  dns: 'plain',
}

type Data = Record<string, unknown>

/** A file made at random; with nulls, it also removes keys and items. */
function makeData(next: () => number, hasNulls: boolean, depth = 2): Data {
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(next() * items.length)]
  const value = (name: string): unknown => {
    if (hasNulls && next() < 0.15) return null
    switch (keys[name]) {
      case 'map':
        return makeData(next, hasNulls, depth - 1)
      case 'plain':
        return Array.from({ length: Math.floor(next() * 3) }, () => Math.floor(next() * 3))
      case 'named':
        return Array.from({ length: 1 + Math.floor(next() * 3) }, () =>
          hasNulls && next() < 0.2
            ? { [pick(['edge', 'tunnel']) ?? '']: null }
            : {
                binding: pick(['edge', 'tunnel', 'proxy']),
                ...makeData(next, hasNulls, depth - 1),
              },
        )
      default:
        return Math.floor(next() * 5)
    }
  }
  const names = Object.keys(keys).filter((name) => depth > 0 || keys[name] === 'scalar')
  return Object.fromEntries(
    names.filter(() => next() < 0.4).map((name) => [name, value(name)] as const),
  )
}

const toData = (text: string): string =>
  JSON.stringify(sortKeys(plainOf(parseDocument(text)) ?? {}), (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]): [string, unknown] => [name, sortKeys(item)])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}

/** Whether data has a null anywhere. */
const hasNull = (text: string): boolean => text.includes('null')

describe('merging', () => {
  const next = random(7)
  const made = (hasNulls: boolean): string[] =>
    Array.from({ length: amount(40) }, () => JSON.stringify(makeData(next, hasNulls)))
  const [bases, sites, others] = [made(false), made(true), made(true)]
  const [plainSites, plainOthers] = [made(false), made(false)]
  const at = (list: readonly string[], index: number): string => list[index] ?? ''

  test.each([
    [
      'with nothing changes nothing',
      (index: number) => [combine(at(bases, index), ''), at(bases, index)],
    ],
    [
      'with an empty map changes nothing',
      (index: number) => [combine(at(bases, index), '{}'), at(bases, index)],
    ],
    [
      'of a file with itself changes nothing',
      (index: number) => [combine(at(bases, index), at(bases, index)), at(bases, index)],
    ],
    [
      'twice is merging once',
      (index: number) => {
        const once = combine(at(bases, index), at(sites, index))
        return [combine(once, at(sites, index)), once]
      },
    ],
    [
      'several overlays is merging one after the other',
      (index: number) => [
        combine(at(bases, index), at(sites, index), at(others, index)),
        combine(combine(at(bases, index), at(sites, index)), at(others, index)),
      ],
    ],
    [
      'overlays without null first makes no difference',
      (index: number) => [
        combine(combine(at(bases, index), at(plainSites, index)), at(plainOthers, index)),
        combine(at(bases, index), combine(at(plainSites, index), at(plainOthers, index))),
      ],
    ],
  ])('%s', (_, make) => {
    const faults = bases.flatMap((base, index) => {
      const [left = '', right = ''] = make(index)
      return toData(left) === toData(right) ? [] : [{ base, left, right }]
    })
    expect(faults.slice(0, 1)).toEqual([])
  })

  test('leaves no null', () => {
    const faults = bases.filter((base, index) => hasNull(toData(combine(base, at(sites, index)))))
    expect(sites.filter(hasNull).length).toBeGreaterThan(amount(10))
    expect(faults).toEqual([])
  })

  test('gives what a site says, and keeps what it does not mention', () => {
    const faults = bases.filter((base, index) => {
      const site = JSON.parse(at(sites, index)) as Data
      const before = JSON.parse(base) as Data
      const after = JSON.parse(toData(combine(base, at(sites, index)))) as Data
      return [...new Set([...Object.keys(before), ...Object.keys(site)])].some((name) => {
        if (!(name in site))
          return JSON.stringify(after[name]) !== JSON.stringify(sortKeys(before[name]))
        if (site[name] === null) return name in after
        return keys[name] === 'scalar' && after[name] !== site[name]
      })
    })
    expect(faults).toEqual([])
  })
})

describe('over recorded files', () => {
  const samples = selectSamples(50).filter(({ text }) => text.length < 20_000)

  test('an empty overlay changes nothing in effect', () => {
    expect(samples.length).toBeGreaterThan(50)
    const faults = samples.flatMap(({ name, text, env = {} }) => {
      const { problems, unreadContent } = parseDocument(text)
      if (problems.length > 0 || unreadContent) return []
      const merged = combine(text, '')
      const rows = (file: string): string =>
        JSON.stringify(
          effective(file, { env }).map(({ path, value, origin }) => [path, value, origin]),
        )
      const isSame = rows(merged) === rows(text) && diff(text, merged, { env }).length === 0
      return isSame ? [] : [`${name}: ${JSON.stringify(diff(text, merged, { env }).slice(0, 2))}`]
    })
    expect(faults).toEqual([])
  })
})
