import { expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import { rules } from '../../src/generated/rules.js'
import { lint } from '../../src/index.js'
import type { Node } from '../../src/yaml/index.js'
import { completeExample } from '../support/fixtures.js'

/** A way in which a value of an example is also that of a secret. `put` writes something in its place. */
type Sharing = (
  written: string,
  value: string,
  put: (instead: string) => string,
) => { text: string; env?: Record<string, string> }

const sharings: Readonly<Record<string, Sharing>> = {
  'an alias of a secret of the schema': (written, _, put) => ({
    text: `proxy: {type: none, password: &shared ${written}}\n${put('*shared')}`,
  }),
  'an alias of a secret by name': (written, _, put) => ({
    text: `apiToken: &shared ${written}\n${put('*shared')}`,
  }),
  'an alias of a misspelled secret': (written, _, put) => ({
    text: `pasword: &shared ${written}\n${put('*shared')}`,
  }),
  'an alias of an item below a secret': (written, _, put) => ({
    text: `tokens: [{a: &shared ${written}}]\n${put('*shared')}`,
  }),
  'an alias of another alias of a secret': (written, _, put) => ({
    text: `apiToken: &first ${written}\nmore: &shared {a: *first}\n${put('*first')}`,
  }),
  'a secret that is an alias of it': (written, _, put) => ({
    text: `${put(`&shared ${written}`)}apiToken: *shared\n`,
  }),
  'a variable with the name of a secret': (_, value, put) => ({
    text: put('"${ROUTER_PASSWORD}"'),
    env: { ROUTER_PASSWORD: value },
  }),
  'a variable that a secret uses': (_, value, put) => ({
    text: `${put('"${OPEN}"')}apiToken: \${OPEN}\n`,
    env: { OPEN: value },
  }),
  'the default of a variable with the name of a secret': (_, value, put) => ({
    text: put(`"\${ROUTER_PASSWORD:-${value}}"`),
  }),
  'the default of a variable that a secret uses': (_, value, put) => ({
    text: `${put(`"\${OPEN:-${value}}"`)}apiToken: \${OPEN}\n`,
  }),
}

/** The optional rules, switched on. */
const allRules = Object.fromEntries(
  rules.filter(({ optional }) => optional).map(({ id, severity }) => [id, severity]),
)

/** What a file is told: messages, and titles of fixes. */
const listSentences = (text: string, options: Parameters<typeof lint>[1]): string[] =>
  lint(text, { ...options, rules: allRules }).flatMap(({ message, related = [], fix }) => [
    message,
    ...related.map((item) => item.message),
    ...(fix ? [fix.title] : []),
  ])

function listScalars(node: Node | undefined): Node[] {
  if (node === undefined) return []
  if (node.kind === 'map') return node.pairs.flatMap(({ value }) => listScalars(value))
  return node.kind === 'list' ? node.items.flatMap(listScalars) : [node]
}

const isQuoted = (sentence: string, value: string): boolean =>
  sentence.split('`').some((part, index) => index % 2 === 1 && part.includes(value))

/** Values that sentences quote, each with its file, and with its place there. */
const quoted = rules.flatMap(({ id, examples }) =>
  examples.bad.map(completeExample).flatMap(({ text, ...options }) => {
    const sentences = listSentences(text, options)
    return listScalars(parseDocument(text).root).flatMap(({ start, end }) => {
      const written = text.slice(start, end)
      const value = written.replace(/^(["'])(.*)\1$/, '$2')
      // Shorter ones are not hidden, and what the file has twice may be quoted from there.
      const isPlain = /^[^\n${*&]{6,}$/.test(value) && text.split(value).length === 2
      return isPlain && sentences.some((sentence) => isQuoted(sentence, value))
        ? [{ id, text, options, start, end, written, value }]
        : []
    })
  }),
)

test.each(Object.entries(sharings))('no rule quotes %s', (_, share) => {
  const shown = quoted.flatMap(({ id, text, options, start, end, written, value }) => {
    const put = (instead: string): string => text.slice(0, start) + instead + text.slice(end)
    const { text: changed, env = {} } = share(written, value, put)
    // Sentences suggest values, too, whatever the file says.
    const suggested = listSentences(put('qqqq'), options).join('\n')
    return listSentences(changed, { ...options, env: { ...options.env, ...env } })
      .filter((sentence) => isQuoted(sentence, value) && !suggested.includes(value))
      .map((sentence) => `${id}: ${sentence}`)
  })
  expect(shown).toEqual([])
})

test('rules quote many values', () => expect(quoted.length).toBeGreaterThan(25))
