import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { topics } from '../../src/cli/topics.js'
import { catalog } from '../../src/lint/catalog.js'
import { commands } from '../../src/generated/commands.js'

/** Phrases that sound translated, each with what English tools say. */
const phrases: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\blooked at\b/, 'checked'],
  [/\bin the place of\b/, 'instead of'],
  [
    /(?<!there )\b(is|are) no (command|flag|file|folder|baseline|router|rule|text|map|number|entry)\b/i,
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

/** Phrases of messages that a reader has to read twice, wherever the program says them. */
const phrasesOfAllRooms: readonly (readonly [phrase: RegExp, better: string])[] = [
  ...phrases,
  [/(?<!there )\b(?:is|are) no(?:ne of| (?!longer\b|other\b|more\b)\w)/i, 'is not a'],
  [/\bterminal alone\b|\bowner alone\b/, 'only'],
  [/\bleft alone, |\bas (?:they were|it was)\b|\bleft as it is\b/, 'unchanged, not overwritten'],
  [/\banew\b/, 'again, a new one'],
  [/behaviou/i, 'behavior'],
  [/\bvoids?\b/i, 'revokes, invalidates'],
  [/\bGives an?\b|\bChanges what\b/, 'Shows, Updates only the given fields'],
  [/\bnobody that\b|\bsay --/, 'name it, use'],
  [/\bcannot stand in\b|\bto stand in\b/, 'cannot be used in'],
  [/\bcame with release\b/, 'needs release X or later'],
  [/\bmends?\b/, 'fixes'],
  [/\bhas to hold\b|\bare parted\b/, 'must contain, are separated'],
  [/\b\d+ differs\b|\bpasses over\b/, 'differ, skip'],
]

const ruleIds: ReadonlySet<string> = new Set(catalog.map(({ id }) => id))

/** Where a text has a phrase to avoid. */
const findPhrases = (text: string, avoided = phrases): string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      avoided
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

/** The texts in the code of a folder; a comment or the name of a module is none. */
function listTexts(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => name.endsWith('.ts') && !name.startsWith('generated/'))
    .flatMap((name) => {
      const path = join(folder, name)
      const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
      const texts: string[] = []
      const visit = (node: ts.Node): void => {
        if (ts.isStringLiteralLike(node)) texts.push(node.text)
        else if (ts.isTemplateExpression(node))
          texts.push(
            [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…'),
          )
        ts.forEachChild(node, visit)
      }
      visit(file)
      return texts.filter((text) => text.trim().includes(' ')).map((text) => `${path}: ${text}`)
    })
}

describe('phrases that need a second reading are not', () => {
  test.each(['src', 'server', 'editors/vscode/src'])('in the texts of %s', (folder) => {
    const texts = listTexts(folder)
    expect(texts.length).toBeGreaterThan(50)
    expect(texts.flatMap((text) => findPhrases(text, phrasesOfAllRooms))).toEqual([])
  })

  test.each([
    ...['schemas', 'schemas/sections', 'schemas/management', 'docs']
      .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
      .filter((path) => /\.(?:json|md)$/.test(path)),
    'README.md',
    'editors/vscode/README.md',
    'editors/vscode/package.nls.json',
    'docs/man/routerfile.1',
  ])('in %s', (path) => {
    expect(findPhrases(readFileSync(path, 'utf8'), phrasesOfAllRooms)).toEqual([])
  })
})
