import { describe, expect, test } from 'vitest'
import type { Options } from '../../../src/index.js'
import { lint, load } from '../../../src/index.js'
import { applyEdits } from '../../../src/edit/edits.js'
import { fix } from '../../../src/fix/fix.js'
import { completeExample } from '../../support/fixtures.js'
import { yaml } from '../../support/yaml.js'

/** What is left, as `line rule`; lines count from one. */
const found = (text: string, options: Options = {}): string[] =>
  lint(completeExample(text).text, options).map(
    ({ rule, range }) => `${range.start.line + 1} ${rule}`,
  )

const octal = 'faultTxInterval: 010000'

const cases: readonly (readonly [sentence: string, text: string, left: readonly string[]])[] = [
  ['nothing is hidden without a comment', `forwarder:\n  ${octal}`, ['2 octal-number']],
  [
    'a comment hides a finding on its own line',
    `forwarder:\n  ${octal} # routerfile disable-line octal-number -- why`,
    [],
  ],
  [
    'a comment hides a finding on the next line',
    `forwarder:\n  # routerfile disable-next-line octal-number -- why\n  ${octal}`,
    [],
  ],
  [
    'the next line is the next with content',
    `forwarder:\n  # routerfile disable-next-line octal-number -- why\n\n  # a word\n  ${octal}`,
    [],
  ],
  [
    'comments for the next line may stand one above the other',
    `forwarder:\n  # routerfile disable-next-line octal-number\n  # routerfile disable-next-line unknown-key\n  nonsense: 1\n  ${octal}`,
    ['2 unused-suppression', '5 octal-number'],
  ],
  [
    'the line after the next is not meant',
    `forwarder:\n  # routerfile disable-next-line octal-number -- why\n  idleTxInterval: 1000\n  ${octal}`,
    ['2 unused-suppression', '4 octal-number'],
  ],
  [
    'several rules stand with commas between them',
    yaml`
      forwarder:
        # routerfile disable-next-line octal-number , unknown-key
        nonsense: 010
        # routerfile disable-next-line octal-number,unknown-key
        faultTxIntervall: 010000`,
    ['2 unused-suppression', '4 unused-suppression'],
  ],
  [
    'without a rule all are meant',
    `forwarder:\n  # routerfile disable-next-line\n  nonsense: 1\n  ${octal} # routerfile disable-line -- why`,
    [],
  ],
  [
    'another rule is not hidden',
    `forwarder:\n  ${octal} # routerfile disable-line unknown-key -- why`,
    ['2 octal-number', '2 unused-suppression'],
  ],
  [
    'a file is meant from anywhere in it',
    `forwarder:\n  ${octal}\n  # routerfile disable-file octal-number -- why`,
    [],
  ],
  [
    'a file without rules means all',
    `# routerfile disable-file -- not ours\nforwarder:\n  ${octal}\n  nonsense: 1`,
    [],
  ],
  [
    'a block ends where it is enabled',
    `forwarder:\n  # routerfile disable octal-number -- why\n  ${octal}\n  # routerfile enable octal-number\n  idleTxInterval: 01000`,
    ['5 octal-number'],
  ],
  [
    'a block without an end goes to the end of the file',
    `forwarder:\n  # routerfile disable octal-number -- why\n  ${octal}\n  idleTxInterval: 01000`,
    [],
  ],
  [
    'what stands before a block is not meant',
    `forwarder:\n  ${octal}\n  # routerfile disable octal-number -- why\n  idleTxInterval: 01000`,
    ['2 octal-number'],
  ],
  [
    'a rule can be enabled alone',
    `forwarder:\n  # routerfile disable octal-number, unknown-key\n  a: 1\n  ${octal}\n  # routerfile enable unknown-key\n  b: 1\n  idleTxInterval: 01000`,
    ['6 unknown-key'],
  ],
  [
    'a rule can be enabled in a block of all',
    `forwarder:\n  # routerfile disable\n  a: 1\n  # routerfile enable unknown-key\n  b: 1\n  ${octal}\n  # routerfile enable\n  idleTxInterval: 01000`,
    ['5 unknown-key', '8 octal-number'],
  ],
  [
    'enabling without rules ends every block',
    `forwarder:\n  # routerfile disable octal-number\n  # routerfile disable unknown-key\n  a: 01\n  ${octal}\n  # routerfile enable\n  b: 1`,
    ['7 unknown-key'],
  ],
  [
    'enabling what is not disabled is unused',
    yaml`
      forwarder: # routerfile enable
        idleTxInterval: 1000`,
    ['1 unused-suppression'],
  ],
  [
    'of two that mean a finding the narrower one is used',
    `# routerfile disable-file octal-number\nforwarder:\n  ${octal} # routerfile disable-line octal-number`,
    ['1 unused-suppression'],
  ],
  [
    'an error is hidden, too',
    yaml`
      metrics:
        messageQueueSize: [] # routerfile disable-line wrong-type -- generated`,
    [],
  ],
  [
    'text that cannot be read is not hidden along with all',
    yaml`
      metrics:
        reportInterval 1m # routerfile disable-line
        messageQueueSize: 10`,
    ['2 yaml-syntax'],
  ],
  [
    'text that cannot be read is hidden by name',
    yaml`
      # routerfile disable-file yaml-syntax -- a test of our own
      metrics:
        reportInterval 1m
        messageQueueSize: 10`,
    [],
  ],
  [
    'a finding that spans lines is one of its first line',
    yaml`
      forwarder: # routerfile disable-line unknown-key
        idleTxInterval: 1000
      # routerfile disable-next-line unknown-key
      nonsense:
        a: 1
        b: 2`,
    ['1 unused-suppression'],
  ],
  [
    'a text in quotes is no comment',
    `forwarder:\n  ${octal}\nprofile:\n  cpu:\n    path: "# routerfile disable-file octal-number, profile-enabled"`,
    ['2 octal-number', '5 profile-enabled'],
  ],
  [
    'a text in a block is no comment',
    `forwarder:\n  ${octal}\nprofile:\n  cpu:\n    path: |\n      # routerfile disable-file octal-number, profile-enabled`,
    ['2 octal-number', '5 profile-enabled'],
  ],
  [
    'a hash without a space before it starts no comment',
    `forwarder:\n  ${octal}\nidentity: {cert: a#routerfile disable-file octal-number, server_cert: b, key: c, ca: d}`,
    ['2 octal-number'],
  ],
  [
    'it may stand behind another comment',
    `forwarder:\n  ${octal} # milliseconds # routerfile disable-line octal-number`,
    [],
  ],
  [
    'another comment may stand behind it',
    `forwarder:\n  ${octal} # routerfile disable-line octal-number # milliseconds`,
    [],
  ],
  [
    'a reason may hold anything',
    `forwarder:\n  ${octal} # routerfile disable-line octal-number -- see #12, -- and b, c`,
    [],
  ],
  [
    'prose is no suppression',
    yaml`
      # routerfile generate wrote this
      # routerfile: see the manual
      # checked with routerfile enable
      v: 3`,
    [],
  ],
  [
    'words behind the rules that are no reason are said to be wrong',
    `forwarder:\n  ${octal} # routerfile disable-line octal-number because`,
    ['2 octal-number', '2 malformed-suppression'],
  ],
  [
    'a rule in other letters is unknown',
    `forwarder:\n  ${octal} # routerfile disable-line Octal_Number`,
    ['2 octal-number', '2 unknown-suppression'],
  ],
  [
    'of an unknown rule and a used one only the first is reported',
    `forwarder:\n  ${octal} # routerfile disable-line octal-number, octal`,
    ['2 unknown-suppression'],
  ],
  [
    'what looks at the machine is not called unused',
    yaml`
      identity: # routerfile disable-line file-missing, certificate-expired
        cert: a
        server_cert: b
        key: c
        ca: d`,
    [],
  ],
  [
    'what is for other releases is not called unused',
    yaml`
      forwarder:
        idleTxInterval: 1000
      edge: # routerfile disable-line edge-without-csr
        heartbeatIntervalSeconds: 60`,
    [],
  ],
  [
    'nothing is called unused where values are unknown',
    'metrics:\n  reportInterval: ${WAIT}\n  messageQueueSize: 10 # routerfile disable-line octal-number',
    [],
  ],
  [
    'nothing is called unused where the text is broken',
    yaml`
      forwarder:
        idleTxInterval: 1000 # routerfile disable-line octal-number
      metrics:
        reportInterval 1m
        messageQueueSize: 10`,
    ['4 yaml-syntax'],
  ],
  [
    'what is said of suppressions can be hidden by name',
    yaml`
      # routerfile disable-file unused-suppression -- one text for all sites
      forwarder:
        idleTxInterval: 1000 # routerfile disable-line octal-number`,
    [],
  ],
  [
    'what is said of suppressions is not hidden along with all',
    yaml`
      forwarder:
        idleTxInterval: 1000 # routerfile disable-line octal-numbr
      # routerfile disable-file`,
    ['2 unknown-suppression', '3 unused-suppression'],
  ],
]

