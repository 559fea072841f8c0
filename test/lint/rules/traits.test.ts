import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalog, isAboutIgnoredKeys } from '../../../src/lint/catalog.js'
import type { AnyRule } from '../../../src/lint/catalog.js'
import { rules } from '../../../src/generated/rules.js'
import { completeExample } from '../../../src/lint/example.js'
import { fixTexts } from '../../../src/lint/explain.js'
import { lint } from '../../../src/lint/lint.js'
import { fixtures } from '../../support/fixtures.js'
import { runHere } from '../../support/program.js'
import { selectSamples } from '../../support/recorded.js'

/** The page of a rule in the documentation. */
const readPage = (id: string): string => readFileSync(`docs/rules/${id}.md`, 'utf8')

const idsWhere = (holds: (rule: AnyRule) => boolean): string[] =>
  catalog.filter(holds).map(({ id }) => id)

describe('traits of rules', () => {
  test.each([
    ['unknown', ['key-not-text', 'misplaced-key', 'unknown-key']],
    ['unread', ['never-read', 'newer-key', 'unread-key']],
    ['obsolete', ['obsolete-key']],
    ['deprecated', ['deprecated-key']],
    ['ineffective', ['no-effect']],
    ['overridden', ['duplicate-key', 'tunnel-option-unused']],
  ])('keys may be %s', (status, ids) => {
    expect(idsWhere(({ keyStatus }) => keyStatus === status)).toEqual(ids)
  })

  test('keys that the router does not read are unknown, unread or obsolete', () => {
    expect(idsWhere(({ id }) => isAboutIgnoredKeys(id))).toEqual([
      'key-not-text',
      'misplaced-key',
      'never-read',
      'newer-key',
      'obsolete-key',
      'unknown-key',
      'unread-key',
    ])
  })

  test('what can be taken out is marked; a private key that belongs to another certificate is needed', () => {
    expect(idsWhere(({ unnecessary }) => unnecessary === true)).toEqual([
      'tunnel-overridden',
      'unused-suppression',
    ])
    expect(idsWhere(({ id }) => id === 'key-of-another')).toHaveLength(1)
  })

  test('an observation is put into words by one rule', () => {
    const kinds = rules.flatMap(({ observes }) => observes?.kind ?? [])
    expect(kinds.length).toBeGreaterThan(20)
    expect(new Set(kinds).size).toBe(kinds.length)
  })
})

describe('the fixes of a rule', () => {
  const seen = new Map<string, Set<string>>()
  const note = (found: ReturnType<typeof lint>): void => {
    for (const { rule, fix } of found)
      if (fix) seen.set(rule, (seen.get(rule) ?? new Set()).add(fix.unsafe ? 'unsafe' : 'safe'))
  }
  for (const { id, severity, optional, examples } of rules)
    for (const { text, ...options } of examples.bad.map(completeExample))
      note(lint(text, { ...options, ...(optional && { rules: { [id]: severity } }) }))
  for (const folder of ['valid', 'invalid', 'samples'] as const)
    for (const { text, options } of fixtures(folder)) note(lint(text, options))
  for (const { text } of selectSamples(60))
    for (const target of ['0.31', '1.6', '2.1']) note(lint(text, { target }))

  test.each(rules.map(({ id, fixes = 'none' }) => [id, fixes] as const))(
    'of %s are %s',
    (id, fixes) => {
      const kinds = [...(seen.get(id) ?? [])]
      expect(kinds.filter((kind) => fixes !== 'mixed' && fixes !== kind)).toEqual([])
      // A rule that says it has fixes shows one.
      expect(kinds.length > 0).toBe(fixes !== 'none')
    },
  )

  test('are in the table, on the page and in the explanation', async () => {
    const { out: table } = await runHere(['rules'])
    expect(table).toMatch(/^octal-number +warning +safe +An? /m)
    expect(table).toMatch(/^tunnel-overridden +warning +unsafe +/m)
    expect(table).toMatch(/^heartbeat-order +\w+ +- +/m)
    const list = readFileSync('docs/rules.md', 'utf8')
    for (const { id, fixes = 'none' } of rules) {
      const { out } = await runHere(['explain', id])
      expect(out).toContain(`  fixable   ${fixTexts[fixes]}\n`)
      expect(list).toMatch(
        new RegExp(`^\\| \\[\`${id}\`\\]\\(rules/${id}\\.md\\) .* \\| ${fixTexts[fixes]} \\|`, 'm'),
      )
      expect(readPage(id)).toMatch(
        new RegExp(`^# ${id}\n\n.* Fixable: ${fixTexts[fixes]}\\.$`, 'm'),
      )
    }
    expect(readdirSync('docs/rules').sort()).toEqual(catalog.map(({ id }) => `${id}.md`).sort())
  })

  test('are explained without the marks of tests', () => {
    const marks = rules.flatMap(({ examples }) =>
      examples.bad.flatMap((example) => completeExample(example).text.match(/#! .*/g) ?? []),
    )
    expect(marks.length).toBeGreaterThan(50)
    const page = rules.flatMap(({ id }) => readPage(id).split('\n'))
    expect(
      marks.filter((mark) => page.some((line) => line.endsWith(`  # ${mark.slice(3)}`))),
    ).toEqual([])
  })
})

/** Folders whose code may look up traits and never compares ids; the schema names its observations like the rules. */
const folders = ['cli', 'config', 'document', 'fix', 'generate', 'language', 'lint', 'project']

test('no list of rule ids and no comparison with one is in the code but in rules', () => {
  const ids = new Set<string>(catalog.map(({ id }) => id))
  const files = [...folders.map((folder) => join('src', folder)), 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((path) => !/lint\/(?:fleet\/)?rules\//.test(path)),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].flatMap(([, word = '']) =>
      ids.has(word) ? [`${path}: ${word}`] : [],
    ),
  )
  expect(found).toEqual([])
})
