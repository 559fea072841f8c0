import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Diagnostic } from '../../src/core.js'
import { lint, targets } from '../../src/core.js'
import type { CompletionOptions } from '../../src/language/index.js'
import { toRecord } from '../../src/document/record.js'
import { generateFrom } from '../../src/generate/generate.js'
import { presets } from '../../src/generate/presets.js'
import { complete, viewOf } from '../../src/language/index.js'
import { accept } from '../support/accepted.js'
import { cursor, accepted, labels, offered } from '../support/editor.js'
import { yaml } from '../support/yaml.js'

describe('what the host knows', () => {
  const surroundings: CompletionOptions = {
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
    [
      'a file',
      yaml`
      identity:
        cert: |
    `,
      'router.cert',
      yaml`
      identity:
        cert: router.cert
    `,
    ],
    [
      'a folder',
      yaml`
      identity:
        cert: |
    `,
      'pki/',
      yaml`
      identity:
        cert: pki/
    `,
    ],
    [
      'a file of a folder',
      yaml`
        identity:
          ca: pki/c|as
      `,
      'cas.pem',
      yaml`
        identity:
          ca: pki/cas.pem
      `,
    ],
    [
      'a file in quotes',
      yaml`
        identity:
          key: "pki/|"
      `,
      'router.key',
      yaml`
        identity:
          key: "pki/router.key"
      `,
    ],
    [
      'a variable',
      yaml`
      identity:
        key: $|
    `,
      '${ZITI_HOME}',
      'identity:\n  key: ${ZITI_HOME}\n',
    ],
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
      yaml`
        link:
          dialers:
            - groups: |
      `,
      'blue',
      yaml`
        link:
          dialers:
            - groups: blue
      `,
    ],
    [
      'a host',
      yaml`
        listeners:
          - binding: edge
            options:
              advertise: |
      `,
      'r9.example.com:3022',
      yaml`
        listeners:
          - binding: edge
            options:
              advertise: r9.example.com:3022
      `,
    ],
  ]
  test.each(cases)('%s is offered', (_, marked, label, after) => {
    expect(accepted(marked, label, surroundings)).toBe(after)
  })

  test('files that hold no certificate are not offered for one', () => {
    expect(
      offered(
        yaml`
        identity:
          cert: |
      `,
        undefined,
        surroundings,
      ).map(({ label }) => label),
    ).not.toContain('notes.txt')
    expect(
      offered(
        yaml`
        trace:
          path: |
      `,
        undefined,
        surroundings,
      ).map(({ label }) => label),
    ).toContain('notes.txt')
  })
})

