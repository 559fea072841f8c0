import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/edit/edits.js'
import { effective, lint, upgrade } from '../../../src/index.js'
import { isNightly, sample } from '../../support/amount.js'
import { fixtures, completeExample } from '../../support/fixtures.js'
import { makeFolder, runHere } from '../../support/program.js'
import { newestRelease } from '../../support/releases.js'
import { yaml } from '../../support/yaml.js'

/** Upgrades that together cross every release in which much changed, in both directions. */
const upgrades = [
  ['0.30.4', '1.1'],
  ['1.1', '1.4'],
  ['1.3', '2.0'],
  ['1.6', '2.0'],
  ['1.6.10', '1.7'],
  ['2.0', '2.1'],
  ['2.1', '1.6'],
  ['2.0', '1.1'],
] as const

/** A short file with more values than are compared. */
const crowded = `${completeExample('').text}
x: &l {binding: edge, address: "tls:0.0.0.0:3022", options: {advertise: "a:3022"}}
listeners: [${Array(2000).fill('*l').join()}]
`

const cases: Recorded[] = readFileSync('fixtures/conformance/cases.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const { texts: bases }: { texts: string[] } = JSON.parse(
  readFileSync('fixtures/conformance/bases.json', 'utf8'),
)

type Recorded = {
  id: string
  key: string
  base: number
  edit: [from: number, remove: number, insert: string, has: boolean]
  env?: Record<string, string>
}

function textOf({ base, edit: [from, remove, insert, has] }: Recorded): string {
  const lines = (bases[base] ?? '').split('\n')
  lines.splice(from, remove, ...(has ? insert.split('\n') : []))
  return lines.join('\n')
}

/** Every fourth of them, others for the next file; all at night. */
const selectUpgrades = (index: number) =>
  upgrades.filter((_, place) => isNightly || (place + index) % 4 === 0)

/** Sound files and recorded cases, each with some of the upgrades. */
const samples = [
  ...fixtures('valid').map(({ name, text, options: { env } }, index) => ({
    name,
    text,
    env: env ?? {},
    steps: selectUpgrades(index),
  })),
  ...sample(cases, 60).map((item, index) => ({
    name: `${item.id} ${item.key}`,
    text: textOf(item),
    env: item.env ?? {},
    steps: selectUpgrades(index),
  })),
]

type Env = Record<string, string>

/** A function that computes each answer once: both walks below ask the same about every sample. */
function memoize<Options extends object, Answer>(
  compute: (text: string, options: Options) => Answer,
): (text: string, options: Options) => Answer {
  const answers = new Map<string, Answer>()
  return (text, options) => {
    const name = JSON.stringify([text, options])
    const answer = answers.get(name) ?? compute(text, options)
    answers.set(name, answer)
    return answer
  }
}

const countErrors = memoize(
  (text, options: { target: string; env: Env }) =>
    lint(text, options).filter(({ severity }) => severity === 'error').length,
)

const listValues = memoize(
  (text, options: { target: string; env: Env }) =>
    new Map(
      // What the router refuses, it does not use.
      effective(text, options).flatMap(({ path, value, refused }) =>
        refused ? [] : [[JSON.stringify(path), JSON.stringify(value)]],
      ),
    ),
)

const listChanges = memoize((text, options: { from: string; to: string; env: Env }) =>
  upgrade(text, options),
)

const runs = (text: string, options: { target: string; env: Env }): boolean =>
  countErrors(text, options) === 0

const isWithin = (path: readonly unknown[], above: readonly unknown[]): boolean =>
  above.length > 0 && above.every((step, index) => step === path[index])

/** Paths whose values differ between two releases. */
function differences(text: string, from: string, to: string, env: Env): (string | number)[][] {
  const before = listValues(text, { target: from, env })
  const after = listValues(text, { target: to, env })
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => JSON.parse(path))
}

const gatewayOptions =
  /^(resolver|dns(Upstream|UpstreamMode|Unanswerable|SvcIpRange)|udp(Idle|Check)\w+|lanIf)$/

/** Whether the values of a file switch off the part that a path belongs to. */
function isSwitchedOff(
  values: ReadonlyMap<string, string>,
  path: readonly (string | number)[],
): boolean {
  const get = (...steps: (string | number)[]): string => values.get(JSON.stringify(steps)) ?? ''
  const [section = '', index = 0, , option = ''] = path
  if (section === 'managedConfig') return get(section, 'allow') === '[]'
  if (section === 'connectEvents') return get(section, 'enabled') === 'false'
  if (section === 'interfaceDiscovery') return get(section, 'disabled') === 'true'
  if (section === 'proxy') return get(section, 'type') === '"none"'
  if (index === 'rateLimiter') return get(section, index, 'enabled') === 'false'
  if (option === 'drop1InN') return get(section, index, 'options', 'randomDrops') === 'false'
  const mode = get(section, index, 'options', 'mode')
  if (option === 'services') return !mode.startsWith('"proxy')
  return gatewayOptions.test(String(option)) && mode !== '' && !mode.startsWith('"tproxy')
}

