import { texts } from '../generated/texts.js'
import type { Model } from '../schema/model.js'
import { listPlaces } from '../schema/places.js'
import { findNearest } from '../schema/suggest.js'
import { selectTexts } from '../schema/texts.js'
import { catalog } from './catalog.js'
import { listExplainedWords } from './explain-word.js'

/** A key or rule that a search found, and its purpose. */
export type FoundWord = {
  kind: 'key' | 'rule'
  /** The path of the key, or the id of the rule. */
  name: string
  text: string
}

/**
 * Returns the keys and rules that match some words; for a misspelled name, returns only the correct name (`near`). A
 * word that occurs in names or texts, such as `tproxy`, is not considered misspelled.
 */
export function searchOrSuggest(
  words: string,
  model: Model,
): { found: readonly FoundWord[]; near?: string } {
  const near =
    /\s/.test(words) || isKnownWord(words, model)
      ? undefined
      : findNearest(words, listExplainedWords(model))
  return near === undefined ? { found: searchWords(words, model) } : { found: [], near }
}

/** An entry to search. Words in its name count more than words in its text. */
type Entry = FoundWord & {
  /** Whether the release reads the key. */
  isRead: boolean
  /** The words of the last part of the name, and of the values that the key allows. */
  ownNames: ReadonlySet<string>
  names: ReadonlySet<string>
  words: ReadonlySet<string>
}

/** Scores an entry by the most important set of its words in which `hasWord` finds the searched word. */
const scoreEntry = (
  { ownNames, names, words }: Entry,
  hasWord: (words: ReadonlySet<string>) => boolean,
): number => (hasWord(ownNames) ? 4 : hasWord(names) ? 3 : hasWord(words) ? 1 : 0)

/** Words that users search for, and the words that names and descriptions use for them. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    certificate: ['cert'],
    controller: ['ctrl'],
    dial: ['connect'],
    interface: ['lanif'],
    keepalive: ['heartbeat'],
    nic: ['interface', 'lanif'],
    websocket: ['wss'],
  }).map(([word, others]) => [stem(word), others.map(stem)]),
)

/** Words without meaning for a search. */
const fillers = new Set(
  'a an and are as at be by do does for how if in is it my not of on or that the to what when which with wrong'.split(
    ' ',
  ),
)

/**
 * Splits a text into words, without `fillers`: `healthyDialBackoff` has the words "healthy", "dial" and "backoff".
 * Removes endings, such as "-ers" from "dialers".
 */
const listWords = (text: string): string[] =>
  (
    text
      .replaceAll(/web ?socket/gi, 'websocket')
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .match(/[A-Za-z\d]+/g) ?? []
  )
    .map((word) => stem(word.toLowerCase()))
    .filter((word) => !fillers.has(word))

function stem(word: string): string {
  const short = word.replace(/(?:ers?|ings?|ed|e?s)$/, '')
  return short.length > 2 ? short : word
}

/** Whether a single word occurs in a key, a rule or a description, or has synonyms; ignores endings such as `-ing`. */
function isKnownWord(word: string, model: Model): boolean {
  const [stemmedWord, ...others] = listWords(word)
  if (stemmedWord === undefined || others.length > 0) return false
  if (synonyms.has(stemmedWord)) return true
  return listEntries(model).some(
    ({ ownNames, words }) => ownNames.has(stemmedWord) || words.has(stemmedWord),
  )
}

function listEntries({ schema, release }: Model): Entry[] {
  const keyTexts = selectTexts(texts, release)
  const keys = listPlaces(schema).map(({ path, key }) => ({
    kind: 'key' as const,
    name: path,
    text: keyTexts[key.index]?.description ?? '',
    isRead: key.isRead,
    values: key.keyFacts.enum?.map(String) ?? [],
  }))
  const rules = catalog.map(({ id, summary }) => ({
    kind: 'rule' as const,
    name: id,
    text: summary,
    isRead: true,
    values: [],
  }))
  return [...keys, ...rules].map(({ values, ...found }) => ({
    ...found,
    ownNames: new Set(
      listWords([found.name.slice(found.name.lastIndexOf('.') + 1), ...values].join(' ')),
    ),
    names: new Set(listWords(found.name)),
    words: new Set(listWords(found.text)),
  }))
}

/**
 * Whether an entry is an option of a dialer. Listeners have the same options and are listed first, because options are
 * usually set there.
 */
const isDialer = ({ name }: Entry): boolean => name.startsWith('dialers[')

/**
 * The keys and rules that have more than half of the best score for some words, best first. Rare words count more than
 * frequent words, and words in names more than words in texts. Keys that the release ignores come last. If several keys
 * end with the same name and have the same text, only the first is listed.
 */
export function searchWords(query: string, model: Model, limit = 10): FoundWord[] {
  const entries = listEntries(model)
  const queryWords = [...new Set(listWords(query))].map((word) => {
    const hasWord = (words: ReadonlySet<string>): boolean =>
      words.has(word) || (word.length > 3 && [...words].some((other) => other.startsWith(word)))
    const others = synonyms.get(word) ?? []
    const hasSynonym = (words: ReadonlySet<string>): boolean =>
      others.some((synonym) => words.has(synonym))
    const rateEntry = (entry: Entry): number =>
      scoreEntry(entry, hasWord) + scoreEntry(entry, hasSynonym) / 2
    const count = entries.filter((entry) => rateEntry(entry) > 0).length
    return { rateEntry, weight: count === 0 ? 0 : Math.log(1 + entries.length / count) }
  })
  const scoredEntries = entries.map((entry) => ({
    entry,
    score: queryWords.reduce((sum, { rateEntry, weight }) => sum + weight * rateEntry(entry), 0),
  }))
  const best = Math.max(0, ...scoredEntries.map(({ score }) => score))
  const seenSignatures = new Set<string>()
  return scoredEntries
    .filter(({ score }) => score > best / 2)
    .sort(
      (left, right) =>
        Number(right.entry.isRead) - Number(left.entry.isRead) ||
        right.score - left.score ||
        Number(isDialer(left.entry)) - Number(isDialer(right.entry)) ||
        left.entry.name.length - right.entry.name.length,
    )
    .filter(({ entry: { name, text } }) => {
      const signature = `${name.slice(name.lastIndexOf('.') + 1)} ${text}`
      return !seenSignatures.has(signature) && seenSignatures.add(signature)
    })
    .slice(0, limit)
    .map(({ entry: { kind, name, text } }) => ({ kind, name, text }))
}
