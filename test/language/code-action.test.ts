import { describe, expect, test } from 'vitest'
import { applyEdits, diffTexts } from '../../src/fix/edits.js'
import { lint } from '../../src/index.js'
import { codeActions, viewOf } from '../../src/language/index.js'
import { cursor } from '../support/editor.js'
import { fixtures } from '../support/fixtures.js'
import { mutate, random } from '../support/mutate.js'

type Offered = { title: string; isPreferred: boolean | undefined; after: string }

function offered(marked: string, kind: string): Offered[] {
  const { text, view, offset, end } = cursor(marked)
  return codeActions(view, { start: offset, end }, { only: [kind] }).flatMap((action) =>
    action.kind === 'configuration'
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

const sound =
  'identity: {cert: a, key: a, server_cert: a, ca: a}\nctrl: {endpoint: "tls:a:1"}\ncsr: {sans: {dns: [a]}}\n'

describe('a fix', () => {
  const cases: [what: string, marked: string, title: string, after: string][] = [
    [
      'of a misspelled key',
      'v: 3\nforwarder:\n  linkDialWorkerCout|: 5\n',
      'Rename `linkDialWorkerCout` to `linkDialWorkerCount`',
      'v: 3\nforwarder:\n  linkDialWorkerCount: 5\n',
    ],
    [
      'with a word further off',
      'v: 3\nlisteners:\n  - binding: tunnel\n    options: {mode: hst|}\n',
      'Replace `hst` with `tproxy`',
      'v: 3\nlisteners:\n  - binding: tunnel\n    options: {mode: tproxy}\n',
    ],
    [
      'of a leftover',
      'v: 3\nforwarder:\n  latencyProbeInterval|: 0\n  linkDialWorkerCount: 5\n',
      'Remove `latencyProbeInterval`',
      'v: 3\nforwarder:\n  linkDialWorkerCount: 5\n',
    ],
    [
      'of an old place',
      'edge:\n  c|sr:\n    sans: {dns: [a]}\n',
      'Move `edge.csr` to `csr`',
      'edge: {}\ncsr:\n  sans: {dns: [a]}\n',
    ],
  ]
  test.each(cases)('%s', (_, marked, title, after) => {
    expect(offered(marked, 'quickfix').find((action) => action.title === title)?.after).toBe(after)
  })

  test('is preferred where it changes nothing that a router does', () => {
    const [unsafe] = offered('v: 3\nforwarder:\n  linkDialWorkerCout|: 5\n', 'quickfix')
    const [safe] = offered(
      'v: 3\nforwarder:\n  latencyProbeInterval|: 0\n  linkDialWorkerCount: 5\n',
      'quickfix',
    )
    expect([unsafe?.isPreferred, safe?.isPreferred]).toEqual([false, true])
  })

  test('knows the finding that it is about', () => {
    const { view, offset, end } = cursor('v: 3\nforwarder:\n  latencyProbeInterval|: 0\n')
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
      fixesAt('v: 3\nforwarder:\n  latencyProbeInterval: 0\n  linkDialWorkerCount: |5\n'),
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
    const { view, offset, end } = cursor('v: 3\nforwarder:\n  latencyProbeInterval|: 0\n')
    const kinds = codeActions(view, { start: offset, end }, { only: [''] }).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['quickfix', 'source.fixAll']))
    expect(kinds).toEqual(codeActions(view, { start: offset, end }).map(({ kind }) => kind))
  })

  test('are not made where nobody asks', () => {
    expect(
      offered('forwarder:\n  latencyProbeInterval|: 0\n', 'refactor').filter(({ title }) =>
        title.startsWith('Fix'),
      ),
    ).toEqual([])
  })
})

