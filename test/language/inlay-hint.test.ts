import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import type { Options } from '../../src/index.js'
import { codeLenses, inlayHints, legend, semanticTokens, viewOf } from '../../src/language/index.js'
import { newestRelease } from '../support/releases.js'
import { yaml } from '../support/yaml.js'

describe('tokens tell', () => {
  const cases: [what: string, text: string, options: Options, tokens: string[]][] = [
    [
      'sections, keys and numbers',
      yaml`
        forwarder:
          linkDialQueueLength: 5
      `,
      {},
      ['forwarder namespace', 'linkDialQueueLength property', '5 number'],
    ],
    [
      'keys that nobody knows, with all below them',
      yaml`
        forwardr:
          a: 1
      `,
      {},
      ['forwardr namespace unknown', 'a property unread', '1 number'],
    ],
    [
      'keys with a newer one',
      yaml`
        ctrl:
          options:
            connectTimeoutMs: 5000
      `,
      { target: '2.1' },
      ['ctrl namespace', 'options property', 'connectTimeoutMs property deprecated', '5000 number'],
    ],
    [
      'leftovers',
      yaml`
        forwarder:
          latencyProbeInterval: 0
      `,
      {},
      ['forwarder namespace', 'latencyProbeInterval property deprecated', '0 number'],
    ],
    [
      'keys that a release does not read yet',
      'connectEvents: {}\n',
      { target: '0.31' },
      ['connectEvents namespace unread'],
    ],
    [
      'keys that are lost',
      yaml`
        v: 2
        v: 3
      `,
      {},
      ['v namespace unread', '2 number', 'v namespace', '3 number'],
    ],
    [
      'durations and addresses',
      yaml`
        ctrl:
          endpoint: tls:a:1
          defaultRequestTimeout: 5s
      `,
      {},
      [
        'ctrl namespace',
        'endpoint property',
        'tls:a:1 string address',
        'defaultRequestTimeout property',
        '5s number duration',
      ],
    ],
    [
      'booleans and words',
      yaml`
        enableDebugOps: yes
        listeners:
          - binding: edge
      `,
      {},
      [
        'enableDebugOps namespace',
        'yes keyword',
        'listeners namespace',
        'binding property',
        'edge enumMember',
      ],
    ],
    [
      'variables, around which values are cut',
      'ctrl:\n  endpoint: tls:${HOST}:$PORT\n',
      {},
      [
        'ctrl namespace',
        'endpoint property',
        'tls: string address',
        '${HOST} variable',
        ': string address',
        '$PORT variable',
      ],
    ],
    [
      'anchors and aliases',
      yaml`
        metrics: &a {}
        forwarder: *a
      `,
      {},
      ['metrics namespace', '&a macro declaration', 'forwarder namespace', '*a macro'],
    ],
    [
      'nothing over line ends',
      yaml`
        identity:
          cert: "a
            $B"
      `,
      {},
      ['identity namespace', 'cert property', '$B variable'],
    ],
  ]
  test.each(cases)('%s', (_, text, options, tokens) => {
    expect(
      semanticTokens(viewOf(text, options)).map(({ start, end, type, modifiers }) =>
        [text.slice(start, end), type, ...modifiers].join(' '),
      ),
    ).toEqual(tokens)
  })

  test('only what the legend has', () => {
    expect(new Set(legend.types).size).toBe(legend.types.length)
    expect(new Set(legend.modifiers).size).toBe(legend.modifiers.length)
  })
})

const shown = (
  text: string,
  options: Options,
  switches?: Parameters<typeof inlayHints>[1],
): string =>
  applyEdits(
    text,
    inlayHints(viewOf(text, options), switches).map(({ offset, label }) => ({
      start: offset,
      end: offset,
      text: ` «${label}»`,
    })),
  )

