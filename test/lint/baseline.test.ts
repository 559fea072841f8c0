import { describe, expect, test } from 'vitest'
import {
  compareWithBaseline,
  toEntries,
  parseBaseline,
  formatBaseline,
  hashText,
} from '../../src/lint/baseline.js'
import { lint } from '../../src/index.js'
import { completeExample } from '../support/fixtures.js'
import { expectWithin } from '../support/promises.js'
import { yaml } from '../support/yaml.js'

const completeText = (text: string) => completeExample(text).text

const lintOf = (text: string) => lint(completeText(text))

const entriesOf = (text: string) => toEntries(lintOf(text), completeText(text))

const listener = (port: string, more = ''): string =>
  `\n  - binding: edge\n    address: tls:0.0.0.0:${port}\n    options:\n      advertise: localhost:${port}${more}`

const old = `listeners:${listener('3022', '\n    nonsense: 1')}`

const cases: readonly (readonly [
  sentence: string,
  before: string,
  after: string,
  fresh: readonly string[],
  gone: number,
])[] = [
  ['what has not changed is known', old, old, [], 0],
  ['lines may move', old, `# one\n\n# two\nforwarder: {}\n${old}`, [], 0],
  [
    'a place in a list may change',
    old,
    `listeners:${listener('3023')}${old.slice('listeners:'.length)}`,
    [],
    0,
  ],
  [
    'messages that name the place may change with it',
    yaml`
      listeners:
        - binding: edge
          address: tls:0.0.0.0:3022
          advertise: a:1
          options: {advertise: "localhost:3022"}`,
    yaml`
      listeners:
        - binding: tunnel
        - binding: edge
          address: tls:0.0.0.0:3022
          advertise: a:1
          options: {advertise: "localhost:3022"}`,
    [],
    0,
  ],
  [
    'a second one of the kind is fresh',
    old,
    `listeners:${listener('3023', '\n    nonsense: 2')}${old.slice('listeners:'.length)}`,
    ['/listeners/1/nonsense'],
    0,
  ],
  [
    'one of the kind elsewhere is fresh',
    yaml`
      forwarder:
        nonsense: 1`,
    yaml`
      forwarder:
        nonsense: 1
      edge:
        nonsense: 1`,
    ['/edge/nonsense'],
    0,
  ],
  [
    'another value in the same place is fresh',
    yaml`
      forwarder:
        linkDialWorkerCount: 0`,
    yaml`
      forwarder:
        linkDialWorkerCount: 99999`,
    ['/forwarder/linkDialWorkerCount'],
    1,
  ],
  [
    'another rule in the same place is fresh',
    yaml`
      forwarder:
        faultTxInterval: 010000`,
    yaml`
      forwarder:
        faultTxInterval: []`,
    ['/forwarder/faultTxInterval'],
    1,
  ],
  ['what was mended is gone', old, `listeners:${listener('3022')}`, [], 1],
  [
    'of two in one place one may be gone',
    yaml`
      forwarder:
        nonsense: 1
        nonsense: 2
        nonsense: 3`,
    yaml`
      forwarder:
        nonsense: 1
        nonsense: 2`,
    [],
    1,
  ],
]

