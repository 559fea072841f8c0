import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import { fix } from '../../src/fix/fix.js'
import { lint, upgrade } from '../../src/index.js'
import { completeExample } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

type Fixed = { title: string; unsafe: boolean; text: string }

/** The fix of the only finding of a rule, in a file that is sound but for it. */
function fixOf(rule: string, text: string, target = '2.0'): Fixed | undefined {
  const whole = completeExample({ text, target }).text
  const [found] = lint(whole, { target }).filter((item) => item.rule === rule)
  expect(found, `${rule} in ${whole}`).toBeDefined()
  const offered = found?.fix
  return (
    offered && {
      title: offered.title,
      unsafe: offered.unsafe ?? false,
      text: applyEdits(whole, offered.edits),
    }
  )
}

const listener = (options: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n${options}`

describe('a value under a key that has a successor', () => {
  const cases: [
    what: string,
    rule: string,
    text: string,
    title: string,
    after: string,
    target?: string,
  ][] = [
    [
      'goes to the key beside it',
      'obsolete-key',
      listener('      getSessionTimeout: 60s # patient\n'),
      'rename `getSessionTimeout` to `getCircuitTimeout`',
      '      getCircuitTimeout: 60s # patient\n',
    ],
    [
      'goes there as the duration that it is',
      'obsolete-key',
      listener('      sessionStartTimeout: 90\n'),
      'replace `sessionStartTimeout: 90` with `circuitStartTimeout: 90s`',
      '      circuitStartTimeout: 90s\n',
    ],
    [
      'keeps its unit',
      'obsolete-key',
      yaml`
        forwarder:
          idleSessionTimeout: 90000
      `,
      'rename `idleSessionTimeout` to `idleCircuitTimeout`',
      '  idleCircuitTimeout: 90000\n',
    ],
    [
      'goes to the section beside it',
      'never-read',
      yaml`
        transport:
          ws:
            writeTimeout: 30
          protocol: x
      `,
      'rename `ws` to `wss`',
      '  wss:\n    writeTimeout: 30\n',
    ],
    [
      'becomes the file in the folder',
      'obsolete-key',
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          dataDir: /var/lib/router/
      `,
      'replace `dataDir: /var/lib/router/` with `endpointsFile: /var/lib/router/endpoints`',
      '  endpointsFile: /var/lib/router/endpoints\n',
      '1.4',
    ],
    [
      'becomes a duration where it counts milliseconds',
      'no-effect',
      yaml`
        forwarder:
          unresponsiveLinkTimeout: 90000
          idleTxInterval: 60000
      `,
      'replace `forwarder.unresponsiveLinkTimeout: 90000` with `link.heartbeats.closeUnresponsiveTimeout: 1m30s`',
      'closeUnresponsiveTimeout: 1m30s\n',
      '2.1',
    ],
  ]
  test.each(cases)('%s', (_, rule, text, title, after, target) => {
    const fixed = fixOf(rule, text, target)
    expect(fixed).toMatchObject({ title, unsafe: true })
    expect(fixed?.text).toContain(after)
  })

  test('is taken out where the router uses it anyway', () => {
    for (const [rule, text] of [
      ['obsolete-key', listener('      getSessionTimeout: 30s\n')],
      ['obsolete-key', listener('      getCircuitTimeout: 45s\n      getSessionTimeout: 45s\n')],
      [
        'never-read',
        yaml`
        transport:
          ws:
            writeTimeout: 10
          protocol: x
      `,
      ],
      [
        'unread-key',
        yaml`
        transport:
          protocol: x
          wss:
            pingInterval: 54
      `,
      ],
      [
        'unread-key',
        yaml`
        ctrl:
          endpoint: tls:a:6262
          endpoints: ["tls:a:6262"]
      `,
      ],
      [
        'unread-key',
        yaml`
          edge:
            heartbeatIntervalSeconds: 60
            csr:
              sans:
                dns: [localhost]
          csr:
            sans:
              dns: [localhost]
        `,
      ],
    ] as const)
      expect(fixOf(rule, text), text).toMatchObject({
        title: expect.stringMatching(/^remove `\w+`$/),
        unsafe: false,
      })
  })

  test('stays where it cannot be kept: the successor says something else, or is in several places', () => {
    for (const [rule, text] of [
      ['obsolete-key', listener('      getCircuitTimeout: 45s\n      getSessionTimeout: 60s\n')],
      [
        'obsolete-key',
        yaml`
        link:
          advertise: tls:localhost:6000
      `,
      ],
      ['obsolete-key', listener('      getSessionTimeout: soon\n')],
      ['never-read', `${listener('')}    bind: tls:0.0.0.0:3023\n`],
      [
        'unread-key',
        yaml`
        ctrl:
          endpoint: tls:a:6262
          endpoints: ["tls:b:6262"]
      `,
      ],
      [
        'unread-key',
        yaml`
        transport:
          protocol: x
          wss:
            pingInterval: 30
      `,
      ],
      [
        'unread-key',
        yaml`
          edge:
            heartbeatIntervalSeconds: 60
            csr:
              sans:
                dns: [other]
          csr:
            sans:
              dns: [localhost]
        `,
      ],
    ] as const)
      expect(fixOf(rule, text), text).toBeUndefined()
  })

  test('stays where a variable says it', () => {
    expect(
      fixOf('unread-key', 'ctrl:\n  endpoint: tls:a:6262\n  endpoints: ["${B}"]\n'),
    ).toBeUndefined()
  })

  test('goes without a trace where it never had an effect and nothing took its place', () => {
    expect(
      fixOf(
        'obsolete-key',
        yaml`
          forwarder:
            latencyProbeInterval: 10 # old
            idleTxInterval: 60000
        `,
      ),
    ).toMatchObject({
      title: 'remove `latencyProbeInterval`',
      unsafe: false,
    })
  })
})

