import { describe, expect, test } from 'vitest'
import type { DocumentSymbol } from '../../src/language/index.js'
import { folding, links, selectionRanges, symbols, viewOf } from '../../src/language/index.js'
import { cursor } from '../support/editor.js'

const lines = (found: readonly DocumentSymbol[], depth = 0): string[] =>
  found.flatMap(({ name, detail, kind, children }) => [
    `${'  '.repeat(depth)}${kind} ${name}${detail ? `: ${detail}` : ''}`,
    ...lines(children, depth + 1),
  ])

describe('the outline names', () => {
  const cases: [what: string, text: string, outline: string[]][] = [
    [
      'sections and values',
      'v: 3\nctrl:\n  endpoint: tls:a:1\n',
      ['value v: 3', 'section ctrl', '  value endpoint: tls:a:1'],
    ],
    [
      'listeners by binding and address',
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n',
      [
        'section listeners: 1 entry',
        '  listener listeners[0] edge tls:0.0.0.0:3022',
        '    value binding: edge',
        '    value address: tls:0.0.0.0:3022',
      ],
    ],
    [
      'tunnels by their mode',
      'listeners:\n  - binding: tunnel\n    options: {mode: host}\n',
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
      'link:\n  dialers:\n    - groups: [a, b]\n',
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
      'web:\n  - name: health\n',
      ['section web: 1 entry', '  map web[0] health', '    value name: health'],
    ],
    ['aliases as they are', 'metrics: &m {}\nedge: *m\n', ['section metrics', 'value edge: *m']],
    [
      'texts by their first line',
      'identity:\n  cert: >\n    a\n    b\n',
      ['section identity', '  value cert: >'],
    ],
    [
      'no password',
      'transport:\n  proxy:\n    username: me\n    password: hunter2\n',
      ['section transport', '  map proxy', '    value username: me', '    value password: …'],
    ],
    [
      'no key in the text',
      'identity:\n  key: "pem:-----BEGIN PRIVATE KEY-----abc"\n',
      ['section identity', '  value key: …'],
    ],
    [
      'what can be read of a broken text',
      'ctrl:\n  endpoint: "tls:a\nmetrics:\n  messageQueueSize: 5\n',
      ['section ctrl', '  value endpoint', 'section metrics', '  value messageQueueSize: 5'],
    ],
    ['nothing in an empty text', '', []],
  ]
  test.each(cases)('%s', (_, text, outline) => {
    expect(lines(symbols(viewOf(text)))).toEqual(outline)
  })

  test('each by the place of its name', () => {
    const text = 'listeners:\n  - binding: edge\n    address: a\n'
    const [list] = symbols(viewOf(text))
    expect(text.slice(list?.nameStart, list?.nameEnd)).toBe('listeners')
    expect(text.slice(list?.children[0]?.nameStart, list?.children[0]?.nameEnd)).toBe(
      'binding: edge',
    )
    expect(text.slice(list?.start, list?.end)).toBe(text.trimEnd())
  })
})

describe('what can be folded:', () => {
  const cases: [
    what: string,
    text: string,
    folds: (readonly [from: number, to: number, kind?: string])[],
  ][] = [
    [
      'maps and the items of lists',
      'listeners:\n  - binding: edge\n    options:\n      advertise: a:1\nedge: {}\n',
      [
        [0, 3],
        [1, 3],
        [2, 3],
      ],
    ],
    [
      'texts of several lines',
      'identity:\n  cert: >\n    a\n    b\n\nv: 3\n',
      [
        [0, 3],
        [1, 3],
      ],
    ],
    ['collections in brackets', 'csr: {\n  country: US,\n}\n', [[0, 2]]],
    ['comments of several lines', '# one\n# two\nv: 3\n# three\n', [[0, 1, 'comment']]],
    [
      'regions',
      '# region links\nlink:\n  dialers: []\n# endregion\nv: 3\n',
      [
        [0, 3, 'region'],
        [1, 2],
      ],
    ],
    [
      'regions in regions',
      '#region a\n#region b\nv: 3\n#endregion\n#endregion\n',
      [
        [0, 4, 'region'],
        [1, 3, 'region'],
      ],
    ],
    ['no region without end', '#region a\nv: 3\n', []],
    [
      'maps of a broken text',
      'ctrl:\n  endpoint: "tls:a\nmetrics:\n  messageQueueSize: 5\n',
      [
        [0, 1],
        [2, 3],
      ],
    ],
  ]
  test.each(cases)('%s', (_, text, folds) => {
    expect(
      folding(viewOf(text)).map(({ startLine, endLine, kind }) => [
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
      'ctrl:\n  endpoint: tls:c|trl.example.com:1\nv: 3\n',
      [
        'ctrl',
        'tls:ctrl.example.com:1',
        'endpoint: tls:ctrl.example.com:1',
        'ctrl:\n  endpoint: tls:ctrl.example.com:1',
        'ctrl:\n  endpoint: tls:ctrl.example.com:1\nv: 3',
        'ctrl:\n  endpoint: tls:ctrl.example.com:1\nv: 3\n',
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
      'csr:\n  sans:\n    dns:\n      - |a\n      - b\n',
      [
        'a',
        '- a\n      - b',
        'dns:\n      - a\n      - b',
        'sans:\n    dns:\n      - a\n      - b',
        'csr:\n  sans:\n    dns:\n      - a\n      - b',
        'csr:\n  sans:\n    dns:\n      - a\n      - b\n',
      ],
    ],
    ['in a comment to the file', 'v: 3\n# som|e\n', ['some', 'v: 3\n# some\n']],
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
      'identity:\n  cert: a.cert\n  key: file:///etc/a.key\n  ca: pkcs11:x\n',
      undefined,
      [
        ['a.cert', 'a.cert'],
        ['file:///etc/a.key', '/etc/a.key'],
      ],
    ],
    [
      'to the files of a web server',
      'web:\n  - identity:\n      server_cert: b.cert\n',
      undefined,
      [['b.cert', 'b.cert']],
    ],
    [
      'to the endpoints file',
      'ctrl:\n  endpointsFile: endpoints.yml\n',
      undefined,
      [['endpoints.yml', 'endpoints.yml']],
    ],
    ['to plugins', 'plugins: [a.so]\n', undefined, [['a.so', 'a.so']]],
    [
      'to what a known variable makes of it',
      'identity:\n  cert: $HOME/a.cert\n',
      { HOME: '/root' },
      [['$HOME/a.cert', '/root/a.cert']],
    ],
    ['nowhere where a variable is not known', 'identity:\n  cert: $HOME/a.cert\n', undefined, []],
    ['nowhere from keys in the text', 'identity:\n  key: "pem:-----BEGIN"\n', undefined, []],
  ]
  test.each(cases)('%s', (_, text, env, found) => {
    const shown = links(viewOf(text, env && { env })).map(({ start, end, target }) => [
      text.slice(start, end),
      target.kind === 'file' ? target.path : target.url.replace(/^.*#/, '#'),
    ])
    expect(shown).toEqual(found)
  })
})
