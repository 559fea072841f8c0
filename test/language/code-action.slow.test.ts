import { describe, expect, test } from 'vitest'
import { applyEdits, diffTexts } from '../../src/edit/edits.js'
import type { Options } from '../../src/index.js'
import { lint } from '../../src/index.js'
import { codeActions, viewOf } from '../../src/language/index.js'
import { cursor } from '../support/editor.js'
import { fixtures } from '../support/fixtures.js'
import { mutate, random } from '../support/mutate.js'
import { expectWithin } from '../support/promises.js'
import { yaml } from '../support/yaml.js'

type Offered = { title: string; isPreferred: boolean | undefined; after: string }

function offered(marked: string, kind: string, options: Options = {}): Offered[] {
  const { text, view, offset, end } = cursor(marked, options)
  return codeActions(view, { start: offset, end }, { only: [kind] }).flatMap((action) =>
    !('edits' in action)
      ? []
      : [
          {
            title: action.title,
            isPreferred: action.isPreferred,
            after: applyEdits(text, action.edits),
          },
        ],
  )
}

const sound = yaml`
    identity: {cert: a, key: a, server_cert: a, ca: a}
    ctrl: {endpoint: "tls:a:1"}
    csr: {sans: {dns: [a]}}
  `

describe('a fix', () => {
  const cases: [what: string, marked: string, title: string, after: string][] = [
    [
      'of a misspelled key',
      yaml`
        v: 3
        forwarder:
          linkDialWorkerCout|: 5
      `,
      'Rename `linkDialWorkerCout` to `linkDialWorkerCount`',
      yaml`
        v: 3
        forwarder:
          linkDialWorkerCount: 5
      `,
    ],
    [
      'with a word further off',
      yaml`
        v: 3
        listeners:
          - binding: tunnel
            options: {mode: hst|}
      `,
      'Replace `hst` with `tproxy`',
      yaml`
        v: 3
        listeners:
          - binding: tunnel
            options: {mode: tproxy}
      `,
    ],
    [
      'of a leftover',
      yaml`
        v: 3
        forwarder:
          latencyProbeInterval|: 0
          linkDialWorkerCount: 5
      `,
      'Remove `latencyProbeInterval`',
      yaml`
        v: 3
        forwarder:
          linkDialWorkerCount: 5
      `,
    ],
    [
      'of an old place',
      yaml`
        edge:
          c|sr:
            sans: {dns: [a]}
      `,
      'Move `edge.csr` to `csr`',
      yaml`
        edge: {}
        csr:
          sans: {dns: [a]}
      `,
    ],
    [
      'of an unknown key, which removes it',
      yaml`
        forwarder:
          strange|: 0
          linkDialWorkerCount: 5
      `,
      'Remove unknown key `strange`',
      yaml`
        forwarder:
          linkDialWorkerCount: 5
      `,
    ],
    [
      'of an edge listener, which adds `edge`',
      yaml`
        csr: {sans: {dns: [a]}}
        listeners:
          - binding: ed|ge
            address: tls:0.0.0.0:3022
            options: {advertise: "a:3022"}
      `,
      'Add `edge: {}`',
      yaml`
        csr: {sans: {dns: [a]}}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options: {advertise: "a:3022"}
        edge: {}
      `,
    ],
    [
      'of an edge listener, which fills `edge`',
      yaml`
        edge:
        listeners:
          - binding: ed|ge
            address: tls:0.0.0.0:3022
            options: {advertise: "a:3022"}
      `,
      'Set `edge` to `{}`',
      yaml`
        edge: {}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options: {advertise: "a:3022"}
      `,
    ],
    [
      'of a missing request, which has an example',
      yaml`
        |v: 3
      `,
      'Add `csr` with the example host `router.example.com`',
      yaml`
        v: 3
        csr:
          sans:
            dns:
              - localhost
              - router.example.com
      `,
    ],
    [
      'of a missing server certificate, which is beside the other',
      yaml`
        iden|tity:
          cert: certs/a.cert
          key: certs/a.key
          ca: certs/a.cas
      `,
      'Add `server_cert: certs/a.server.chain.cert` to `identity`',
      yaml`
        identity:
          cert: certs/a.cert
          server_cert: certs/a.server.chain.cert
          key: certs/a.key
          ca: certs/a.cas
      `,
    ],
    [
      'of an address in use, with the address that is advertised',
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:a:6000
            - binding: transport
              bind: tls:0.0.0.0:60|00
              advertise: tls:a:6000
            - binding: transport
              bind: tls:0.0.0.0:6001
              advertise: tls:a:6001
      `,
      'Change port 6000 to 6002, which is free',
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:a:6000
            - binding: transport
              bind: tls:0.0.0.0:6002
              advertise: tls:a:6002
            - binding: transport
              bind: tls:0.0.0.0:6001
              advertise: tls:a:6001
      `,
    ],
  ]
  test.each(cases)('%s', (_, marked, title, after) => {
    expect(offered(marked, 'quickfix').find((action) => action.title === title)?.after).toBe(after)
  })

  test('of a missing request without edge is at the top in every release', () => {
    const text =
      '|v: 3\nidentity: {cert: a, key: b, server_cert: c, ca: d}\nctrl: {endpoint: tls:a.example.com:6262}\n'
    const action = offered(text, 'quickfix', { target: '1.0' }).find(({ title }) =>
      title.includes('csr'),
    )
    expect(action?.after).toMatch(/^csr:\n {2}sans:/m)
  })

  test.each([
    ['stray: 1', []],
    ['stray: { path: a }', ['Rename `stray` to `trace`']],
    ['stray:', ['Rename `stray` to `trace`']],
    ['tracee: 1', ['Rename `tracee` to `trace`']],
    ['cst: []', ['Rename `cst` to `csr`']],
  ])('of the unknown key in %j is not a key for another kind of value', (line, expected) => {
    const titles = offered(`v: 3\n|${line}\n`, 'quickfix').map(({ title }) => title)
    expect(titles.filter((title) => /`(?:trace|csr)`$/.test(title))).toEqual(expected)
  })

  test('is preferred where it changes nothing that a router does', () => {
    const [unsafe] = offered(
      yaml`
      v: 3
      forwarder:
        linkDialWorkerCout|: 5
    `,
      'quickfix',
    )
    const [safe] = offered(
      yaml`
        v: 3
        forwarder:
          latencyProbeInterval|: 0
          linkDialWorkerCount: 5
      `,
      'quickfix',
    )
    expect([unsafe?.isPreferred, safe?.isPreferred]).toEqual([false, true])
  })

  test('knows the finding that it is about', () => {
    const { view, offset, end } = cursor(yaml`
      v: 3
      forwarder:
        latencyProbeInterval|: 0
    `)
    const [action] = codeActions(view, { start: offset, end }, { only: ['quickfix'] })
    expect(
      action &&
        'diagnostic' in action &&
        action.diagnostic !== undefined &&
        view.diagnostics()[action.diagnostic]?.rule,
    ).toBe('obsolete-key')
  })

  test('is offered only where its finding is', () => {
    const fixesAt = (marked: string): string[] =>
      offered(marked, 'quickfix').map(({ title }) => title)
    expect(
      fixesAt(yaml`
        v: 3
        forwarder:
          latencyProbeInterval: 0
          linkDialWorkerCount: |5
      `),
    ).toEqual([])
  })
})

