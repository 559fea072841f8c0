import { describe, expect, test } from 'vitest'
import type { Description } from '../../src/index.js'
import { describe as describeKey, lint, schema, targets } from '../../src/index.js'
import { texts } from '../../src/generated/texts.js'
import { hover } from '../../src/language/hover.js'
import { describePlace, listFacts } from '../../src/schema/describe.js'
import { listPlaces } from '../../src/schema/places.js'
import { listKnownReleases, findModel } from '../../src/schema/model.js'
import { selectTexts } from '../../src/schema/texts.js'
import { cursor } from '../support/editor.js'
import { yaml } from '../support/yaml.js'

/** The newest release of each line, and the oldest of all. */
const releases = [
  ...new Set([...listKnownReleases().slice(0, 1), ...targets.map(({ newest }) => newest)]),
]

const placeOf = (release: string): number => listKnownReleases().indexOf(release)

/** What is said of a key as it is in a release; what came later is said apart. */
const saidOf = (description: Description): string =>
  [description.text, ...listFacts(description).map(({ name, text }) => `${name}: ${text}`)].join(
    '\n',
  )

/** Names that are no words: `connectTimeoutMs`, `edge.csr`, `server_cert`. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b[a-z]+(?:[A-Z]\w*|_\w+)\b/g)].map(([name]) => name)

const everyName = new Set(
  listKnownReleases()
    .flatMap((release) => findModel(release)?.schema ?? [])
    .flatMap((root) => listPlaces(root).map(({ path }) => path.split('.').at(-1) ?? '')),
)

describe.each(releases)('what is said of the keys of %s', (release) => {
  const model = findModel(release)
  if (!model) throw new Error(`no release ${release}`)
  const places = listPlaces(model.schema)
  const read = places.filter(({ key }) => key.isRead)
  const names = new Set(read.map(({ path }) => path.split('.').at(-1)))
  const own = selectTexts(texts, release)
  const described = read.map((place) => describePlace(place, own))

  test('describes many keys', () => {
    expect(described.length).toBeGreaterThan(200)
  })

  test('names no key that the release does not know', () => {
    const strangers = described.flatMap((description) =>
      namesIn(saidOf(description))
        .filter((name) => everyName.has(name) && !names.has(name))
        .map((name) => `${description.path} speaks of ${name}`),
    )
    expect([...new Set(strangers)]).toEqual([])
  })

  test('sends nobody to a key that the release does not read', () => {
    const paths = new Set(read.map(({ path }) => path.replaceAll(/\[binding=\w+\]/g, '[]')))
    const lost = places.flatMap(({ path, key }) => {
      const { replacedBy } = key
      if (replacedBy === undefined || !key.isRead) return []
      const beside = [
        ...path
          .replaceAll(/\[binding=\w+\]/g, '[]')
          .split('.')
          .slice(0, -1),
        replacedBy,
      ]
      return paths.has(replacedBy) || paths.has(beside.join('.')) ? [] : [`${path}: ${replacedBy}`]
    })
    expect(lost).toEqual([])
  })

  test('calls no key deprecated for the sake of a later release', () => {
    const found = described.filter(
      ({ deprecated, text }) => deprecated && /since|no longer read|before \d/.test(text),
    )
    expect(found.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })

  test('speaks of no later release, but where it says so', () => {
    const late = described.flatMap((description) => {
      const { path, text, changes } = description
      const numbers = [text, ...changes.flatMap(({ what, effect }) => [what, effect])].flatMap(
        (sentence) =>
          [...sentence.matchAll(/\b\d+\.\d+\.\d+(?:-pre\d+)?\b/g)].map(([number]) => number),
      )
      return numbers
        .filter((number) => placeOf(number) > placeOf(release))
        .map((number) => `${path}: ${number}`)
    })
    expect(late).toEqual([])
  })
})

/** Sentences that were once said of releases in which they are false, and what is true there. */
const contradictions: [path: string, target: string, not: RegExp, said: string][] = [
  ['csr', '0.31', /precedence/, 'a running router with edge reads edge.csr'],
  ['edge.csr', '1.1', /older|deprecated|instead/i, 'sends when it enrolls or renews'],
  ['ctrl.dataDir', '1.3', /deprecated|instead|before 1\.4/, 'Directory in which the router stores'],
  ['ctrl.options.connectTimeoutMs', '2.0', /deprecated|older|instead/i, 'in milliseconds'],
  ['ctrl.rateLimiter', '1.3', /minSize/, 'Limits the requests'],
  [
    'ctrl.heartbeats.closeUnresponsiveTimeout',
    '2.0',
    /closed/,
    'stores the value as checkInterval',
  ],
  ['edge', '1.3', /only as an empty map/, 'with or without a value'],
  ['forwarder.rateLimitedWorkerCount', '0.31', /^Rate limited/, 'linkDialWorkerCount'],
  ['forwarder.unresponsiveLinkTimeout', '2.0', /working setting|instead/, 'but not used'],
  ['ha', '1.2', /since|before|deprecated/, 'clusters of controllers'],
  ['link.dialers[].split', '1.5', /1\.6\.6/, 'use separate connections'],
  ['link.listeners[].costTags', '2.0', /since/, 'have no other effect'],
  ['listeners[binding=edge].options.advertise', '1.3', /must cover/, 'that SDKs connect to'],
  ['listeners[binding=edge].options.mtu', '1.0', /are split/, 'does not use it'],
  ['listeners[binding=proxy].options.advertise', '1.3', /certificates/, 'Not used here'],
  ['listeners[binding=tunnel].options.lanIf', '2.0', /interfaces/, 'Network interface whose'],
  ['listeners[binding=tunnel].options.resolver', '1.1', /of mode tproxy/, 'in every mode'],
  [
    'listeners[binding=tunnel].options.svcPollRate',
    '1.1',
    /once|no longer|deprecated/i,
    'Interval between polls',
  ],
  ['proxy', '1.1.13', /and for links/, 'links of this release do not use it'],
  ['transport.proxy', '1.0', /^HTTP proxy for connections/, 'not used'],
  ['transport.westworld3', '0.31', /gone|since|deprecated/, 'transwarp'],
]