test.each(cases)('%s', (_, text, left) => {
  expect(found(text)).toEqual(left)
})

describe('options', () => {
  const text = `forwarder:\n  ${octal} # routerfile disable-line octal-number`

  test('can leave comments out of account', () => {
    expect(found(text, { suppressions: false })).toEqual(['2 octal-number'])
    expect(
      found(
        yaml`
      # routerfile disable-lin
      v: 3`,
        { suppressions: false },
      ),
    ).toEqual([])
  })

  test('can ask for reasons', () => {
    expect(found(text, { rules: { 'suppression-without-reason': 'error' } })).toEqual([
      '2 suppression-without-reason',
    ])
    expect(
      found(
        yaml`
        forwarder:
          # routerfile disable -- why
          nonsense: 1
          # routerfile enable`,
        {
          rules: { 'suppression-without-reason': 'error' },
        },
      ),
    ).toEqual([])
  })

  test('that switch a rule off do not make its suppressions unused', () => {
    expect(found(text, { rules: { 'octal-number': 'off' } })).toEqual([])
  })

  test('give severities to what is said of suppressions', () => {
    const unused = yaml`
      forwarder:
        idleTxInterval: 1000 # routerfile disable-line octal-number`
    expect(
      lint(completeExample(unused).text, { rules: { 'unused-suppression': 'error' } }).map(
        ({ severity }) => severity,
      ),
    ).toEqual(['error'])
    expect(found(unused, { rules: { 'unused-suppression': 'off' } })).toEqual([])
  })
})