describe('all safe fixes at once', () => {
  test.each([
    ...fixtures('invalid').filter(({ name }) => !name.endsWith('before-services.yaml')),
    ...fixtures('samples').filter(({ name }) => name.endsWith('home.yaml')),
  ])('of $name leave nothing to fix', ({ text, options }) => {
    const [action] = codeActions(viewOf(text, options), { start: 0, end: 0 }, { only: ['source'] })
    if (action?.kind !== 'source.fixAll') throw new Error('nothing to fix')
    const after = applyEdits(text, action.edits)
    expect(lint(after, options).filter(({ fix }) => fix && !fix.unsafe)).toEqual([])
    expect(
      codeActions(viewOf(after, options), { start: 0, end: 0 }, { only: ['source.fixAll'] }),
    ).toEqual([])
  })

  test('are among the actions of the empty kind, which are all', () => {
    const { view, offset, end } = cursor(yaml`
      v: 3
      forwarder:
        latencyProbeInterval|: 0
    `)
    const kinds = codeActions(view, { start: offset, end }, { only: [''] }).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['quickfix', 'source.fixAll']))
    expect(kinds).toEqual(codeActions(view, { start: offset, end }).map(({ kind }) => kind))
  })

  test('are not made where nobody asks', () => {
    expect(
      offered(
        yaml`
        forwarder:
          latencyProbeInterval|: 0
      `,
        'refactor',
      ).filter(({ title }) => title.startsWith('Fix')),
    ).toEqual([])
  })
})

