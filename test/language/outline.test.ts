import { describe, expect, test } from 'vitest'
import type { DocumentSymbol } from '../../src/language/index.js'
import {
  foldingRanges,
  documentLinks,
  selectionRanges,
  textSelectionRanges,
  documentSymbols,
  viewOf,
} from '../../src/language/index.js'
import { cursor } from '../support/editor.js'
import { largeFile } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

const lines = (found: readonly DocumentSymbol[], depth = 0): string[] =>
  found.flatMap(({ name, detail, kind, children }) => [
    `${'  '.repeat(depth)}${kind} ${name}${detail ? `: ${detail}` : ''}`,
    ...lines(children, depth + 1),
  ])

describe('the outline names', () => {
  const cases: [what: string, text: string, outline: string[]][] = [
    [
      'sections and values',
      yaml`
        v: 3
        ctrl:
          endpoint: tls:a:1
      `,
      ['value v: 3', 'section ctrl', '  value endpoint: tls:a:1'],
    ],
    [
      'listeners by binding and address',
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
      `,
      [
        'section listeners: 1 entry',
        '  listener listeners[0] edge tls:0.0.0.0:3022',
        '    value binding: edge',
        '    value address: tls:0.0.0.0:3022',
      ],
    ],
    [
      'tunnels by their mode',
      yaml`
        listeners:
          - binding: tunnel
            options: {mode: host}
      `,
      [
        'section listeners: 1 entry',
        '  listener listeners[0] tunnel host',
        '    value binding: tunnel',
        '    map options',
        '      value mode: host',
      ],
    ],
    [
      'dialers by their groups',
      yaml`
        link:
          dialers:
            - groups: [a, b]
      `,
      [
        'section link',
        '  list dialers: 1 entry',
        '    dialer dialers[0] a, b',
        '      list groups: 2 entries',
        '        value groups[0] a',
        '        value groups[1] b',
      ],
    ],
    [
      'web servers by their name',
      yaml`
        web:
          - name: health
      `,
      ['section web: 1 entry', '  map web[0] health', '    value name: health'],
    ],
    [
      'aliases as they are',
      yaml`
      metrics: &m {}
      edge: *m
    `,
      ['section metrics', 'value edge: *m'],
    ],
    [
      'texts by their first line',
      yaml`
        identity:
          cert: >
            a
            b
      `,
      ['section identity', '  value cert: >'],
    ],
    [
      'no password',
      yaml`
        transport:
          proxy:
            username: me
            password: hunter2
      `,
      ['section transport', '  map proxy', '    value username: me', '    value password: …'],
    ],
    [
      'no key in the text',
      yaml`
        identity:
          key: "pem:-----BEGIN PRIVATE KEY-----abc"
      `,
      ['section identity', '  value key: …'],
    ],
    [
      'what can be read of a broken text',
      yaml`
        ctrl:
          endpoint: "tls:a
        metrics:
          messageQueueSize: 5
      `,
      ['section ctrl', '  value endpoint', 'section metrics', '  value messageQueueSize: 5'],
    ],
    ['nothing in an empty text', '', []],
  ]
  test.each(cases)('%s', (_, text, outline) => {
    expect(lines(documentSymbols(viewOf(text)))).toEqual(outline)
  })

  test('each by the place of its name', () => {
    const text = yaml`
      listeners:
        - binding: edge
          address: a
    `
    const [list] = documentSymbols(viewOf(text))
    expect(text.slice(list?.nameStart, list?.nameEnd)).toBe('listeners')
    expect(text.slice(list?.children[0]?.nameStart, list?.children[0]?.nameEnd)).toBe(
      'binding: edge',
    )
    expect(text.slice(list?.start, list?.end)).toBe(text.trimEnd())
  })
})

describe('a limited outline', () => {
  const text = yaml`
    v: 3
    ctrl:
      endpoint: tls:a:1
    listeners:
      - binding: edge
        options:
          advertise: a:1
      - binding: tunnel
    edge: {}
  `
  const limits: [maxSymbols: number, outline: string[]][] = [
    [4, ['value v: 3', 'section ctrl', 'section listeners: 2 entries', 'section edge']],
    [
      6,
      [
        'value v: 3',
        'section ctrl',
        'section listeners: 2 entries',
        '  listener listeners[0] edge',
        '  listener listeners[1] tunnel',
        'section edge',
      ],
    ],
    [
      8,
      [
        'value v: 3',
        'section ctrl',
        '  value endpoint: tls:a:1',
        'section listeners: 2 entries',
        '  listener listeners[0] edge',
        '    map options',
        '  listener listeners[1] tunnel',
        'section edge',
      ],
    ],
  ]
  test.each(limits)('of %i entries has the outer ones first', (maxSymbols, outline) => {
    const told: string[] = []
    const found = documentSymbols(viewOf(text), { maxSymbols, onLimit: () => told.push('limited') })
    expect(lines(found)).toEqual(outline)
    expect(told).toEqual(['limited'])
  })

  test('is the whole outline where there is room', () => {
    const view = viewOf(text)
    const told: string[] = []
    expect(documentSymbols(view, { maxSymbols: 12, onLimit: () => told.push('limited') })).toEqual(
      documentSymbols(view),
    )
    expect(told).toEqual([])
  })

  test('grows no more with the file', () => {
    const size = (count: number): number =>
      JSON.stringify(documentSymbols(viewOf(largeFile(count)), { maxSymbols: 1000 })).length
    expect(size(20_000) / size(10_000)).toBeLessThan(1.05)
  })
})

describe('what can be folded:', () => {
  test('outer parts first, if there is a limit', () => {
    const view = viewOf('a:\n  b:\n    c: 1\nd:\n  e:\n    f: 1\n')
    expect(foldingRanges(view, 2)).toEqual([
      { startLine: 0, endLine: 2 },
      { startLine: 3, endLine: 5 },
    ])
  })

  const cases: [
    what: string,
    text: string,
    folds: (readonly [from: number, to: number, kind?: string])[],
  ][] = [
    [
      'maps and the items of lists',
      yaml`
        listeners:
          - binding: edge
            options:
              advertise: a:1
        edge: {}
      `,
      [
        [0, 3],
        [1, 3],
        [2, 3],
      ],
    ],
    [
      'texts of several lines',
      yaml`
        identity:
          cert: >
            a
            b

        v: 3
      `,
      [
        [0, 3],
        [1, 3],
      ],
    ],
    [
      'collections in brackets',
      yaml`
      csr: {
        country: US,
      }
    `,
      [[0, 2]],
    ],
    [
      'comments of several lines',
      yaml`
      # one
      # two
      v: 3
      # three
    `,
      [[0, 1, 'comment']],
    ],
    [
      'regions',
      yaml`
        # region links
        link:
          dialers: []
        # endregion
        v: 3
      `,
      [
        [0, 3, 'region'],
        [1, 2],
      ],
    ],
    [
      'regions in regions',
      yaml`
        #region a
        #region b
        v: 3
        #endregion
        #endregion
      `,
      [
        [0, 4, 'region'],
        [1, 3, 'region'],
      ],
    ],
    [
      'no region without end',
      yaml`
      #region a
      v: 3
    `,
      [],
    ],
    [
      'maps of a broken text',
      yaml`
        ctrl:
          endpoint: "tls:a
        metrics:
          messageQueueSize: 5
      `,
      [
        [0, 1],
        [2, 3],
      ],
    ],
  ]
  test.each(cases)('%s', (_, text, folds) => {
    expect(
      foldingRanges(viewOf(text)).map(({ startLine, endLine, kind }) => [
        startLine,
        endLine,
        ...(kind ? [kind] : []),
      ]),
    ).toEqual(folds)
  })
})

describe('a selection grows', () => {
  const cases: [what: string, marked: string, pieces: string[]][] = [
    [
      'from a word to the file',
      yaml`
        ctrl:
          endpoint: tls:c|trl.example.com:1
        v: 3
      `,
      [
        'ctrl',
        'tls:ctrl.example.com:1',
        'endpoint: tls:ctrl.example.com:1',
        yaml`
          ctrl:
            endpoint: tls:ctrl.example.com:1`,
        yaml`
          ctrl:
            endpoint: tls:ctrl.example.com:1
          v: 3`,
        yaml`
          ctrl:
            endpoint: tls:ctrl.example.com:1
          v: 3
        `,
      ],
    ],
    ['from a key', 'ct|rl: {}\n', ['ctrl', 'ctrl: {}', 'ctrl: {}\n']],
    [
      'from the inside of quotes',
      'ctrl: {endpoint: "tls:|a:1"}',
      [
        'a',
        'tls:a:1',
        '"tls:a:1"',
        'endpoint: "tls:a:1"',
        '{endpoint: "tls:a:1"}',
        'ctrl: {endpoint: "tls:a:1"}',
      ],
    ],
    [
      'from an item',
      yaml`
        csr:
          sans:
            dns:
              - |a
              - b
      `,
      [
        'a',
        yaml`
          - a
                - b`,
        yaml`
          dns:
                - a
                - b`,
        yaml`
          sans:
              dns:
                - a
                - b`,
        yaml`
          csr:
            sans:
              dns:
                - a
                - b`,
        yaml`
          csr:
            sans:
              dns:
                - a
                - b
        `,
      ],
    ],
    [
      'in a comment to the file',
      yaml`
      v: 3
      # som|e
    `,
      [
        'some',
        yaml`
      v: 3
      # some
    `,
      ],
    ],
  ]
  test.each(cases)('%s', (_, marked, pieces) => {
    const { text, view, offset } = cursor(marked)
    expect(
      selectionRanges(view, [offset]).map((spans) =>
        spans.map(({ start, end }) => text.slice(start, end)),
      ),
    ).toEqual([pieces])
  })
})

describe('links lead', () => {
  const cases: [
    what: string,
    text: string,
    env: Record<string, string> | undefined,
    found: [text: string, to: string][],
  ][] = [
    [
      'to certificates, keys and authorities',
      yaml`
        identity:
          cert: a.cert
          key: file:///etc/a.key
          ca: pkcs11:x
      `,
      undefined,
      [
        ['a.cert', 'a.cert'],
        ['file:///etc/a.key', '/etc/a.key'],
      ],
    ],
    [
      'to the files of a web server',
      yaml`
        web:
          - identity:
              server_cert: b.cert
      `,
      undefined,
      [['b.cert', 'b.cert']],
    ],
    [
      'to the endpoints file',
      yaml`
        ctrl:
          endpointsFile: endpoints.yml
      `,
      undefined,
      [['endpoints.yml', 'endpoints.yml']],
    ],
    ['to plugins', 'plugins: [a.so]\n', undefined, [['a.so', 'a.so']]],
    ['nowhere from sections', 'link: {}\nedge: {}\n', undefined, []],
    [
      'to what a known variable makes of it',
      yaml`
        identity:
          cert: $HOME/a.cert
      `,
      { HOME: '/root' },
      [['$HOME/a.cert', '/root/a.cert']],
    ],
    ['nowhere where a variable is not known', 'identity:\n  cert: $HOME/a.cert\n', undefined, []],
    ['nowhere from keys in the text', 'identity:\n  key: "pem:-----BEGIN"\n', undefined, []],
  ]
  test.each(cases)('%s', (_, text, env, found) => {
    const shown = documentLinks(viewOf(text, env && { env })).map(({ start, end, target }) => [
      text.slice(start, end),
      target.path,
    ])
    expect(shown).toEqual(found)
  })
})

test('a secret is hidden as soon as it can be seen to be one, in every version of a text', () => {
  const texts = [
    'v: 3\nproxy:\n  type: http\n  pass\n  other: hunter2hunter2\n',
    'v: 3\nproxy:\n  type: http\n  passother: hunter2hunter2\n',
    'v: 3\nproxy:\n  type: http\n  password: hunter2hunter2\n',
    'v: 3\nproxy:\n  type: http\n  peer: hunter2hunter2\n',
    'v: 3\nproxy:\n  type: http\n  peer: hunter2hunter2\n  token: hunter2hunter2\n',
    'token: hunter2hunter2\nv: 3\nproxy:\n  type: http\n  peer: hunter2hunter2\n',
    'v: 3\nproxy:\n  type: http\n  peer: hunter2hunter2',
    'v: 3\nproxy:\n  type: http\n  peer: hunter2hunter2\n  jwt: hunter2hunter2',
  ]
  let before = viewOf('v: 3\n')
  const hidden = texts.map((text) => {
    before = viewOf(text, {}, { before })
    const outline = documentSymbols(before)
    expect(outline).toEqual(documentSymbols(viewOf(text)))
    return JSON.stringify(outline).includes('…')
  })
  expect(hidden).toEqual([false, false, true, false, true, true, false, true])
})

test('a selection grows in any text: word, line, block, text', () => {
  const text = 'services:\n  web:\n    image: nginx\n    ports: []\n'
  const spans = textSelectionRanges(text, text.indexOf('nginx') + 1)
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([
    'nginx',
    'image: nginx',
    '    image: nginx\n    ports: []',
    text,
  ])
})