describe('hints show', () => {
  const cases: [what: string, text: string, options: Options, shown: string][] = [
    [
      'times that a section does without',
      yaml`
        ctrl:
          defaultRequestTimeout: 1s
      `,
      {},
      'ctrl: «startupTimeout: 30s»\n  defaultRequestTimeout: 1s\n',
    ],
    [
      'behind a comment',
      yaml`
        healthChecks:
          ctrlPingCheck: {} # all as it is
      `,
      {},
      'healthChecks:\n  ctrlPingCheck: {} # all as it is «interval: 30s, timeout: 15s, …»\n',
    ],
    [
      'three at most',
      yaml`
        ctrl:
          defaultRequestTimeout: 1s
          startupTimeout: 1s
          heartbeats:
      `,
      {},
      'ctrl:\n  defaultRequestTimeout: 1s\n  startupTimeout: 1s\n  heartbeats: «sendInterval: 10s, checkInterval: 1s, …»\n',
    ],
    ['none where a section has many', 'forwarder: {}\n', {}, 'forwarder: {}\n'],
    [
      'none of what is merged',
      yaml`
        ctrl:
          heartbeats: &h {sendInterval: 1s, checkInterval: 1s, closeUnresponsiveTimeout: 1s, unresponsiveAfter: 1s}
          <<: *h
      `,
      {},
      yaml`
        ctrl:
          heartbeats: &h {sendInterval: 1s, checkInterval: 1s, closeUnresponsiveTimeout: 1s, unresponsiveAfter: 1s}
          <<: *h
      `,
    ],
    [
      'units of numbers',
      yaml`
        forwarder:
          idleTxInterval: 15
          linkDialWorkerCount: 5
      `,
      {},
      'forwarder:\n  idleTxInterval: 15 «ms»\n  linkDialWorkerCount: 5\n',
    ],
    [
      'no unit that the key names',
      yaml`
        listeners:
          - binding: tunnel
            options:
              retxStartMs: 15
      `,
      {},
      yaml`
        listeners:
          - binding: tunnel
            options:
              retxStartMs: 15
      `,
    ],
    [
      'what is used instead',
      yaml`
        connectEvents:
          enabled: false
          batchInterval: 1h
          fullSyncInterval: 5m
      `,
      {},
      'connectEvents:\n  enabled: false\n  batchInterval: 1h «→ 10m»\n  fullSyncInterval: 5m\n',
    ],
    [
      'values of variables',
      'ctrl: {endpoint: "tls:${HOST}:1"}\n',
      { env: { HOST: 'a.b' } },
      'ctrl: {endpoint: "tls:${HOST}:1" «= tls:a.b:1»} «defaultRequestTimeout: 5s, …»\n',
    ],
    [
      'no value of a variable that is not known',
      'identity: {cert: "$HOME/a"}\n',
      {},
      'identity: {cert: "$HOME/a"}\n',
    ],
    [
      'no value that may be secret',
      yaml`
        transport: {handshakeTimeout: 1s, proxy: {type: http, address: a:1, username: u, password: "$P"}}
        identity: {key: $ROUTER_KEY, cert: $C}
      `,
      { env: { P: 'hunter2', ROUTER_KEY: 'abc', C: 'pem:-----BEGIN' } },
      yaml`
        transport: {handshakeTimeout: 1s, proxy: {type: http, address: a:1, username: u, password: "$P"}}
        identity: {key: $ROUTER_KEY, cert: $C}
      `,
    ],
  ]
  test.each(cases)('%s', (_, text, options, expected) => {
    expect(shown(text, options)).toBe(expected)
  })

  test('only what is switched on', () => {
    const text = yaml`
      ctrl:
        endpoint: $A
      forwarder:
        idleTxInterval: 15
    `
    expect(shown(text, { env: { A: 'tls:a:1' } }, { defaults: false, units: false })).toBe(
      'ctrl:\n  endpoint: $A «= tls:a:1»\nforwarder:\n  idleTxInterval: 15\n',
    )
    expect(
      shown(text, { env: { A: 'tls:a:1' } }, { defaults: false, units: false, variables: false }),
    ).toBe(text)
  })

  test('only those of a range', () => {
    const text = yaml`
      forwarder:
        idleTxInterval: 15
        faultTxInterval: 20
    `
    expect(
      inlayHints(viewOf(text), {}, { start: 35, end: text.length }).map(({ label, offset }) => [
        label,
        offset,
      ]),
    ).toEqual([['ms', text.length - 1]])
  })
})

describe('a double click on a hint', () => {
  /** The text once the edits of its only hint are made; undefined for a hint that cannot be written. */
  function written(text: string, options: Options = {}): string | undefined {
    const [hint, ...others] = inlayHints(viewOf(text, options))
    expect(others).toEqual([])
    return hint?.edits && applyEdits(text, hint.edits)
  }

  const cases: [what: string, text: string, after: string | undefined, options?: Options][] = [
    [
      'writes a default',
      yaml`
        ctrl:
          defaultRequestTimeout: 1s
      `,
      yaml`
        ctrl:
          defaultRequestTimeout: 1s
          startupTimeout: 30s
      `,
    ],
    [
      'writes all of several',
      yaml`
        ctrl:
          defaultRequestTimeout: 1s
          startupTimeout: 1s
          heartbeats:
        v: 3
      `,
      yaml`
        ctrl:
          defaultRequestTimeout: 1s
          startupTimeout: 1s
          heartbeats:
            sendInterval: 10s
            checkInterval: 1s
            closeUnresponsiveTimeout: 30s
            unresponsiveAfter: 5s
        v: 3
      `,
    ],
    [
      'writes into an empty map',
      'healthChecks: {ctrlPingCheck: {}}\n',
      'healthChecks: {ctrlPingCheck: {interval: 30s, timeout: 15s, initialDelay: 15s}}\n',
    ],
    [
      'writes into a map in brackets',
      'ctrl: {defaultRequestTimeout: 1s}\n',
      'ctrl: {defaultRequestTimeout: 1s, startupTimeout: 30s}\n',
    ],
    [
      'writes the value that is used instead',
      yaml`
        connectEvents:
          batchInterval: 1h # seldom
          fullSyncInterval: 5m
      `,
      yaml`
        connectEvents:
          batchInterval: 10m # seldom
          fullSyncInterval: 5m
      `,
    ],
    [
      'writes a unit where the key takes one',
      'forwarder: {unresponsiveLinkTimeout: 60000}\n',
      'forwarder: {unresponsiveLinkTimeout: 60000ms}\n',
    ],
    [
      'writes no unit where the key takes numbers alone',
      'forwarder: {idleTxInterval: 15}\n',
      undefined,
    ],
    ['does nothing to a variable', 'identity: {cert: "$C"}\n', undefined, { env: { C: 'a.cert' } }],
    ['does nothing in a broken text', 'ctrl: {\n  defaultRequestTimeout: 1s\nv: 3\n', undefined],
  ]
  test.each(cases)('%s', (_, text, after, options) => {
    expect(written(text, options)).toBe(after)
  })

  test('changes nothing for the router', () => {
    const text = yaml`
      ctrl:
        defaultRequestTimeout: 1s
      connectEvents:
        batchInterval: 1h
        fullSyncInterval: 5m
      edge:
        heartbeatIntervalSeconds: 500
      healthChecks:
        ctrlPingCheck: {}
    `
    const view = viewOf(text)
    const hints = inlayHints(view).filter(({ edits }) => edits)
    expect(hints.length).toBe(5)
    for (const { edits = [] } of hints)
      expect(viewOf(applyEdits(text, edits)).readResult.config).toEqual(view.readResult.config)
  })
})