describe('findings are suppressed', () => {
  const text = yaml`
    v: 3
    forwarder:
      latencyProbeInterval|: 0
  `
  const cases: [title: string, after: string][] = [
    [
      'Suppress `obsolete-key` on this line',
      yaml`
        v: 3
        forwarder:
          # routerfile disable-next-line obsolete-key
          latencyProbeInterval: 0
      `,
    ],
    [
      'Suppress `obsolete-key` in this file',
      yaml`
        # routerfile disable-file obsolete-key
        v: 3
        forwarder:
          latencyProbeInterval: 0
      `,
    ],
  ]
  test.each(cases)('%s', (title, after) => {
    expect(offered(text, 'quickfix').find((action) => action.title === title)?.after).toBe(after)
  })

  // These end a line for the router's reader, and so for the linter, but not for editors.
  test.each(['\x85', '\u2028', '\u2029'])('in the lines of the reader: %j', (lineEnd) => {
    const lines = `v: 3 # one${lineEnd}forwarder:${lineEnd}  |latencyProbeInterval: 0\n`
    const title = 'Suppress `obsolete-key` on this line'
    const { after = '' } = offered(lines, 'quickfix').find((action) => action.title === title) ?? {}
    expect(after).toBe(
      `v: 3 # one${lineEnd}forwarder:${lineEnd}  # routerfile disable-next-line obsolete-key\n  latencyProbeInterval: 0\n`,
    )
    const listRules = (text: string): string[] => lint(text).map(({ rule }) => rule)
    expect(listRules(lines.replace('|', ''))).toContain('obsolete-key')
    expect(listRules(after)).not.toContain('obsolete-key')
    expect(listRules(after)).not.toContain('unused-suppression')
  })

  test('only in the whole file where they are about the whole file', () => {
    const titles = offered('|# North.\nv: 3\n', 'quickfix').map(({ title }) => title)
    expect(titles).toContain('Suppress `missing-key` in this file')
    expect(titles).not.toContain('Suppress `missing-key` on this line')
  })

  test('behind a dash, above the line', () => {
    expect(
      offered(
        yaml`
        link:
          listeners:
            - bind: |a
      `,
        'quickfix',
      ).find(({ title }) => title === 'Suppress `bad-format` on this line')?.after,
    ).toBe(yaml`
      link:
        listeners:
          # routerfile disable-next-line bad-format
          - bind: a
    `)
  })

  test.each(
    [...fixtures('invalid'), ...fixtures('samples')].filter(({ name }) =>
      /leftovers|renewed|home|container/.test(name),
    ),
  )('in $name, so that each is gone and nothing else is said', ({ text, options }) => {
    const said = (one: string): string[] =>
      lint(one, options).map(
        ({ rule, message }) => `${rule} ${message.replaceAll(/\bline \d+/g, 'line')}`,
      )
    const before = said(text)
    const view = viewOf(text, options)
    const all = view.diagnostics().flatMap(
      ({
        rule,
        range: {
          start: { offset },
        },
      }) =>
        codeActions(view, { start: offset, end: offset }, { only: ['quickfix'] }).flatMap(
          (action) =>
            'edits' in action && action.title === `Suppress \`${rule}\` on this line`
              ? [{ rule, after: applyEdits(text, action.edits) }]
              : [],
        ),
    )
    const wrong = all.filter(({ rule, after }) => {
      const left = said(after)
      return (
        left.length >= before.length ||
        left.some((one) => !before.includes(one)) ||
        !before.some((one) => one.startsWith(rule))
      )
    })
    expect(wrong).toEqual([])
    expect(all.length).toBeGreaterThan(0)
  })

  test('in the configuration, by the rule', () => {
    const { view, offset, end } = cursor(text)
    expect(
      codeActions(view, { start: offset, end }).find(({ kind }) => kind === 'configuration'),
    ).toMatchObject({ rule: 'obsolete-key' })
  })

  test('never where the text cannot be read', () => {
    expect(
      offered(
        yaml`
        ctrl:
          endpoint: "|tls:a
        v: 3
      `,
        'quickfix',
      ).filter(({ title }) => title.startsWith('Suppress')),
    ).toEqual([])
  })
})

