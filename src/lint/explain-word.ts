import { texts } from '../generated/texts.js'
import type { Description } from '../schema/describe.js'
import { describeKeys, describePlace } from '../schema/describe.js'
import type { Model } from '../schema/model.js'
import { listPlaces } from '../schema/places.js'
import { selectTexts } from '../schema/texts.js'
import { groupBy } from '../document/group.js'
import { catalog } from './catalog.js'
import type { RuleDescription } from './explain.js'
import { describeRule } from './explain.js'

/** The keys whose path or name is a word, and the rule whose id is that word. */
export type ExplainedWord = { keys: Description[]; rules: RuleDescription[] }

export function explainWord(word: string, model: Model): ExplainedWord | undefined {
  const keys = describeKeys(model, word, texts)
  const rule = catalog.find(({ id }) => id === word)
  return keys.length > 0 || rule
    ? { keys, rules: rule ? [describeRule(rule, model.release)] : [] }
    : undefined
}

export const listExplainedWords = (model: Model): string[] => [
  ...listPlaces(model.schema).flatMap(({ path }) => [path, path.split('.').at(-1) ?? path]),
  ...catalog.map(({ id }) => id),
]

/** A child of a key: its path relative to that key, its type, and its purpose. */
export type InnerKey = { name: string; type: string; text: string }

/** The keys that the release reads in a map, or in the maps of a list, whatever their binding. */
export function listInnerKeys(path: string, model: Model): InnerKey[] {
  const innerPlaces = listPlaces(model.schema).filter(
    ({ path: childPath, key }) =>
      key.isRead &&
      childPath.startsWith(path) &&
      /^(?:\[[^\]]*\])*\.[^.[\]]+$/.test(childPath.slice(path.length)),
  )
  const keyTexts = selectTexts(texts, model.release)
  return innerPlaces.map((place) => {
    const { type, text } = describePlace(place, keyTexts)
    return { name: place.path.slice(path.length).replace(/^\./, ''), type, text }
  })
}

/** A key, and all paths at which its description is the same. */
export type ExplainedKey = { key: Description; paths: string[] }

/** Groups keys whose descriptions differ only in the path. */
export function groupKeys(keys: readonly Description[]): ExplainedKey[] {
  const groups = groupBy(keys, (key) => JSON.stringify({ ...key, path: '' }))
  return [...groups.values()].map((group) => ({
    key: group[0],
    paths: group.map(({ path }) => path),
  }))
}
