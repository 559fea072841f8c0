import { texts } from '../generated/texts.js'
import type { Model } from '../schema/model.js'
import { listPlaces } from '../schema/places.js'
import { findNearest } from '../schema/suggest.js'
import { textsFor } from '../schema/texts.js'
import { catalog } from './catalog.js'
import { listExplainedWords } from './explain-word.js'

/** A key or rule that a search found, and what it is for. */
export type FoundWord = {
  kind: 'key' | 'rule'
  /** The path of the key, or the id of the rule. */
  name: string
  text: string
}

/** The keys and rules that words are about; of a misspelled name, only the right one. */
export function findCloseWords(
  words: string,
  model: Model,
): { found: readonly FoundWord[]; near?: string } {
  const near = /\s/.test(words) ? undefined : findNearest(words, listExplainedWords(model))
  return near === undefined ? { found: searchWords(words, model) } : { found: [], near }
}

/** Something to be found: the words of its name count more than those of its text. */
type Entry = FoundWord & { names: ReadonlySet<string>; words: ReadonlySet<string> }

const nameWeight = 3

/** Words that say nothing about what is searched for. */
const fillers = new Set(
  'a an and are as at be by do does for how if in is it my not of on or that the to what when which with wrong'.split(
    ' ',
  ),
)

/** `healthyDialBackoff` has the words "healthy", "dial" and "backoff", without endings such as that of "dialers". */
const listWords = (text: string): string[] =>
  (text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').match(/[A-Za-z\d]+/g) ?? [])
    .map((word) => stem(word.toLowerCase()))
    .filter((word) => !fillers.has(word))

const stem = (word: string): string => {
  const short = word.replace(/(?:ers?|ings?|ed|e?s)$/, '')
  return short.length > 2 ? short : word
}

function listEntries({ schema, release }: Model): Entry[] {
  const own = textsFor(texts, release)
  const keys = listPlaces(schema).map(({ path, key }): FoundWord => ({
    kind: 'key',
    name: path,
    text: own[key.index]?.description ?? '',
  }))
  const rules = catalog.map(({ id, summary }): FoundWord => ({
    kind: 'rule',
    name: id,
    text: summary,
  }))
  return [...keys, ...rules].map((found) => ({
    ...found,
    names: new Set(listWords(found.name)),
    words: new Set(listWords(found.text)),
  }))
}

/**
 * The keys and rules that a few words are about, best first. Rare words count more than frequent ones, and those of
 * names more than those of texts. Of keys with the same name and text, only the first is listed.
 */
export function searchWords(query: string, model: Model, limit = 10): FoundWord[] {
  const entries = listEntries(model)
  const wanted = [...new Set(listWords(query))].map((word) => {
    const isIn = (words: ReadonlySet<string>): boolean =>
      words.has(word) || (word.length > 3 && [...words].some((other) => other.startsWith(word)))
    const count = entries.filter(({ names, words }) => isIn(names) || isIn(words)).length
    return { isIn, weight: count === 0 ? 0 : Math.log(1 + entries.length / count) }
  })
  const scored = entries.map((entry) => ({
    entry,
    score: wanted.reduce(
      (sum, { isIn, weight }) =>
        sum + (isIn(entry.names) ? nameWeight * weight : isIn(entry.words) ? weight : 0),
      0,
    ),
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const seen = new Set<string>()
  return scored
    .filter(({ score }) => score > best / 2)
    .sort(
      (left, right) => right.score - left.score || left.entry.name.length - right.entry.name.length,
    )
    .filter(({ entry: { name, text } }) => {
      const same = `${name.slice(name.lastIndexOf('.') + 1)} ${text}`
      return !seen.has(same) && seen.add(same)
    })
    .slice(0, limit)
    .map(({ entry: { kind, name, text } }) => ({ kind, name, text }))
}