/** What `upgrade` says and `lint` and `effective` do not, and the other way round. */
function contradictions(text: string, env: Env, [from, to]: readonly [string, string]): string[] {
  const changes = listChanges(text, { from, to, env })
  const [before, after] = [runs(text, { target: from, env }), runs(text, { target: to, env })]
  const verdicts = new Set(
    changes.map(({ kind }) => kind).filter((kind) => kind === 'refused' || kind === 'accepted'),
  )
  const right = before === after ? [] : [after ? 'accepted' : 'refused']
  const differing = differences(text, from, to, env)
  const isEntry = (path: readonly unknown[], list: readonly unknown[]): boolean =>
    typeof path.at(-1) === 'number' && path.length === list.length + 1 && isWithin(path, list)
  const isIdle = (path: readonly (string | number)[]): boolean =>
    [from, to].some((target) => isSwitchedOff(listValues(text, { target, env }), path))
  const untold = differing.filter(
    (path) =>
      !isIdle(path) &&
      !changes.some(
        (change) =>
          change.kind !== 'behavior' && (isWithin(path, change.path) || isEntry(change.path, path)),
      ),
  )
  const unfounded = changes.filter(
    ({ kind, path }) =>
      (kind === 'value' || kind === 'default') && !differing.some((place) => isWithin(place, path)),
  )
  return [
    ...(JSON.stringify([...verdicts]) === JSON.stringify(right)
      ? []
      : [`${from} to ${to}: ${right.join()}, said ${[...verdicts].join()}`]),
    ...untold.map((path) => `${from} to ${to}: nothing is said of ${path.join('.')}`),
    ...unfounded.map(({ path }) => `${from} to ${to}: nothing differs at ${path.join('.')}`),
  ]
}

describe('upgrade agrees with lint and effective', () => {
  test.each(samples)('about $name', ({ text, env, steps }) => {
    expect(steps.flatMap((step) => contradictions(text, env, step))).toEqual([])
  })
})

describe('a fix that is safe', () => {
  test.each(samples)(
    'of $name lets the new release run and use what the old one used',
    ({ text, env, steps }) => {
      for (const [from, to] of steps) {
        for (const { kind, path, fix, from: old } of listChanges(text, { from, to, env })) {
          if (!fix || fix.unsafe) continue
          const edited = applyEdits(text, fix.edits)
          expect(countErrors(edited, { target: to, env }), fix.title).toBeLessThanOrEqual(
            countErrors(text, { target: to, env }) - (kind === 'refused' ? 1 : 0),
          )
          if (kind !== 'default' || old === undefined) continue
          const other = differences(edited, from, to, env).filter((place) => isWithin(place, path))
          expect(other, fix.title).toEqual([])
        }
      }
    },
  )
})