describe('an entry that is written twice', () => {
  const cases: [
    what: string,
    text: string,
    title: string | undefined,
    unsafe: boolean,
    after: string,
  ][] = [
    [
      'with one value loses the first',
      yaml`
        forwarder:
          idleTxInterval: 2000
          idleTxInterval: 2_000
      `,
      'remove the first `idleTxInterval`',
      false,
      yaml`
        forwarder:
          idleTxInterval: 2_000
      `,
    ],
    [
      'with two values loses the first only when asked',
      yaml`
        forwarder:
          idleTxInterval: 1000
          idleTxInterval: 2000
      `,
      'remove the first `idleTxInterval`',
      true,
      yaml`
        forwarder:
          idleTxInterval: 2000
      `,
    ],
    [
      'with different keys becomes one',
      yaml`
        metrics:
          messageQueueSize: 5 # few
        metrics:
          reportInterval: 1m
      `,
      'move the entries of the first `metrics` to the last one',
      true,
      yaml`
        metrics:
          reportInterval: 1m
          messageQueueSize: 5 # few
      `,
    ],
    [
      'with the same keys is left',
      yaml`
        metrics:
          messageQueueSize: 5
        metrics:
          messageQueueSize: 6
      `,
      undefined,
      false,
      '',
    ],
    [
      'with comments on lines of their own is left',
      yaml`
        metrics:
          # few
          messageQueueSize: 5
        metrics:
          reportInterval: 1m
      `,
      undefined,
      false,
      '',
    ],
  ]
  test.each(cases)('%s', (_, text, title, unsafe, after) => {
    const fixed = fixOf('duplicate-key', text)
    expect(fixed && { title: fixed.title, unsafe: fixed.unsafe }).toEqual(
      title && { title, unsafe },
    )
    expect(fixed?.text ?? '').toContain(after)
  })
})

describe('what is written', () => {
  test('behind the end of the first document joins it', () => {
    const fixed = fixOf(
      'several-documents',
      yaml`
        metrics:
          messageQueueSize: 5
        ---
        forwarder:
          idleTxInterval: 1000
      `,
    )
    expect(fixed).toMatchObject({ title: 'remove the line `---`', unsafe: true })
    expect(fixed?.text).toContain('  messageQueueSize: 5\nforwarder:\n  idleTxInterval: 1000\n')
  })

  test('behind it is left where it says the same once more', () => {
    expect(
      fixOf(
        'several-documents',
        yaml`
          metrics:
            messageQueueSize: 5
          ---
          metrics:
            messageQueueSize: 6
        `,
      ),
    ).toBeUndefined()
  })

  test('on lines of comments makes a removal unsafe', () => {
    const text = (comment: string): string =>
      `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\ntransport:\n  protocol: x\n  westworld2:\n${comment}    a: 1\n`
    expect(fixOf('obsolete-key', text(''))?.unsafe).toBe(false)
    expect(fixOf('obsolete-key', text('    # why\n'))?.unsafe).toBe(true)
  })
})