test('loading is the same with and without suppressions', () => {
  const { text } = completeExample(yaml`
    metrics:
      messageQueueSize: []`)
  const { text: suppressed } = completeExample(
    yaml`
      # routerfile disable-file -- why
      # routerfile disable-line octal-number
      metrics:
        messageQueueSize: []`,
  )
  expect(load(suppressed).ok).toBe(false)
  expect(load(suppressed).diagnostics.map(({ rule }) => rule)).toEqual(
    load(text).diagnostics.map(({ rule }) => rule),
  )
  expect(lint(suppressed).map(({ rule }) => rule)).toEqual(['unused-suppression'])
})

const fixes: readonly (readonly [sentence: string, before: string, after: string])[] = [
  [
    'with the spaces before it',
    yaml`
      v: 3   # routerfile disable-line octal-number -- why
      link: {}`,
    yaml`
      v: 3
      link: {}`,
  ],
  [
    'with its line',
    yaml`
      v: 3
        # routerfile disable-next-line octal-number
      link: {}`,
    yaml`
      v: 3
      link: {}`,
  ],
  [
    'with its line that ends as on Windows',
    'v: 3\r\n# routerfile disable-file octal-number\r\nlink: {}',
    'v: 3\r\nlink: {}',
  ],
  [
    'with the last line',
    yaml`
    v: 3
    # routerfile disable-file octal-number`,
    'v: 3\n',
  ],
  [
    'without the byte order mark',
    '\uFEFF# routerfile disable-file octal-number\nv: 3',
    '\uFEFFv: 3',
  ],
  [
    'without the comment before it',
    'v: 3 # three # routerfile disable-line octal-number',
    'v: 3 # three',
  ],
  [
    'without the comment behind it',
    'v: 3 # routerfile disable-line octal-number  # three',
    'v: 3 # three',
  ],
  [
    'of which other rules are left',
    yaml`
      v: 3
      forwarder:
        faultTxInterval: 010000 # routerfile disable-line unknown-key, octal-number,bad-format -- why`,
    yaml`
      v: 3
      forwarder:
        faultTxInterval: 010000 # routerfile disable-line octal-number -- why`,
  ],
]

