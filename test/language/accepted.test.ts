import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core.js'
import { lint, targets } from '../../src/core.js'
import type { Surroundings } from '../../src/language/index.js'
import { complete, viewOf } from '../../src/language/index.js'
import { accept } from '../support/accepted.js'
import { cursor, accepted, labels, offered } from '../support/editor.js'

describe('what the host knows', () => {
  const surroundings: Surroundings = {
    files: (folder) =>
      folder === ''
        ? ['pki/', 'router.cert', 'notes.txt']
        : folder === 'pki/'
          ? ['router.key', 'cas.pem']
          : [],
    groups: ['blue'],
    variables: ['ZITI_HOME'],
    hosts: ['r9.example.com'],
  }
  const cases: [what: string, marked: string, label: string, after: string][] = [
    ['a file', 'identity:\n  cert: |\n', 'router.cert', 'identity:\n  cert: router.cert\n'],
    ['a folder', 'identity:\n  cert: |\n', 'pki/', 'identity:\n  cert: pki/\n'],
    [
      'a file of a folder',
      'identity:\n  ca: pki/c|as\n',
      'cas.pem',
      'identity:\n  ca: pki/cas.pem\n',
    ],
    [
      'a file in quotes',
      'identity:\n  key: "pki/|"\n',
      'router.key',
      'identity:\n  key: "pki/router.key"\n',
    ],
    ['a variable', 'identity:\n  key: $|\n', '${ZITI_HOME}', 'identity:\n  key: ${ZITI_HOME}\n'],
    [
      'a variable within a text',
      'identity:\n  key: ${ZI|}/router.key\n',
      '${ZITI_HOME}',
      'identity:\n  key: ${ZITI_HOME}/router.key\n',
    ],
    [
      'a variable in open quotes',
      'identity:\n  key: "${|\n',
      '${ZITI_HOME}',
      'identity:\n  key: "${ZITI_HOME}"\n',
    ],
    [
      'a variable in braces',
      'identity: { key: $| }\n',
      '$ZITI_HOME',
      'identity: { key: $ZITI_HOME }\n',
    ],
    [
      'a group',
      'link:\n  dialers:\n    - groups: |\n',
      'blue',
      'link:\n  dialers:\n    - groups: blue\n',
    ],
    [
      'a host',
      'listeners:\n  - binding: edge\n    options:\n      advertise: |\n',
      'r9.example.com:3022',
      'listeners:\n  - binding: edge\n    options:\n      advertise: r9.example.com:3022\n',
    ],
  ]
  test.each(cases)('%s is offered', (_, marked, label, after) => {
    expect(accepted(marked, label, surroundings)).toBe(after)
  })

  test('files that hold no certificate are not offered for one', () => {
    expect(
      offered('identity:\n  cert: |\n', undefined, surroundings).map(({ label }) => label),
    ).not.toContain('notes.txt')
    expect(
      offered('trace:\n  path: |\n', undefined, surroundings).map(({ label }) => label),
    ).toContain('notes.txt')
  })
})