describe('an upgrade', () => {
  const file = (ctrl: string, rest = ''): string =>
    `v: 3\nidentity: {cert: a, key: b, server_cert: c, ca: d}\nctrl:\n  endpoint: tls:a:6262\n${ctrl}csr: {sans: {dns: [a]}}\n${rest}`
  const fixAt = (text: string, path: string, from: string, to: string): unknown => {
    const found = upgrade(text, { from, to }).find((change) => change.path.join('.') === path)?.fix
    return found && { title: found.title, unsafe: found.unsafe ?? false }
  }

  test('keeps a value that the old release used, under the key of the new one', () => {
    expect(fixAt(file('  dataDir: /var/lib/router\n'), 'ctrl.dataDir', '1.3', '1.4')).toEqual({
      title: 'replace `dataDir: /var/lib/router` with `endpointsFile: /var/lib/router/endpoints`',
      unsafe: false,
    })
  })

  test('does not take away what the old release used as if nothing were lost', () => {
    expect(fixAt(file('', 'ha: {enabled: true}\n'), 'ha', '1.2', '1.3')).toEqual({
      title: 'remove `ha`',
      unsafe: true,
    })
  })
})

describe('a mistake in the text', () => {
  test.each([
    ['a: @x\n', 'quote the value'],
    [
      yaml`
      a: 1
      v:3
    `,
      'add a space after the colon',
    ],
    [
      yaml`
      a:
        - b
        -c
    `,
      'add a space after the dash',
    ],
    [
      yaml`
      a:
        advertise tls:x:1
        b: 1
    `,
      'add a colon after the key',
    ],
    ['a:\n\tb: 1\n', 'replace the tabs with spaces'],
    ['a: "b\n', 'add the closing quote'],
    ['a: [b\n', 'add the closing `]`'],
    ['a: "\\d"\n', 'double the backslash'],
    [
      yaml`
      a:
        b: 1
       c: 2
    `,
      'indent the line by 1 space more',
    ],
  ])('%j has a fix that says what it does: %s', (text, title) => {
    expect(lint(text).find(({ rule }) => rule === 'yaml-syntax')?.fix?.title).toBe(title)
  })
})

describe('a repair of the syntax', () => {
  const before = 'v: 3\nidentity:\n  cert: a\n'

  test.each<[name: string, text: string, title: string | undefined, kind?: string]>([
    ['a stray sign', `${before}~\nlink:\n  dialers: []\n`, 'remove `~`'],
    ['a stray slash', `${before}/\nlink:\n  dialers: []\n`, 'remove `/`'],
    ['a stray word', `${before}op\nlink:\n  dialers: []\n`, 'remove `op`'],
    ['a key without a value', `${before}listeners\nlink:\n  dialers: []\n`, 'remove `listeners`'],
    ['an unknown key', `${before}pear tree\nlink:\n  dialers: []\n`, 'add a colon after the key'],
    ['a string that is cut off', 'ctrl:\n  endpoint: "tls:ctrl.exa\n', 'add the closing quote'],
    ['a string before a comment', 'csr:\n  country: "DE # home\nv: 3\n', 'add the closing quote'],
    ['a list that is cut off', 'csr:\n  sans:\n    dns: [local\n', 'add the closing `]`'],
    [
      'a path with several backslashes',
      'identity:\n  key: "C:\\new\\ziti"\nv: 3\n',
      'double the backslash',
    ],
    ['what a program should have replaced', 'ctrl:\n  endpoint: %s\nv: 3\n', 'quote the value'],
    ['a placeholder', 'csr:\n  country: @COUNTRY@\nv: 3\n', 'quote the value'],
    [
      'a line between two columns',
      'listeners:\n  - binding: edge\n    options:\n      connectTimeout: 5s\n     address: tls:0.0.0.0:1\n',
      'indent the line by 1 space more',
    ],
    [
      'a key that the router does not know there',
      'edge:\n  csr:\n    sans:\n      dns: []\n   pears: 1\n',
      undefined,
    ],
    [
      'a known key',
      'metrics:\n  reportInterval 1m\n  messageQueueSize: 10\n',
      'add a colon after the key',
      'safe',
    ],
    [
      'a string on a line',
      'csr:\n  organization: "NetFoundry\nv: 3\n',
      'add the closing quote',
      'safe',
    ],
    ['a known key without a space', 'v:3\nedge: {}\n', 'add a space after the colon', 'safe'],
    [
      'tabs with one reading',
      'forwarder:\n\tlinkDialWorkerCount: 8\n',
      'replace the tabs with spaces',
      'safe',
    ],
  ] as const)(
    'of %s is safe only if nothing else may be meant',
    (_, text, title, kind = 'unsafe') => {
      const repair = lint(text).find(({ rule }) => rule === 'yaml-syntax')?.fix
      if (title !== undefined) expect(repair?.title).toBe(title)
      expect(repair?.unsafe ?? false).toBe(kind === 'unsafe')
      if (kind === 'unsafe') expect(fix(text).text).toBe(text)
    },
  )

  test('never makes a key of a tag of a template', () => {
    const text = `${before}{{- if .Values.x }}\nlink:\n  dialers: []\n`
    expect(fix(text, { unsafe: true }).text).toContain('{{- if .Values.x }}\n')
  })
})