describe('findings are waved through', () => {
  const text = 'v: 3\nforwarder:\n  latencyProbeInterval|: 0\n'
  const cases: [title: string, after: string][] = [
    [
      'Suppress `obsolete-key` here',
      'v: 3\nforwarder:\n  # routerfile disable-next-line obsolete-key\n  latencyProbeInterval: 0\n',
    ],
    [
      'Suppress `obsolete-key` in this file',
      '# routerfile disable-file obsolete-key\nv: 3\nforwarder:\n  latencyProbeInterval: 0\n',
    ],
  ]
  test.each(cases)('%s', (title, after) => {
    expect(offered(text, 'quickfix').find((action) => action.title === title)?.after).toBe(after)
  })

  test('behind a dash, above the line', () => {
    expect(
      offered('link:\n  listeners:\n    - bind: |a\n', 'quickfix').find(
        ({ title }) => title === 'Suppress `bad-format` here',
      )?.after,
    ).toBe('link:\n  listeners:\n    # routerfile disable-next-line bad-format\n    - bind: a\n')
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
            'edits' in action && action.title === `Suppress \`${rule}\` here`
              ? [{ rule, after: applyEdits(text, action.edits) }]
              : [],
        ),
    )
    const wrong = all.filter(
      ({ rule, after }) =>
        said(after).length >= said(text).length ||
        said(after).some((one) => !said(text).includes(one)) ||
        !said(text).some((one) => one.startsWith(rule)),
    )
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
      offered('ctrl:\n  endpoint: "|tls:a\nv: 3\n', 'quickfix').filter(({ title }) =>
        title.startsWith('Suppress'),
      ),
    ).toEqual([])
  })
})

describe('missing keys are added', () => {
  const cases: [what: string, marked: string, title: string, after: string][] = [
    [
      'to the file, in their order',
      '|link: {}\n',
      'Add `v`, `identity`, `ctrl`',
      'link: {}\nv: 3\nidentity:\n  cert: router.cert\n  key: router.key\n  server_cert: server.cert\n  ca: ca.cert\nctrl:\n  endpoint: tls:ctrl.example.com:6262\n',
    ],
    [
      'behind those that they follow',
      '|v: 3\nlink: {}\n',
      'Add `identity`, `ctrl`',
      'v: 3\nidentity:\n  cert: router.cert\n  key: router.key\n  server_cert: server.cert\n  ca: ca.cert\nctrl:\n  endpoint: tls:ctrl.example.com:6262\nlink: {}\n',
    ],
    [
      'to an item',
      'listeners:\n  |- binding: edge\n',
      'Add `address`, `options` to `listeners[0]`',
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: router.example.com:3022\n',
    ],
    [
      'in the indentation of the file',
      'csr:\n    sans:\n        dns: [a]\nlisteners:\n    - bin|ding: edge\n      address: tls:0.0.0.0:3022\n      options: {}\n',
      'Add `advertise` to `listeners[0].options`',
      'csr:\n    sans:\n        dns: [a]\nlisteners:\n    - binding: edge\n      address: tls:0.0.0.0:3022\n      options: {advertise: router.example.com:3022}\n',
    ],
    [
      'to a map in brackets',
      'ctrl: {endpoint: "tls:a:1", |rateLimiter: {enabled: true}}\n',
      'Add `minSize` to `ctrl.rateLimiter`',
      'ctrl: {endpoint: "tls:a:1", rateLimiter: {enabled: true, minSize: 5}}\n',
    ],
    [
      'marked where nobody can guess them',
      'web:\n  - |bindPoints: []\n',
      'Add `name`, `apis` to `web[0]`',
      'web:\n  - bindPoints: []\n    name: CHANGE_ME\n    apis: []\n',
    ],
  ]
  test.each(cases)('%s', (_, marked, title, after) => {
    const { view } = cursor(marked)
    const all = codeActions(view, { start: 0, end: view.text.length }, { only: ['quickfix'] })
    const action = all.find((other) => other.title === title)
    expect(
      action
        ? action.kind !== 'configuration' && applyEdits(view.text, action.edits)
        : all.map((other) => other.title),
    ).toBe(after)
  })
})