describe('what is written', () => {
  const cases: [what: string, marked: string, label: string, after: string][] = [
    ['a key, ready for its value', 'ctrl:\n  en|', 'endpoint', 'ctrl:\n  endpoint: '],
    [
      'only the name, where a colon follows',
      'ctrl:\n  en|d: tls:a:1\n',
      'endpoint',
      'ctrl:\n  endpoint: tls:a:1\n',
    ],
    [
      'a key with its choices',
      'connectEvents:\n  |\n',
      'enabled',
      'connectEvents:\n  enabled: true\n',
    ],
    [
      'a map with what it must have',
      'ctrl:\n  |\n',
      'rateLimiter',
      'ctrl:\n  rateLimiter:\n    minSize: 5\n',
    ],
    ['a map with what is usual in it', '|', 'ctrl', 'ctrl:\n  endpoint: tls:ctrl.example.com:6262'],
    [
      'a list with its first item',
      'link:\n  |\n',
      'dialers',
      'link:\n  dialers:\n    - binding: transport\n',
    ],
    [
      'a list with dashes in the column of its key, as in the rest of the file',
      'listeners:\n- binding: edge\nlink:\n  |\n',
      'dialers',
      'listeners:\n- binding: edge\nlink:\n  dialers:\n  - binding: transport\n',
    ],
    [
      'in steps of four, as in the rest of the file',
      'csr:\n    |\nedge:\n    db: x\n',
      'sans',
      'csr:\n    sans:\n        dns:\n            - \nedge:\n    db: x\n',
    ],
    [
      'nothing below a key that has something below',
      'ctrl:\n  opt|\n    outQueueSize: 4\n',
      'options',
      'ctrl:\n  options:\n    outQueueSize: 4\n',
    ],
    ['in braces in braces', 'ctrl: { | }', 'rateLimiter', 'ctrl: { rateLimiter: { minSize: 5 } }'],
    [
      'a whole item behind a dash',
      'listeners:\n  - |\n',
      'edge listener',
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: router.example.com:3022\n',
    ],
    [
      'a whole item with its dash',
      'listeners:\n  - binding: edge\n  |\n',
      'tunnel (tproxy) listener',
      'listeners:\n  - binding: edge\n  - binding: tunnel\n    options:\n      mode: tproxy\n      resolver: udp://127.0.0.1:53\n',
    ],
    [
      'a whole item behind the colon',
      'listeners:|\n',
      'tunnel (host) listener',
      'listeners:\n  - binding: tunnel\n    options:\n      mode: host\n',
    ],
    [
      'a whole item in brackets',
      'listeners: [ | ]\n',
      'tunnel (host) listener',
      'listeners: [ { binding: tunnel, options: { mode: host } } ]\n',
    ],
    [
      'an item of texts',
      'csr:\n  sans:\n    dns:\n      |\n',
      '- localhost',
      'csr:\n  sans:\n    dns:\n      - localhost\n',
    ],
    [
      'the blank that is missing',
      'listeners:\n  - binding:|\n',
      'edge',
      'listeners:\n  - binding: edge\n',
    ],
    [
      'the quote that is missing',
      "listeners:\n  - binding: 'e|\n",
      'edge',
      "listeners:\n  - binding: 'edge'\n",
    ],
    [
      'a switch without the quotes around it',
      'enableDebugOps: "|"\n',
      'false',
      'enableDebugOps: false\n',
    ],
    [
      'the indentation that is missing',
      'identity:\n  cert: a\n|\n  key: b\n',
      'ca',
      'identity:\n  cert: a\n  ca: \n  key: b\n',
    ],
    [
      'less of it where it is too much',
      'identity:\n  cert: a\n      |\n',
      'key',
      'identity:\n  cert: a\n  key: \n',
    ],
  ]
  test.each(cases)('%s', (_, marked, label, after) => {
    expect(accepted(marked, label)).toBe(after)
  })

  test('replaces the rest of a word, or keeps it, as the editor likes', () => {
    const { view, offset } = cursor('listeners:\n  - binding: ed|ge\n')
    const [first] = complete(view, offset)
    expect(first?.insert).toMatchObject({ start: offset - 2, end: offset + 2, insertEnd: offset })
  })
})

describe('whole files', () => {
  const names = ['public router', 'private router', 'tproxy router', 'fabric router']
  test.each(['|', '\n|\n', '# My router.\n|', 'pub|', '---\n|'])('are offered in %j', (marked) => {
    expect(labels(marked)).toEqual(expect.arrayContaining(names))
  })

  test('are not offered where something is', () => {
    expect(labels('v: 3\n|')).not.toContain(names[0])
  })

  test('and whole entries are what every release runs with', () => {
    const faults: (string | Diagnostic)[] = []
    for (const { newest: target } of targets()) {
      const empty = viewOf('', { target })
      const files = complete(empty, 0)
        .filter(({ label }) => names.includes(label))
        .map((completion) => accept('', completion).text)
      expect(files.length).toBe(names.length)
      faults.push(...files.flatMap((text) => lint(text, { target })))
      const [file = ''] = files
      for (const at of ['dialers:\n  ', 'listeners:\n  ', '  listeners:\n    '].map(
        (head) => file.indexOf(head) + head.length,
      )) {
        const text = `${file.slice(0, at)}\n${' '.repeat(at - file.lastIndexOf('\n', at - 1) - 1)}${file.slice(at)}`
        const offers = complete(viewOf(text, { target }), at).filter(
          ({ kind }) => kind === 'snippet',
        )
        faults.push(...(offers.length === 0 ? [`nothing is offered at ${at} for ${target}`] : []))
        faults.push(
          ...offers.flatMap((offer) =>
            lint(accept(text, offer).text, { target }).filter(
              ({ severity }) => severity === 'error',
            ),
          ),
        )
      }
    }
    expect(faults).toEqual([])
  })
})