describe('upgrade says', () => {
  const old = readFileSync('fixtures/cli/files/old.yaml', 'utf8')

  const listening = (bind: string): string =>
    completeExample(`link: {listeners: [{binding: transport, bind: "${bind}"}]}`).text

  const told: [
    what: string,
    text: string,
    from: string,
    to: string,
    kind: string,
    path: string,
    part: string,
  ][] = [
    [
      'that a section now needs a key',
      old,
      '1.3',
      '1.4',
      'refused',
      'ctrl.rateLimiter',
      '`minSize` is missing',
    ],
    [
      'that a protocol is gone, in the line that got it as a backport',
      listening('transwarp:0.0.0.0:1'),
      '1.6.13',
      '1.6.14',
      'refused',
      'link.listeners.0.bind',
      'transwarp',
    ],
    [
      'that an empty section means something else',
      old,
      '1.3',
      '1.4',
      'value',
      'edge',
      '`heartbeatIntervalSeconds: 60`',
    ],
    [
      'that a key is no longer read',
      old,
      '1.3',
      '1.4',
      'ignored',
      'ctrl.dataDir',
      '`ctrl.endpointsFile`',
    ],
    [
      'that a key is read for the first time',
      old,
      '1.6',
      '2.0',
      'read',
      'ctrl.heartbeats',
      `${newestRelease('2.0')} uses`,
    ],
    [
      'that a default changed under a file',
      completeExample(
        'listeners: [{binding: edge, address: "tls:0.0.0.0:1", options: {advertise: "localhost:1"}}]',
      ).text,
      '1.1.8',
      '1.1.9',
      'default',
      'listeners.0.options.txPortalStartSize',
      '1.1.8 uses `16384`, 1.1.9 `4194304`',
    ],
    [
      'that a value is taken otherwise',
      completeExample('connectEvents: {fullSyncInterval: 15m}').text,
      '1.6',
      '2.0',
      'value',
      'connectEvents.fullSyncInterval',
      `${newestRelease('1.6')} uses \`24h\`, ${newestRelease('2.0')} \`15m\``,
    ],
    [
      'that a value has no effect any more',
      completeExample('ctrl: {endpoint: "tls:a:1", options: {outQueueSize: 16.0}}').text,
      '1.6',
      '2.0',
      'ignored',
      'ctrl.options.outQueueSize',
      'has no effect',
    ],
    [
      'that what was refused is accepted',
      listening('tls:[::1]:1'),
      '1.6.15',
      '1.6.16',
      'accepted',
      'link.listeners.0.bind',
      'No longer reported for 1.6.16',
    ],
    [
      'that going back refuses a value',
      listening('tls:[::1]:1'),
      '1.6.16',
      '1.6.15',
      'refused',
      'link.listeners.0.bind',
      '[::1]',
    ],
    [
      'that the linter says less',
      completeExample('healthChecks: {ctrlPingCheck: {interval: 30s}}').text,
      '1.1.13',
      '1.1.14',
      'finding',
      'healthChecks',
      'No longer reported',
    ],
    [
      'that something works otherwise behind a key',
      completeExample('link: {dialers: [{binding: transport, split: true}]}').text,
      '1.6.5',
      '1.6.6',
      'behavior',
      'link.dialers.0.split',
      'only has an effect on links to routers before 1.6.6',
    ],
    ['that a release is not known', old, '1.6', '7.1', 'unanswered', '', 'unknown release `7.1`'],
  ]

  test.each(told)('%s', (_, text, from, to, kind, path, part) => {
    const found = upgrade(text, { from, to }).filter(
      (change) => change.kind === kind && change.path.join('.') === path,
    )
    expect(found.map(({ message }) => message).join()).toContain(part)
  })

  test('that a file has too many values, which takes few characters with aliases', () => {
    expect(upgrade(crowded, { from: '1.6', to: '2.0' })).toMatchObject([
      {
        kind: 'unanswered',
        message: expect.stringMatching(/^the file has more than 50000 values/),
      },
    ])
  })

  test('nothing between a release and itself, however it is named', () => {
    expect(upgrade(old, { from: '2.0', to: newestRelease('2.0') })).toEqual([])
    expect(upgrade(old, { from: newestRelease() })).toEqual([])
  })

  test('each release in which it changed, backports too', () => {
    const [refused] = upgrade(old, { from: '1.6.10', to: '2.0' }).filter(
      ({ path }) => path.join('.') === 'link.listeners.0.bind',
    )
    expect(refused?.changedIn).toEqual(['1.6.14', '2.0.0-pre3'])
  })

  test('nothing of a file that neither release runs on about being refused', () => {
    const kinds = upgrade('v: 4\n', { from: '1.6', to: '2.0' }).map(({ kind }) => kind)
    expect(kinds).not.toContain('refused')
    expect(kinds).not.toContain('accepted')
  })

  test.each(['', '[', 'a: b: c', '- 1', '\u0000'])(
    'something or nothing about %o, and does not throw',
    (text) => {
      expect(Array.isArray(upgrade(text, { from: '1.1', to: '2.1' }))).toBe(true)
    },
  )

  test('no secret', () => {
    const text = completeExample(
      yaml`
        proxy: {type: http, address: "a:1", username: u, password: hunter22}
        identity: {cert: "pem:MIISECRET", key: "pem:MIISECRET", server_cert: "pem:MIISECRET", ca: d}
        transport: {proxy: {password: hunter22, username: u, type: http, address: "a:1"}}`,
    ).text
    for (const [from, to] of upgrades)
      expect(JSON.stringify(upgrade(text, { from, to }))).not.toMatch(/hunter22|MIISECRET/)
  })
})

describe('upgrade of a file with too many values', () => {
  test.each([[[]], [['--fix']], [['--fix', '--dry-run']]])('%j says so', async (flags) => {
    const folder = makeFolder()
    const path = join(folder, 'router.yaml')
    writeFileSync(path, crowded)
    const { code, out, err } = await runHere(['upgrade', path, '--from', '1.6', ...flags])
    const text = readFileSync(path, 'utf8')
    rmSync(folder, { recursive: true })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('router.yaml: the file has ')
    expect(text).toBe(crowded)
  })
})

describe('upgrade --fix', () => {
  test('edits a file until the new release does what the old one did, as far as that is safe', async () => {
    const folder = makeFolder()
    const path = join(folder, 'router.yaml')
    writeFileSync(
      path,
      readFileSync('fixtures/cli/files/old.yaml', 'utf8').replace('transwarp:', 'tls:'),
    )
    const { code, out } = await runHere([
      'upgrade',
      path,
      '--from',
      '1.3',
      '--to',
      '2.0',
      '--fix',
      '--check',
      'none',
    ])
    const text = readFileSync(path, 'utf8')
    rmSync(folder, { recursive: true })
    expect(out).toMatch(/8 places were fixed/)
    expect(code).toBe(0)
    for (const part of [
      'minSize: 5',
      'edge: {}',
      'payloadSenderQueueSize: 64',
      'ackSenderQueueSize: 4',
      'retxMaxMs: 0',
      'maxRttScale: 0',
      yaml`
        interfaceDiscovery:
          disabled: true
      `,
    ])
      expect(text).toContain(part)
    expect(runs(text, { target: '2.0', env: {} })).toBe(true)
    expect(runs(text, { target: '1.3', env: {} })).toBe(true)
  })
})