describe('what is written', () => {
  const cases: [what: string, marked: string, label: string, after: string][] = [
    [
      'a key, ready for its value',
      yaml`
      ctrl:
        en|`,
      'endpoint',
      'ctrl:\n  endpoint: ',
    ],
    [
      'only the name, where a colon follows',
      yaml`
        ctrl:
          en|d: tls:a:1
      `,
      'endpoint',
      yaml`
        ctrl:
          endpoint: tls:a:1
      `,
    ],
    [
      'a key with its choices',
      yaml`
        connectEvents:
          |
      `,
      'enabled',
      yaml`
        connectEvents:
          enabled: true
      `,
    ],
    [
      'a map with what it must have',
      yaml`
        ctrl:
          |
      `,
      'rateLimiter',
      yaml`
        ctrl:
          rateLimiter:
            minSize: 5
      `,
    ],
    [
      'a map with what is usual in it',
      '|',
      'ctrl',
      yaml`
      ctrl:
        endpoint: tls:ctrl.example.com:6262`,
    ],
    [
      'a list with its first item',
      yaml`
        link:
          |
      `,
      'dialers',
      yaml`
        link:
          dialers:
            - binding: transport
      `,
    ],
    [
      'a list with dashes in the column of its key, as in the rest of the file',
      yaml`
        listeners:
        - binding: edge
        link:
          |
      `,
      'dialers',
      yaml`
        listeners:
        - binding: edge
        link:
          dialers:
          - binding: transport
      `,
    ],
    [
      'in steps of four, as in the rest of the file',
      yaml`
        csr:
            |
        edge:
            db: x
      `,
      'sans',
      'csr:\n    sans:\n        dns:\n            - \nedge:\n    db: x\n',
    ],
    [
      'nothing below a key that has something below',
      yaml`
        ctrl:
          opt|
            outQueueSize: 4
      `,
      'options',
      yaml`
        ctrl:
          options:
            outQueueSize: 4
      `,
    ],
    ['in braces in braces', 'ctrl: { | }', 'rateLimiter', 'ctrl: { rateLimiter: { minSize: 5 } }'],
    [
      'a whole item behind a dash',
      yaml`
        listeners:
          - |
      `,
      'edge listener',
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: router.example.com:3022
      `,
    ],
    [
      'a whole item with its dash',
      yaml`
        listeners:
          - binding: edge
          |
      `,
      'tunnel (tproxy) listener',
      yaml`
        listeners:
          - binding: edge
          - binding: tunnel
            options:
              mode: tproxy
              resolver: udp://127.0.0.1:53
      `,
    ],
    [
      'a whole item behind the colon',
      'listeners:|\n',
      'tunnel (host) listener',
      yaml`
        listeners:
          - binding: tunnel
            options:
              mode: host
      `,
    ],
    [
      'a whole item in brackets',
      'listeners: [ | ]\n',
      'tunnel (host) listener',
      'listeners: [ { binding: tunnel, options: { mode: host } } ]\n',
    ],
    [
      'an item of texts',
      yaml`
        csr:
          sans:
            dns:
              |
      `,
      '- localhost',
      yaml`
        csr:
          sans:
            dns:
              - localhost
      `,
    ],
    [
      'the blank that is missing',
      yaml`
        listeners:
          - binding:|
      `,
      'edge',
      yaml`
        listeners:
          - binding: edge
      `,
    ],
    [
      'the quote that is missing',
      yaml`
        listeners:
          - binding: 'e|
      `,
      'edge',
      yaml`
        listeners:
          - binding: 'edge'
      `,
    ],
    [
      'a switch without the quotes around it',
      'enableDebugOps: "|"\n',
      'false',
      'enableDebugOps: false\n',
    ],
    [
      'the indentation that is missing',
      yaml`
        identity:
          cert: a
        |
          key: b
      `,
      'ca',
      'identity:\n  cert: a\n  ca: \n  key: b\n',
    ],
    [
      'less of it where it is too much',
      yaml`
        identity:
          cert: a
              |
      `,
      'key',
      'identity:\n  cert: a\n  key: \n',
    ],
  ]
  test.each(cases)('%s', (_, marked, label, after) => {
    expect(accepted(marked, label)).toBe(after)
  })

  test('replaces the rest of a word, or keeps it, as the editor likes', () => {
    const { view, offset } = cursor(yaml`
      listeners:
        - binding: ed|ge
    `)
    const [first] = complete(view, offset)
    expect(first?.insert).toMatchObject({ start: offset - 2, end: offset + 2, insertEnd: offset })
  })
})

describe('whole files', () => {
  const presetNames = ['public', 'private', 'browser', 'tproxy', 'host', 'proxy', 'fabric'] as const
  test('are all presets', () => {
    expect([...presetNames].sort()).toEqual(Object.keys(presets).sort())
  })
  const names = presetNames.map((name) => `${name} router`)
  test.each(['|', '\n|\n', '# My router.\n|', 'pub|', '---\n|'])('are offered in %j', (marked) => {
    expect(labels(marked)).toEqual(expect.arrayContaining(names))
  })

  test.each(presetNames)('are what is generated: %s', (preset) => {
    for (const target of ['0.30', '1.1', '2.0']) {
      const found = complete(viewOf('', { target }), 0).find(
        ({ label }) => label === `${preset} router`,
      )
      const generated = generateFrom({
        preset,
        target,
        controllers: ['ctrl.example.com:6262'],
        ...(['public', 'private', 'browser', 'fabric'].includes(preset) && {
          advertise: ['router.example.com'],
        }),
        ...(preset === 'proxy' && { services: ['service:8080'] }),
      })
      const { identity: _, ...expected } = toRecord(generated.ok && parse(generated.text))
      const { identity: __, ...data } = toRecord(found && parse(accept('', found).text))
      expect(data).toEqual(expected)
      expect(found?.documentation).toBe(
        `${presets[preset].summary}\n\n\`\`\`yaml\n${found && accept('', found).text}\`\`\``,
      )
    }
  })

  test('are not offered where something is', () => {
    expect(
      labels(yaml`
      v: 3
      |`),
    ).not.toContain(names[0])
  })

  test('and whole entries are what every release runs with', () => {
    const faults: (string | Diagnostic)[] = []
    for (const { newest: target } of targets) {
      const empty = viewOf('', { target })
      const files = complete(empty, 0)
        .filter(({ label }) => names.includes(label))
        .map((completion) => accept('', completion).text)
      expect(files.length).toBe(names.length)
      // Before 1.2 only enrollment reads the request of a router without edge, and the linter says so. It also says what
      // browsers need besides the file.
      faults.push(
        ...files
          .flatMap((text) => lint(text, { target }))
          .filter(({ rule }) => rule !== 'unread-key' && !rule.startsWith('wss-')),
      )
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