describe('the tooltip of a hint', () => {
  const tooltipOf = (text: string, options: Options = {}): string | undefined =>
    inlayHints(viewOf(text, options))[0]?.tooltip

  test('says which release has the default, and what the key is for', () => {
    expect(tooltipOf('ctrl: {defaultRequestTimeout: 1s}\n')).toMatch(
      /^Defaults of release [\d.]+, as this key is not in the file:\n\n- `startupTimeout`: `30s`\. \w/,
    )
  })

  const cases: [what: string, text: string, said: string, options?: Options][] = [
    [
      'a value that is used instead',
      'edge: {heartbeatIntervalSeconds: 500}\n',
      'The router uses `60` instead of what is written.\n\n',
    ],
    [
      'the nearest value',
      'connectEvents: {batchInterval: 1h, fullSyncInterval: 5m}\n',
      'The router uses `10m`, the nearest value that is allowed.\n\n',
    ],
    ['a unit', 'forwarder: {idleTxInterval: 15}\n', '`idleTxInterval` is in milliseconds.\n\n'],
    [
      'a variable',
      'identity: {cert: "$C"}\n',
      '`C` is set in the environment.',
      { env: { C: 'a.cert' } },
    ],
  ]
  test.each(cases)('says where %s comes from', (_, text, said, options) => {
    expect(tooltipOf(text, options)).toContain(said)
  })
})

describe('the lens above a file shows', () => {
  const cases: [what: string, text: string, titles: string[]][] = [
    [
      'the oldest release that reads all of it',
      yaml`
        connectEvents:
          enabled: false
        ctrl:
          listeners: []
      `,
      [`release ${newestRelease()}, needs 2.0.0-pre4 or newer`, '3 errors, 1 info'],
    ],
    ['the release alone where any will do', 'v: 3\n', [`release ${newestRelease()}`, '3 errors']],
    [
      'not a word about leftovers',
      yaml`
      v: 3
      ctrl:
        dataDir: a
    `,
      [`release ${newestRelease()}`, '2 errors, 2 info'],
    ],
  ]
  test.each(cases)('%s', (_, text, titles) => {
    expect(codeLenses(viewOf(text)).map(({ title }) => title)).toEqual(titles)
  })

  test.each([
    ['v: 3\n', [], 'incomplete: missing keys are not reported yet'],
    ['v: 3\nctrll: 1\n', undefined, '3 errors'],
  ])('where %j is incomplete: what is found, or that it is', (text, findings, title) => {
    const lenses = codeLenses(viewOf(text), findings, { isIncomplete: true })
    expect(lenses.at(-1)?.title).toBe(title)
  })

  test('nothing where there is nothing', () => {
    expect(codeLenses(viewOf(''))).toEqual([])
  })
})

test('no hint is so long that an editor cuts it, and the tooltip has the rest', () => {
  const long = `${'a'.repeat(60)}.example.com`
  const text = yaml`
    v: 3
    ctrl:
      endpoint: tls:\${HOST}:6262
      heartbeats: {}
    link:
      heartbeats: {}
    metrics: {}
    healthChecks:
      ctrlPingCheck: {}
  `
  const hints = inlayHints(viewOf(text, { env: { HOST: long } }))
  expect(hints.length).toBeGreaterThan(2)
  expect(hints.filter(({ label }) => label.length > 43)).toEqual([])
  const variable = hints.find(({ kind }) => kind === 'variable')
  expect(variable?.label).toMatch(/^= tls:a+…$/)
  expect(variable?.tooltip).toContain(`tls:${long}:6262`)
})