describe('a baseline', () => {
  test.each(cases)('holds findings: %s', (_, before, after, fresh, gone) => {
    const findings = lintOf(after)
    const result = compareWithBaseline(findings, entriesOf(before), completeText(after))
    expect(result.newFindings.map(({ path }) => `/${path.join('/')}`)).toEqual(fresh)
    expect(result.goneCount).toBe(gone)
    expect(result.knownFindings.length + fresh.length).toBe(findings.length)
  })

  test('does not depend on the wording of messages', () => {
    const text = yaml`
      forwarder:
        linkDialWorkerCount: 99999`
    const reworded = lintOf(text).map((finding) => ({ ...finding, message: 'in other words' }))
    const entries = toEntries(lintOf(text), completeText(text))
    expect(compareWithBaseline(reworded, entries, completeText(text))).toMatchObject({
      newFindings: [],
      goneCount: 0,
    })
  })

  test('counts what is several times the same', () => {
    const [finding] = lintOf(yaml`
      forwarder:
        nonsense: 1`)
    if (!finding) throw new Error('there is nothing to count')
    expect(toEntries([finding, finding], '')).toEqual([
      { ...toEntries([finding], '')[0], count: 2 },
    ])
    expect(
      compareWithBaseline([finding, finding, finding], toEntries([finding, finding], ''), '')
        .newFindings.length,
    ).toBe(1)
  })

  test('escapes names as JSON pointers do', () => {
    expect(
      entriesOf(yaml`
      forwarder:
        a/b~c: 1`).map(({ path }) => path),
    ).toEqual(['/forwarder/a~1b~0c'])
  })

  test('is written the same in whatever order it was found, and read back', () => {
    const entries = entriesOf(yaml`
      forwarder:
        b: 1
        a: 1`)
    const text = formatBaseline(
      new Map([
        ['b.yaml', entries],
        ['c.yaml', []],
        ['a.yaml', entries],
      ]),
    )
    expect(text).toBe(
      formatBaseline(
        new Map([
          [
            'a.yaml',
            entriesOf(yaml`
            forwarder:
              a: 1
              b: 1`),
          ],
          ['b.yaml', entries],
        ]),
      ),
    )
    expect(parseBaseline(`\uFEFF${text}`)).toEqual(
      new Map([
        ['a.yaml', entries],
        ['b.yaml', entries],
      ]),
    )
  })

  test('holds no value of a file', () => {
    const text = yaml`
        forwarder:
          linkDialWorkerCount: 99999
        csr:
          country: hunter2
          sans: {dns: [localhost]}`
    expect(lintOf(text).some(({ message }) => message.includes('99999'))).toBe(true)
    expect(formatBaseline(new Map([['a.yaml', entriesOf(text)]]))).not.toMatch(/99999|hunter2/)
  })
})

const broken: readonly (readonly [sentence: string, text: string, why: string])[] = [
  ['text', '<<<<<<< HEAD\n{"version": 2, "files": {}}', 'is not a baseline'],
  ['an empty file', '', 'is not a baseline'],
  ['a list', '[]', 'is not a baseline'],
  ['JSON without a version', '{"files": {}}', 'is not a baseline'],
  ['JSON without files', '{"version": 2}', 'is not a baseline'],
  ['another version', '{"version": 3, "findings": []}', 'has version 3'],
  ['an earlier version', '{"version": 1, "files": {}}', 'has version 1'],
  ['files that are a list', '{"version": 2, "files": []}', 'is not a baseline'],
  ['a file without entries', '{"version": 2, "files": {"a.yaml": {}}}', 'the entries of `a.yaml`'],
  [
    'an entry without a path',
    '{"version": 2, "files": {"a.yaml": [{"rule": "a"}]}}',
    'the entries of `a.yaml`',
  ],
  [
    'a count of none',
    '{"version": 2, "files": {"a.yaml": [{"rule": "a", "path": "", "found": "", "count": 0}]}}',
    'the entries of `a.yaml`',
  ],
  [
    'a count that is text',
    '{"version": 2, "files": {"a.yaml": [{"rule": "a", "path": "", "found": "", "count": "2"}]}}',
    'the entries of `a.yaml`',
  ],
]

test.each(broken)('%s is not a baseline, and the error says why', (_, text, why) => {
  expect(parseBaseline(text)).toEqual({ why: expect.stringContaining(why) })
})

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('the hash of "%s" is the published one', (text, hash) => {
  expect(hashText(text)).toBe(hash)
})

test('a line that many findings mark is read no further than its start', () => {
  const text = `v: ${'x'.repeat(400_000)}`
  const range = {
    start: { offset: 3, line: 0, character: 3 },
    end: { offset: text.length, line: 0, character: text.length },
  }
  const findings = lint(text)
    .slice(0, 1)
    .flatMap((found) => Array.from({ length: 500 }, () => ({ ...found, range })))
  const [entry] = toEntries(findings.slice(0, 1), text)
  expectWithin(10, () => expect(toEntries(findings, text)).toEqual([{ ...entry, count: 500 }]))
})