const lists: readonly (readonly [list: string, fixed: string | undefined])[] = [
  ['octal-number as on all sites', 'octal-number -- as on all sites'],
  ['octal-number, same-address as on all sites', 'octal-number, same-address -- as on all sites'],
  ['octal-number same-address', 'octal-number, same-address'],
  ['octal-number - as on all sites', 'octal-number -- as on all sites'],
  ['octal-number same-address: x', undefined],
  ['as on all sites', undefined],
]

describe('the fix of a malformed suppression keeps all words', () => {
  test.each(lists)('%s', (list, fixed) => {
    const write = (written: string): string =>
      `forwarder:\n  faultTxInterval: 010000 # routerfile disable-line ${written}\n`
    const found = lint(write(list)).find(({ rule }) => rule === 'malformed-suppression')
    expect(found?.fix && applyEdits(write(list), found.fix.edits)).toBe(fixed && write(fixed))
    if (fixed !== undefined)
      expect(lint(write(fixed)).map(({ rule }) => rule)).not.toContain('malformed-suppression')
  })
})

describe('the fix removes an unused suppression', () => {
  test.each(fixes)('%s', (_, before, after) => {
    const [edit] = lint(before).flatMap(({ rule, fix }) =>
      rule === 'unused-suppression' ? (fix?.edits ?? []) : [],
    )
    expect(edit && before.slice(0, edit.start) + edit.text + before.slice(edit.end)).toBe(after)
  })
})

test('fixing removes what is unused until nothing is, and does not touch what is suppressed', () => {
  const { text } = completeExample(
    yaml`
      forwarder:
        # routerfile disable bad-format -- why
        a: 1 # routerfile disable-line unknown-key, octal-number -- why
        linkDialQueLength: 2000 # routerfile disable-line unknown-key -- why
        # routerfile enable bad-format`,
  )
  const { text: after } = completeExample(
    yaml`
      forwarder:
        a: 1 # routerfile disable-line unknown-key -- why
        linkDialQueLength: 2000 # routerfile disable-line unknown-key -- why`,
  )
  const fixed = fix(text)
  expect(fixed).toMatchObject({ text: after, diagnostics: [] })
  expect(fixed.applied).toHaveLength(3)
})

// For the YAML reader, a comment ends at each of these, and what comes after it is read.
describe.each(['\n', '\r', '\r\n', '\x85', '\u2028', '\u2029'])(
  'comments of lines that end in %j',
  (lineEnd) => {
    const listUnknown = (...lines: readonly string[]): string[] =>
      lint(completeExample(`${lines.join(lineEnd)}\n`).text).flatMap(({ rule, message }) =>
        rule.startsWith('unknown') || rule.startsWith('unused') ? [message.slice(0, 20)] : [],
      )

    test.each<[what: string, lines: readonly string[], left: readonly string[]]>([
      ['the next line', ['# routerfile disable-next-line unknown-key -- why', 'k1: 1'], []],
      [
        'the line',
        ['k1: 1 # routerfile disable-line unknown-key -- why', 'k2: 1'],
        ['Unknown key `k2`; th'],
      ],
      [
        'the line, and none above',
        ['k1: 1', 'k2: 1 # routerfile disable-line unknown-key -- why'],
        ['Unknown key `k1`; th'],
      ],
      [
        'a block',
        ['# routerfile disable unknown-key -- why', 'k1: 1', '# routerfile enable', 'k2: 1'],
        ['Unknown key `k2`; th'],
      ],
      ['the file', ['k1: 1', '# routerfile disable-file unknown-key -- why', 'k2: 1'], []],
    ])('hide findings of %s', (_, lines, left) => {
      expect(listUnknown(...lines)).toEqual(left)
    })
  },
)