test.each(contradictions)(
  '%s at %s is not said to be what later releases made of it',
  (path, target, not, said) => {
    const [description] = describeKey(path, { target })
    const text = description
      ? `${saidOf(description)}${description.deprecated ? '\ndeprecated' : ''}`
      : ''
    expect(text).not.toMatch(not)
    expect(text).toContain(said)
  },
)

describe('what came after a release', () => {
  const shown = (marked: string, target: string): string => {
    const { view, offset } = cursor(marked, { target })
    return hover(view, offset)?.contents ?? ''
  }

  test('is said apart from what the release does', () => {
    const [now = '', later = ''] = shown('csr|:\n  sans: {dns: [a]}\n', '0.31').split(
      'In later releases:',
    )
    expect(now).toContain('when it enrolls')
    expect(now).not.toMatch(/1\.\d/)
    expect(later).toContain('1.2.0: This section takes precedence over edge.csr.')
  })

  test('is not called a change of the release that does not have it', () => {
    const [endpoint] = describeKey('ctrl.endpoint', { target: '1.7' })
    const gone = (changes: Description['changes'] = []): boolean =>
      changes.some(({ what }) => what.includes('transwarp'))
    expect([gone(endpoint?.changes), gone(endpoint?.later)]).toEqual([false, true])
  })

  test('is what the published schema describes for its release', () => {
    const described = (target: string): unknown =>
      Object(Object(schema({ target })).properties).edge
    expect(JSON.stringify(schema({ target: '0.31' }))).not.toContain('precedence over edge.csr')
    expect(described('0.31')).not.toEqual(described('2.0'))
  })
})

describe('a request at the root, before 1.2', () => {
  const sound = yaml`
      v: 3
      identity: {cert: a, key: b, server_cert: c, ca: d}
      ctrl: {endpoint: "tls:a:1"}
    `
  const found = (rest: string, target = '0.31'): string[] =>
    lint(`${sound}link: {dialers: []}\n${rest}`, { target }).map(
      ({ severity, message }) => `${severity}: ${message}`,
    )

  test('is what enrollment reads, and the running router does not', () => {
    expect(found('csr: {sans: {dns: [a]}}\n')).toEqual([
      'info: Only `ziti router enroll` reads `csr`; the running router ignores it',
    ])
    expect(
      found(
        yaml`
          csr: {sans: {dns: [a]}}
          edge: {csr: {sans: {dns: [a.b]}}}
          listeners: [{binding: edge, address: "tls:a:2", options: {advertise: "a.b:2"}}]
        `,
      ),
    ).toEqual([
      'info: Only `ziti router enroll` reads `csr`; the running router reads `edge.csr` instead',
    ])
  })

  test.each([
    [
      'csr: {country: US}\n',
      '`sans` is missing in `csr`. `ziti router enroll` crashes. Add `sans` with',
    ],
    ['csr: {sans: {ip: [nowhere]}}\n', '`ziti router enroll` fails'],
    ['csr: 5\n', '`ziti router enroll` fails'],
  ])('is checked for it: %j', (rest, said) => {
    const warnings = found(rest).filter((message) => message.startsWith('warning'))
    expect(warnings).toEqual([expect.stringContaining(said)])
    expect(found(rest).filter((message) => message.startsWith('error'))).toEqual([])
    expect(found(rest, '1.4').filter((message) => message.startsWith('error'))).not.toEqual([])
  })
})