describe('another way to write it', () => {
  const cases: [what: string, marked: string, title: string, after: string][] = [
    [
      'is a map over lines',
      `v: 3\nedge: {|heartbeatIntervalSeconds: 5, "csr":{a: [1]}} # why\n`,
      'Write `edge` over several lines',
      `v: 3\nedge:\n  heartbeatIntervalSeconds: 5\n  "csr": {a: [1]} # why\n`,
    ],
    [
      'is a list over lines',
      'csr:\n  sans:\n    dns: [a|, "b", c: 1]\n',
      'Write `dns` over several lines',
      'csr:\n  sans:\n    dns:\n      - a\n      - "b"\n      - c: 1\n',
    ],
    [
      'is an item over lines',
      'listeners:\n  - {|binding: edge, options: {}}\n',
      'Write the entry over several lines',
      'listeners:\n  - binding: edge\n    options: {}\n',
    ],
    [
      'is a list on one line',
      'csr:\n  sans:\n    dns:\n      - |a\n      - b: 1\n      - tls:c:1\n',
      'Write `dns` on one line',
      '',
    ],
    [
      'is a list of texts on one line',
      'csr:\n  sans:\n    dns:\n      - |a\n      - tls:c:1\n      - "d"\n    ip: []\n',
      'Write `dns` on one line',
      'csr:\n  sans:\n    dns: [a, "tls:c:1", "d"]\n    ip: []\n',
    ],
    [
      'is a map on one line',
      'edge:\n  |a: 1\n  b: "2"\n',
      'Write `edge` on one line',
      'edge: { a: 1, b: "2" }\n',
    ],
    ['is no map with comments', 'edge:\n  |a: 1 # why\n  b: "2"\n', 'Write `edge` on one line', ''],
    [
      'is no map with an anchor',
      'edge: &e {|a: 1}\nlink: *e\n',
      'Write `edge` over several lines',
      '',
    ],
    [
      'is a text by lines',
      'identity:\n  key: "|a\\n  b\\n"\n',
      'Write the text line by line',
      'identity:\n  key: |\n    a\n      b\n',
    ],
    [
      'is a text in quotes',
      'identity:\n  key: >\n    |a\n    b\n  cert: c\n',
      'Write the text in quotes',
      'identity:\n  key: "a b\\n"\n  cert: c\n',
    ],
    [
      'is one without an unused anchor',
      'edge: &|e {}\n',
      'Remove the unused anchor `e`',
      'edge: {}\n',
    ],
    [
      'keeps an anchor that is used',
      'edge: &|e {}\nlink: *e\n',
      'Remove the unused anchor `e`',
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
  const title = 'Put the sections into their usual order'
  const cases: [what: string, marked: string, after: string | undefined][] = [
    [
      'with the comments above them',
      '# A router.\n\n# of edge\nedge: {}\n\n# of v\nv: 3 # three\n',
      '# A router.\n\n# of v\nv: 3 # three\n\n# of edge\nedge: {}\n',
    ],
    ['with unknown ones last', 'x: 1\ny: 2\nv: 3\n', 'v: 3\nx: 1\ny: 2\n'],
    ['though the last line is open', 'edge: {}\nv: 3', 'v: 3\nedge: {}'],
    [
      'with the line ends of Windows',
      '# a\r\nedge: {}\r\n# b\r\nv: 3\r\n',
      '# b\r\nv: 3\r\n# a\r\nedge: {}\r\n',
    ],
    ['unless they have it', 'v: 3\nedge: {}\n', undefined],
    ['unless an alias would stand before its anchor', 'metrics: &m {}\nctrl: *m\n', undefined],
    ['unless one is written twice', 'edge: {}\nv: 3\nedge: {}\n', undefined],
    ['unless the text is broken', 'edge: "\nv: 3\n', undefined],
  ]
  test.each(cases)('%s', (_, text, after) => {
    const view = viewOf(text)
    const start = /^\w/m.exec(text)?.index ?? 0
    const [action] = codeActions(view, { start, end: start }, { only: ['refactor'] }).filter(
      (other) => other.title === title,
    )
    expect(action && 'edits' in action ? applyEdits(text, action.edits) : undefined).toBe(after)
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
