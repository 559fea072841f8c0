import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { topics } from '../../src/cli/topics.js'
import { catalog } from '../../src/lint/catalog.js'
import { commands } from '../../src/generated/commands.js'

/** Phrases that sound translated, each with what English tools say. */
const phrases: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\blooked at\b/, 'checked'],
  [/\bin the place of\b/, 'instead of'],
  [
    /(?<!there )\b(is|are) no (command|flag|file|folder|baseline|router|rule|text|map|number|entry)\b/,
    'is not a',
  ],
  [/\bthat many\b/, 'so many'],
  [/\bworks otherwise\b/, 'behaves differently'],
  [/\bmend(ed|s)?\b/, 'fix'],
  [/\bhangs? on\b/, 'depends on'],
  [/\bin vain\b/, 'without effect'],
  [/\bis found no more\b/, 'is fixed'],
  [/\bstands (in|under|twice|here|there)\b/, 'is in'],
  [/\bvouch(es)? for\b/, 'trusted'],
  [/\bsay `/, 'run `'],
]

const ruleIds: ReadonlySet<string> = new Set(catalog.map(({ id }) => id))

/** Where a text has a phrase to avoid. */
const findPhrases = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      phrases
        .filter(([phrase]) => phrase.test(line))
        .map(([phrase, better]) => `${line.trim()}: ${phrase.source} (${better})`),
    )

describe('words to avoid are not in', () => {
  test.each(commands.map((entry) => [entry.name, entry] as const))(
    'the help of %s',
    async (_, entry) => {
      const { summary, flags, tables = {} } = await entry.load()
      const texts = [
        summary,
        ...Object.values(flags).map(({ help }) => help),
        ...Object.values(tables).flatMap((rows) => rows.map(([, text]) => text)),
      ]
      expect(findPhrases(texts.join('\n'))).toEqual([])
    },
  )

  test('the topics', () => {
    expect(topics.flatMap(({ text }) => findPhrases(text))).toEqual([])
  })

  test.each(readdirSync('fixtures/cli').filter((name) => name.endsWith('.txt')))(
    'what the program says in %s',
    (name) => {
      const said = readFileSync(`fixtures/cli/${name}`, 'utf8')
        .split('\n')
        .filter((line) => /^(! {1,2}| {2})/.test(line))
        // The catalog of rules has its own words.
        .filter((line) => !ruleIds.has(line.trim().split(' ')[0] ?? ''))
      expect(findPhrases(said.join('\n'))).toEqual([])
    },
  )
})