describe('missing keys are added', () => {
  const cases: [what: string, marked: string, title: string, after: string][] = [
    [
      'to the file, in their order',
      '|link: {}\n',
      'Add `v`, `identity`, `ctrl`',
      yaml`
        link: {}
        v: 3
        identity:
          cert: pki/router.cert
          key: pki/router.key
          server_cert: pki/router.server.chain.cert
          ca: pki/router.cas
        ctrl:
          endpoint: tls:ctrl.example.com:6262
      `,
    ],
    [
      'behind those that they follow',
      '|v: 3\nlink: {}\n',
      'Add `identity`, `ctrl`',
      yaml`
        v: 3
        identity:
          cert: pki/router.cert
          key: pki/router.key
          server_cert: pki/router.server.chain.cert
          ca: pki/router.cas
        ctrl:
          endpoint: tls:ctrl.example.com:6262
        link: {}
      `,
    ],
    [
      'to an item',
      yaml`
        listeners:
          |- binding: edge
      `,
      'Add `address`, `options` to `listeners[0]`',
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: router.example.com:3022
      `,
    ],
    [
      'in the indentation of the file',
      yaml`
        csr:
            sans:
                dns: [a]
        listeners:
            - bin|ding: edge
              address: tls:0.0.0.0:3022
              options: {}
      `,
      'Add `advertise` to `listeners[0].options`',
      yaml`
        csr:
            sans:
                dns: [a]
        listeners:
            - binding: edge
              address: tls:0.0.0.0:3022
              options: {advertise: router.example.com:3022}
      `,
    ],
    [
      'to a map in brackets',
      'ctrl: {endpoint: "tls:a:1", |rateLimiter: {enabled: true}}\n',
      'Add `minSize` to `ctrl.rateLimiter`',
      'ctrl: {endpoint: "tls:a:1", rateLimiter: {enabled: true, minSize: 5}}\n',
    ],
    [
      'marked where nobody can guess them',
      yaml`
        web:
          - |bindPoints: []
      `,
      'Add `name`, `apis` to `web[0]`',
      yaml`
        web:
          - bindPoints: []
            name: CHANGE_ME
            apis: []
      `,
    ],
  ]
  test.each(cases)('%s', (_, marked, title, after) => {
    const { view } = cursor(marked)
    const all = codeActions(view, { start: 0, end: view.text.length }, { only: ['quickfix'] })
    const action = all.find((other) => other.title === title)
    expect(
      action
        ? 'edits' in action && applyEdits(view.text, action.edits)
        : all.map((other) => other.title),
    ).toBe(after)
  })
})

describe('another way to write it', () => {
  const cases: [what: string, marked: string, title: string, after: string][] = [
    [
      'is a map over lines',
      yaml`
        v: 3
        edge: {|heartbeatIntervalSeconds: 5, "csr":{a: [1]}} # why
      `,
      'Write `edge` on several lines',
      yaml`
        v: 3
        edge:
          heartbeatIntervalSeconds: 5
          "csr": {a: [1]} # why
      `,
    ],
    [
      'is a list over lines',
      yaml`
        csr:
          sans:
            dns: [a|, "b", c: 1]
      `,
      'Write `dns` on several lines',
      yaml`
        csr:
          sans:
            dns:
              - a
              - "b"
              - c: 1
      `,
    ],
    [
      'is an item over lines',
      yaml`
        listeners:
          - {|binding: edge, options: {}}
      `,
      'Write the entry on several lines',
      yaml`
        listeners:
          - binding: edge
            options: {}
      `,
    ],
    [
      'is a list on one line',
      yaml`
        csr:
          sans:
            dns:
              - |a
              - b: 1
              - tls:c:1
      `,
      'Write `dns` on one line',
      '',
    ],
    [
      'is a list of texts on one line',
      yaml`
        csr:
          sans:
            dns:
              - |a
              - tls:c:1
              - "d"
            ip: []
      `,
      'Write `dns` on one line',
      yaml`
        csr:
          sans:
            dns: [a, "tls:c:1", "d"]
            ip: []
      `,
    ],
    [
      'is a map on one line',
      yaml`
        edge:
          |a: 1
          b: "2"
      `,
      'Write `edge` on one line',
      'edge: { a: 1, b: "2" }\n',
    ],
    [
      'is no map with comments',
      yaml`
      edge:
        |a: 1 # why
        b: "2"
    `,
      'Write `edge` on one line',
      '',
    ],
    [
      'is no map with an anchor',
      yaml`
        edge: &e {|a: 1}
        link: *e
      `,
      'Write `edge` on several lines',
      '',
    ],
    [
      'is a text by lines',
      'identity:\n  key: "|a\\n  b\\n"\n',
      'Write `key` as a block of lines',
      yaml`
        identity:
          key: |
            a
              b
      `,
    ],
    [
      'is a text in quotes',
      yaml`
        identity:
          key: >
            |a
            b
          cert: c
      `,
      'Write `key` in quotes on one line',
      'identity:\n  key: "a b\\n"\n  cert: c\n',
    ],
    ['is one without an unused anchor', 'edge: &|e {}\n', 'Remove unused anchor `e`', 'edge: {}\n'],
    [
      'keeps an anchor that is used',
      yaml`
        edge: &|e {}
        link: *e
      `,
      'Remove unused anchor `e`',
      '',
    ],
  ]
  test.each(cases)('%s', (_, marked, title, after) => {
    expect(
      offered(marked, 'refactor.rewrite').find((action) => action.title === title)?.after ?? '',
    ).toBe(after)
  })
})

describe('sections get their usual order', () => {
  const title = 'Sort the sections into their usual order'
  const cases: [what: string, marked: string, after: string | undefined][] = [
    [
      'with the comments above them',
      yaml`
        # A router.

        # of edge
        edge: {}

        # of v
        v: 3 # three
      `,
      yaml`
        # A router.

        # of v
        v: 3 # three

        # of edge
        edge: {}
      `,
    ],
    [
      'with unknown ones last',
      yaml`
      x: 1
      y: 2
      v: 3
    `,
      yaml`
      v: 3
      x: 1
      y: 2
    `,
    ],
    [
      'though the last line is open',
      yaml`
      edge: {}
      v: 3`,
      yaml`
      v: 3
      edge: {}`,
    ],
    [
      'with the line ends of Windows',
      '# a\r\nedge: {}\r\n# b\r\nv: 3\r\n',
      '# b\r\nv: 3\r\n# a\r\nedge: {}\r\n',
    ],
    [
      'unless they have it',
      yaml`
      v: 3
      edge: {}
    `,
      undefined,
    ],
    [
      'unless an alias would stand before its anchor',
      yaml`
      metrics: &m {}
      ctrl: *m
    `,
      undefined,
    ],
    [
      'unless one is written twice',
      yaml`
      edge: {}
      v: 3
      edge: {}
    `,
      undefined,
    ],
    [
      'unless the text is broken',
      yaml`
      edge: "
      v: 3
    `,
      undefined,
    ],
  ]
  test.each(cases)('%s', (_, text, after) => {
    const view = viewOf(text)
    const start = /^\w/m.exec(text)?.index ?? 0
    const [action] = codeActions(view, { start, end: start }, { only: ['refactor'] }).filter(
      (other) => other.title === title,
    )
    expect(action && 'edits' in action ? applyEdits(text, action.edits) : undefined).toBe(after)
  })

  test('in bounded work where editors see one line, since only YAML ends its lines', () => {
    const text =
      'v: 3\n' + Array.from({ length: 25_000 }, (_, index) => `k${index}: 1 # c\u2028`).join('')
    const view = viewOf(text)
    expect(view.diagnostics().length).toBeGreaterThan(0)
    expectWithin(20, () => codeActions(view, { start: 0, end: 0 }, { only: ['refactor'] }))
  })
})

