import { describe, expect, test, vi } from 'vitest'
import type { Options } from '../../src/core.js'
import { hover } from '../../src/language/index.js'
import { cursor } from '../support/editor.js'
import { newestRelease } from '../support/releases.js'
import { yaml } from '../support/yaml.js'

const shown = (marked: string, options: Options = {}): string | undefined => {
  const { view, offset } = cursor(marked, options)
  return hover(view, offset)?.contents
}

describe('hovering', () => {
  test('over a key says what is known of it, and what the router does with it in this file', () => {
    expect(
      shown(yaml`
      forwarder:
        linkDial|WorkerCount: 5
    `),
    ).toBe(
      [
        '**`forwarder.linkDialWorkerCount`**',
        'Number of parallel link dials.',
        '- in this file: `5`\n- type: integer\n- default: `32`\n- bounds: between 2 and 10000\n- if empty, of the wrong type or out of range: the router refuses to start\n- source: `router/env/config_forwarder.go`',
        'Changes:',
        '- \\>=0.32.0: The number no longer sets the size of the rate-limited pool too. Move a value meant for that pool to rateLimitedWorkerCount.',
      ].join('\n\n'),
    )
  })

  test('says what the router uses before what the value means', () => {
    expect(shown('forwarder: { idle|CircuitTimeout: 90000 }')).toMatch(
      /\n\n- in this file: `90000`\n- `90000` ms = `1m30s`\n- type/,
    )
  })

  test.each([
    ['that is unknown', 'forwarder: { linkDialWorkerCnt|: 5 }', undefined],
    ['without effect', 'ctrl: { options: { maxQueued|Connects: 5 } }', /^\*\*`ctrl\.options\.max/],
    ['that a later release reads', 'ctrl: { options: { connect|Timeout: 1s } }', /^\*\*`ctrl\.opt/],
    ['beside another', 'ctrl: { endpoint: "tls:a:1", end|points: ["tls:a:1"] }', /^\*\*`ctrl\.end/],
  ])('leaves to the findings what is wrong with a key %s', (_, marked, start) => {
    const { view, offset } = cursor(marked)
    const found = view.findings().filter(({ span }) => span.start <= offset && offset <= span.end)
    expect(found.length).toBeGreaterThan(0)
    const contents = shown(marked)
    if (start === undefined) expect(contents).toBe(undefined)
    else expect(contents).toMatch(start)
    for (const { message } of found) expect(contents ?? '').not.toContain(message)
    expect(contents ?? '').not.toContain('does not read')
  })

  test('lists the changes of a key from the oldest release to the newest', () => {
    const contents = shown('ctrl: { end|point: "tls:a:1" }', { target: '0.31' }) ?? ''
    const releases = [...contents.matchAll(/^- \\>=([\d.]+)/gm)].map(([, release]) => release)
    expect(releases.length).toBeGreaterThan(3)
    expect(releases).toEqual(
      releases.toSorted((left = '', right = '') =>
        left.localeCompare(right, 'en', { numeric: true }),
      ),
    )
  })

  test('leads to the page of the key, if it is published', async () => {
    vi.stubGlobal('PACKAGE_HOMEPAGE', 'https://example.com')
    vi.resetModules()
    const published = await import('../../src/language/index.js')
    const { offset, text } = cursor('link: { li|steners: [] }')
    expect(published.hover(published.viewOf(text), offset)?.contents).toMatch(
      /\n\n\[More about `link\.listeners`\]\(https:\/\/example\.com\/keys\/link\.listeners\)$/,
    )
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('over the id of a rule in a comment says what the rule reports', () => {
    const contents = shown('# routerfile disable-file csr-missing, same-|address\nv: 3\n')
    expect(contents).toMatch(
      /^\*\*`same-address`\*\* \(error\)\n\nTwo listeners use the same address\./,
    )
    expect(shown('# same-|address\nv: 3\n')).toBeUndefined()
    expect(shown('# routerfile dis|able-file same-address\nv: 3\n')).toBeUndefined()
  })

  const cases: [what: string, marked: string, said: string, options?: Options][] = [
    ['a section', 'li|nk: {}', 'Links to other routers'],
    ['a key that must be there', 'id|entity: {}', 'required'],
    ['a key with a unit', 'forwarder: { idle|CircuitTimeout: 1000 }', 'in ms'],
    ['a number with a unit', 'forwarder: { idleCircuitTimeout: 90|000 }', '`90000` ms = `1m30s`'],
    [
      'a key that is as written',
      'forwarder: { idle|CircuitTimeout: 1000 }',
      'in this file: `1000`',
    ],
    [
      'a key whose value does not count',
      'edge: { heartbeat|IntervalSeconds: 500 }',
      'in this file: `60`, instead of what is written',
    ],
    [
      'a key that is out of bounds',
      'connectEvents: { batch|Interval: 1h }',
      'in this file: `10m`, the nearest that is allowed',
    ],
    [
      'what changed',
      yaml`
        link:
          listeners:
            - bind|ing: transport
      `,
      '\\>=2.1.0-pre2: The router refuses an unknown binding.',
    ],
    ['a duration', 'ctrl: { defaultRequestTimeout: 1m|30s }', '`1m30s` = 90 000 ms'],
    [
      'an address',
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0|.0.0:3022
      `,
      'protocol TLS, host `0.0.0.0` (every interface), port `3022`',
    ],
    [
      'an address of a name',
      'ctrl: { end|point: "tls:ctrl.example.com:6262" }',
      'protocol TLS, host `ctrl.example.com`, port `6262`',
    ],
    [
      'a host and a port',
      yaml`
        listeners:
          - binding: edge
            options: { advertise: "r.exam|ple.com:3022" }`,
      'host `r.example.com`, port `3022`',
    ],
    [
      'a word',
      yaml`
      listeners:
        - binding: tun|nel
    `,
      '`tunnel`: the built-in tunneler',
    ],
    [
      'a program behind a word',
      yaml`
        listeners:
          - binding: tunnel
            options: { mode: "tproxy:/bin/di|vert" }`,
      'intercepts traffic',
    ],
    [
      'a key below one that this release does not read',
      yaml`
        managedConfig:
          all|ow: [a]
      `,
      `**Release ${newestRelease()} does not read this key; it is read by releases >=2.1.0-pre1.**`,
    ],
    [
      'a key in a section that no release reads',
      yaml`
        transport:
          ws:
            write|Timeout: 10
      `,
      `**Release ${newestRelease()} does not read what is in \`transport.ws\`.**`,
    ],
    [
      'the same where it does',
      yaml`
        ctrl:
          options:
            connect|Timeout: 1s
      `,
      'in this file: `1s`',
      { target: '2.1.0-pre2' },
    ],
    [
      'an old key',
      yaml`
        ctrl:
          options:
            connect|TimeoutMs: 5
      `,
      '(deprecated)',
      { target: '2.1' },
    ],
    [
      'a value behind an alias',
      yaml`
        ctrl:
          defaultRequestTimeout: &t 7s
          startupTimeout: *|t
      `,
      '`7s` = 7 000 ms',
    ],
    [
      'a key in a map that an alias uses',
      yaml`
        x-link: &link
          min|RetryInterval: 5s
        link:
          dialers:
            - binding: transport
              healthyDialBackoff: *link
      `,
      '`link.dialers[].healthyDialBackoff.minRetryInterval`',
    ],
    [
      'a key in a map that is merged',
      yaml`
        x-link: &link
          start|upDelay: 5s
        link:
          dialers:
            - <<: *link
              binding: transport
      `,
      '`link.dialers[].startupDelay`',
    ],
    [
      'a merge',
      yaml`
        x-link: &link
          startupDelay: 5s
        link:
          dialers:
            - <|<: *link
      `,
      'takes over `startupDelay`',
    ],
    [
      'a value with a variable that is known',
      'ctrl: { defaultRequestTimeout: "${T|IMEOUT}" }',
      '`9s` = 9 000 ms',
      { env: { TIMEOUT: '9s' } },
    ],
    [
      'a value with one that is not',
      'ctrl: { defaultRequestTimeout: "${T|IMEOUT}" }',
      'depends on variables that are not known here',
    ],
    [
      'a key stored elsewhere',
      yaml`
        edge:
          csr:
            coun|try: DE
            sans: {}
      `,
      'in this file: `DE`',
    ],
    [
      'a list of texts',
      yaml`
      csr:
        sans:
          d|ns: [a, b]
    `,
      '`["a","b"]`',
    ],
    [
      'a key with something broken elsewhere',
      yaml`
        ctrl: {
        forwarder:
          linkDial|WorkerCount: 5
      `,
      'Number of parallel link dials',
    ],
    [
      'a key in a file written as JSON',
      '{"v": 3, "forwarder": {"linkDial|WorkerCount": 5}}',
      'in this file: `5`',
    ],
  ]
  test.each(cases)('over %s', (_, marked, said, options) => {
    expect(shown(marked, options)).toContain(said)
  })

  test('names the span that it is about', () => {
    const { view, offset, text } = cursor(yaml`
      forwarder:
        linkDial|WorkerCount: 5
    `)
    const found = hover(view, offset)
    expect(found && text.slice(found.start, found.end)).toBe('linkDialWorkerCount')
  })

  test.each([
    'v: 3 # a com|ment\n',
    yaml`
    v: 3
    |
  `,
    '|',
    'foo: { bar: b|az }\n',
  ])('over nothing says nothing: %j', (marked) => {
    expect(shown(marked)).toBeUndefined()
  })

  const secrets: [what: string, marked: string, options?: Options][] = [
    [
      'a password',
      yaml`
      proxy:
        type: http
        username: me
        pass|word: hunter2
    `,
    ],
    [
      'the value of a password',
      yaml`
      proxy:
        type: http
        username: me
        password: hun|ter2
    `,
    ],
    [
      'a password from a variable',
      'proxy:\n  type: http\n  username: me\n  password: ${P|W}\n',
      { env: { PW: 'hunter2' } },
    ],
    [
      'a key in the file',
      yaml`
      identity:
        key: "pem:-----BEGIN hunt|er2"
    `,
    ],
  ]
  test.each(secrets)('over %s shows no secret', (_, marked, options) => {
    expect(shown(marked, options)).toMatch(/type: /)
    expect(shown(marked, options)).not.toContain('hunter2')
  })
})
