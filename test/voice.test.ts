import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fleet, fleetRules, lint, upgrade } from '../src/index.js'
import { rules } from '../src/generated/rules.js'
import { completeExample, getRegistry, listExampleFiles } from '../src/lint/example.js'
import { isRecord } from '../src/document/record.js'
import { fixtures } from './support/fixtures.js'
import { yaml } from './support/yaml.js'

/** Phrases that read like a translation, with what to write instead. Phrases, not words: `behind` a proxy is fine. */
const phrasesToAvoid: readonly [phrase: RegExp, better: string][] = [
  [/\bstands? (?:in|at|on|below|above|again|twice|for|where|among|before|behind)\b/i, 'is'],
  [/\blook(?:s|ed|ing)? at\b/i, 'check, read'],
  [/\bin (?:the|its|their) place of\b|\bin its place\b/i, 'instead of'],
  [/(?<!\bthere )\b(?:is|are|be) no (?!longer\b)/i, 'is not a'],
  [/\b(?:holds?|has) no .* at all\b/i, 'has no'],
  [/\bthat many\b/i, 'so many, the number'],
  [/\b(?:is used|works|reads|behaves) otherwise\b/i, 'differently'],
  [/\ba text\b|\btexts\b/i, 'a string'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\b(?:hangs?|hung) on\b/i, 'depends on'],
  [/\bin vain\b/i, 'fails'],
  [/\b(?:is|are|be) called\b/i, 'is named'],
  [/\bthe one\b.*\bthe other\b/i, 'name both'],
  [/\bthe old (?:form|way)\b/i, 'is deprecated; use X'],
  [/\bleft ?over that\b/i, 'is obsolete and ignored'],
  [/\bwithout a word\b/i, 'silently'],
  [/\bnobody that\b|\bnothing that\b|\bone that\b/i, 'say what it is'],
  [/\bof which\b/i, 'split the sentence'],
  [/\bturns? .*\baway\b/i, 'rejects'],
  [/\bmade anew\b|\banew\b/i, 'again'],
  [/\b(?:is|are) listened (?:on|in)\b/i, 'listens on'],
  [/\brefuses the file\b|\bstops while\b/i, 'refuses to start'],
  [/\bcrashes while\b/i, 'crashes when it starts'],
  [/\btakes? it as it is\b|\bnever uses it\b/i, 'has no effect'],
  [/\bread by no release\b|\bused by no code\b/i, 'is ignored'],
  [/\bno release [`\w.]+ is known\b/i, 'unknown release'],
  [/\bknows no\b/i, 'unknown key'],
  [/\bnothing to edit\b|\bwithout an edit\b/i, 'no change needed'],
  [/\bcounts? in\b|\bstarts? to count\b/i, 'takes effect'],
  [/\bmay (?:wait|be under way)\b/i, 'maximum number of'],
  [/\b(?:longest|shortest) (?:wait|time)\b/i, 'timeout, minimum, maximum'],
  [/\bin any case\b/i, 'always'],
  [/\bfor so long\b/i, 'for this long'],
  [/\breplace .* by\b/i, 'replace X with Y'],
  [/\bnameservers?\b/i, 'DNS server'],
]

type Said = { where: string; text: string }

const say = (where: string, texts: readonly string[]): Said[] =>
  texts.map((text) => ({ where, text }))

const sayFindings = (where: string, found: ReturnType<typeof lint>): Said[] =>
  found.flatMap(({ rule, message, fix }) => [
    ...say(`${where}: ${rule}`, [message]),
    ...say(`${where}: fix of ${rule}`, fix ? [fix.title] : []),
  ])

const ruleTexts = (): Said[] =>
  [...rules, ...fleetRules].flatMap(({ id, summary, why }) => say(id, [summary, why]))

const ruleMessages = (): Said[] =>
  rules
    .filter(({ machine }) => !machine)
    .flatMap(({ id, severity, optional, examples }) =>
      examples.bad
        .map(completeExample)
        .flatMap(({ text, ...options }) =>
          sayFindings(
            `example of ${id}`,
            lint(text, { ...options, ...(optional && { rules: { [id]: severity } }) }),
          ),
        ),
    )

const fleetMessages = (): Said[] =>
  fleetRules
    .filter(({ machine }) => !machine)
    .flatMap(({ id, examples }) =>
      examples.bad.flatMap((example) => {
        const files = listExampleFiles(example).map((part) => ({
          path: part.name ?? '',
          ...completeExample(part),
        }))
        return fleet(files, getRegistry(example)).flatMap((found) =>
          sayFindings(`example of ${id}`, found),
        )
      }),
    )

const folders = ['valid', 'invalid', 'samples'] as const

const fixtureMessages = (): Said[] =>
  folders.flatMap((folder) =>
    fixtures(folder).flatMap(({ name, text, options }) => sayFindings(name, lint(text, options))),
  )

const upgradeSentences = (): Said[] =>
  folders.flatMap((folder) =>
    fixtures(folder).flatMap(({ name, text, options: { env } }) =>
      upgrade(text, { from: '1.1', to: '2.0', ...(env && { env }) }).flatMap((change) =>
        say(`upgrade of ${name}`, [
          change.message,
          change.advice,
          ...(change.reason ? [change.reason] : []),
          ...(change.fix ? [change.fix.title] : []),
        ]),
      ),
    ),
  )

const wordKeys = new Set([
  'title',
  'description',
  'what',
  'effect',
  'x-no-effect',
  'x-range-effect',
  'x-above-effect',
])

/** The sentences of a schema; examples, patterns and comments are not among them. */
const schemaTexts = (where: string, node: unknown): Said[] =>
  Array.isArray(node)
    ? node.flatMap((item) => schemaTexts(where, item))
    : isRecord(node)
      ? Object.entries(node).flatMap(([name, item]) =>
          typeof item === 'string'
            ? say(where, wordKeys.has(name) ? [item] : [])
            : schemaTexts(`${where}/${name}`, item),
        )
      : []

const schemaFiles = ['schemas', 'schemas/sections'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'meta.json')
    .map((name) => join(folder, name)),
)

/** One text for each way in which YAML goes wrong, as far as the tests of the parser list them. */
const brokenYaml = [
  'a: [1, 2',
  'a: "b',
  'a: b: c',
  'a\n  b: 1',
  'forwarder:\n\tidleTxInterval: 1',
  'a: *b',
  'a: @b',
  'a: "\\q"',
  'a: - b',
  'a: {b: 1 c: 2}',
  yaml`
    a: 1
     b: 2`,
  'a: ]',
  yaml`
    - a
    b: 1`,
  'a: !!int b',
  '%YAML 1.2\n---\na: 1',
  'null',
  '',
  '5',
  '<<: 1\na: 1',
  '[a]: 1',
  yaml`
    a: |x
      b`,
  'a:1\nb: 2',
  yaml`
    a:
      - b
      c
  `,
  'a: &a [*a]',
]

const yamlMessages = (): Said[] =>
  brokenYaml.flatMap((text) => sayFindings(JSON.stringify(text), lint(text)))

const collections: [name: string, collect: () => Said[]][] = [
  ['summaries and reasons of rules', ruleTexts],
  ['messages and fixes of rules', ruleMessages],
  ['messages about fleets', fleetMessages],
  ['messages about the fixtures', fixtureMessages],
  ['messages about YAML', yamlMessages],
  ['sentences of upgrades', upgradeSentences],
  [
    'texts of the schemas',
    () => schemaFiles.flatMap((file) => schemaTexts(file, parse(readFileSync(file, 'utf8')))),
  ],
]

/** What a text quotes of a file is not ours. */
const withoutQuotes = (text: string): string => text.replaceAll(/`[^`]*`|"[^"]*"/g, '`x`')

describe.each(collections)('%s', (_, collect) => {
  const said = collect()

  test('are found', () => {
    expect(said.length).toBeGreaterThan(10)
  })

  test('read like English', () => {
    const found = said.flatMap(({ where, text }) =>
      phrasesToAvoid
        .filter(([phrase]) => phrase.test(withoutQuotes(text)))
        .map(([phrase, better]) => `${where}: ${text} (${String(phrase)}: write "${better}")`),
    )
    expect([...new Set(found)]).toEqual([])
  })
})

test('a message of several sentences ends each of them', () => {
  const broken = [...ruleMessages(), ...fixtureMessages(), ...fleetMessages()]
    .map(({ text }) => withoutQuotes(text))
    .filter((text) => /[^.?]\. [A-Z`]/.test(text) && !/[.?]$/.test(text))
  expect(broken).toEqual([])
})

test('pages of rules show examples without the marks that tests read', () => {
  const sources = ['src/lint/rules', 'src/lint/fleet/rules'].flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  const marks = new Set(
    sources.flatMap((source) => [...source.matchAll(/#! (.+)$/gm)].map(([, mark = '']) => mark)),
  )
  expect(marks.size).toBeGreaterThan(50)
  const lines = readdirSync('docs/rules').flatMap((name) =>
    readFileSync(join('docs/rules', name), 'utf8').split('\n'),
  )
  expect(lines.length).toBeGreaterThan(1000)
  expect(
    lines.filter((line) => {
      const [, comment] = / #!? ?(.+)$/.exec(line) ?? []
      return comment !== undefined && marks.has(comment)
    }),
  ).toEqual([])
})