describe('the difference of two texts', () => {
  const cases: [before: string, after: string, edits: number][] = [
    ['', '', 0],
    ['', 'a\n', 1],
    ['a\n', '', 1],
    ['a\nb\nc\nd\n', 'a\nc\nd\n', 1],
    ['a\nb\nc\nd\ne\nf\n', 'x\nb\nc\nd\ne\ny\n', 2],
    ['a\r\nb', 'a\r\nb\r\n', 1],
  ]
  test.each(cases)('of %j and %j has its edits', (before, after, edits) => {
    expect(applyEdits(before, diffTexts(before, after))).toBe(after)
    expect(diffTexts(before, after)).toHaveLength(edits)
  })

  test('makes one of the other', () => {
    const next = random(3)
    const texts = fixtures('valid').map(({ text }) => text)
    const pairs = Array.from(
      { length: 300 },
      (_, index) =>
        [
          texts[index % texts.length] ?? '',
          mutate(texts[index % texts.length] ?? '', next),
        ] as const,
    )
    expect(
      pairs.filter(([before, after]) => applyEdits(before, diffTexts(before, after)) !== after),
    ).toEqual([])
  })
})

test('the files are as sound as they look', () => {
  expect(lint(`v: 3\n${sound}`).filter(({ severity }) => severity === 'error')).toEqual([])
})
