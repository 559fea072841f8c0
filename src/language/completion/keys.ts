import { conditions } from '../../schema/conditions.js'
import type { SchemaPlace } from '../../schema/places.js'
import { listChildren, getItemPlace, getPlaceName } from '../schema-places.js'
import { memoizePerObject } from '../../document/lazy.js'
import { formatType } from '../../schema/describe.js'
import { listUnusedOptions } from '../../lint/rules/tunnel-option-unused.js'
import { getRankIn } from '../examples.js'
import type { Offer, CompletionContext } from './context.js'
import { joinLines, createInsertion } from './context.js'
import type { SnippetShape } from './shapes.js'
import {
  createRequiredEntries,
  createRequiredShape,
  listWords,
  formatEntryLines,
  formatFlow,
  createWriter,
  isUsualKey,
} from './shapes.js'
import { hasKnownValues } from './values.js'

const ranks = { required: 1, usual: 2, other: 3, idle: 4, deprecated: 5 } as const

/** Completions for the keys that a map does not have yet, except for keys that are never suggested. */
export function listKeyOffers(context: CompletionContext, shapes: readonly SchemaPlace[]): Offer[] {
  const { presentKeys } = context.cursor
  const ignoresCase = shapes.some(({ key }) => key.ignoresCase)
  const normalizeName = (name: string): string => (ignoresCase ? name.toLowerCase() : name)
  const takenNames = ignoresCase ? new Set([...presentKeys].map(normalizeName)) : presentKeys
  return listChildren(shapes)
    .filter(
      (child) =>
        !child.key.keyFacts['x-not-suggested'] &&
        !takenNames.has(normalizeName(getPlaceName(child))),
    )
    .map((child) => createKeyOffer(context, child))
}

/** The fields of an offer that are the same in every file. */
const createSharedOfferFields = memoizePerObject(
  (child: SchemaPlace): Pick<Offer, 'kind' | 'detail' | 'deprecated' | 'resolve'> => ({
    kind: 'key',
    detail: formatKeyDetail(child, getPlaceName(child)),
    resolve: { path: child.path },
    ...(child.key.deprecated && { deprecated: true }),
  }),
)

// The results of the two functions are spread last: otherwise V8 takes ten times as long to create the offer.
function createKeyOffer(context: CompletionContext, child: SchemaPlace): Offer {
  const keyText = formatKeyText(context, child)
  return {
    rank: getRank(context, child),
    ...(keyText.text.endsWith(': ') &&
      hasKnownValues(child, context.facts) && { opensValues: true }),
    ...createSharedOfferFields(child),
    ...createInsertion(context, { label: getPlaceName(child), ...keyText }),
  }
}

/** The rank of a key: the integer part says how useful the key is in this file, the fraction how often it is set. */
function getRank(context: CompletionContext, child: SchemaPlace): number {
  const frequencyRank = child.parent ? getRankIn(child.parent.key, getPlaceName(child)) : Infinity
  return getUsefulness(context, child) + Math.min(frequencyRank / 100, 0.99)
}

function getUsefulness(context: CompletionContext, child: SchemaPlace): number {
  if (child.key.deprecated) return ranks.deprecated
  if (child.required) return ranks.required
  if (isIdleKey(context, child) || isUselessInMode(context, child)) return ranks.idle
  return isUsualKey(child) ? ranks.usual : ranks.other
}

/** Whether a key never has an effect, or its condition shows that the router ignores it in this file. */
function isIdleKey(
  { view: { document, readResult }, cursor }: CompletionContext,
  { key: { noEffectReason, condition } }: SchemaPlace,
): boolean {
  if (noEffectReason !== undefined || condition === conditions['never']) return true
  return (
    condition !== undefined &&
    condition !== conditions['last-of-binding'] &&
    document.root !== undefined &&
    cursor.map !== undefined &&
    condition.holds(
      { document, environment: readResult.environment, root: document.root },
      cursor.map,
    ) === false
  )
}

/** Whether a tunnel has a mode in which an option has no effect. */
function isUselessInMode({ cursor, view }: CompletionContext, { path }: SchemaPlace): boolean {
  const [, option] = /^listeners\[binding=tunnel\]\.options\.(\w+)$/.exec(path) ?? []
  if (option === undefined || !cursor.map) return false
  const mode = cursor.document.entries(cursor.map).byName.get('mode')?.value
  return (
    mode?.kind === 'text' &&
    !mode.value.includes('$') &&
    listUnusedOptions(mode.value, view.model.release).some(({ name }) => name === option)
  )
}

function formatKeyText(
  context: CompletionContext,
  child: SchemaPlace,
): { text: string; isSnippet?: boolean; keepsQuotes?: boolean } {
  const { cursor, style } = context
  const name = getPlaceName(child)
  if (cursor.hasColon) return { text: name, keepsQuotes: true }
  const quotedName = cursor.quote + name + cursor.quote
  if (cursor.hasLinesBelow && !cursor.isFlow) return { text: `${quotedName}:` }
  const shape = createInitialShape(child, context)
  if (shape === undefined) return { text: `${quotedName}: ` }
  const writer = createWriter(style)
  if (cursor.isFlow) return { text: `${quotedName}: ${formatFlow(writer, shape)}`, isSnippet: true }
  const [first = '', ...below] = formatEntryLines(writer, name, shape)
  return {
    text: joinLines(context, [quotedName + first.slice(name.length), ...below], cursor.column),
    isSnippet: true,
  }
}

/** The value that is inserted with a new key; undefined if the user has to write it or choose it from a list. */
function createInitialShape(
  place: SchemaPlace,
  { facts, options: { canOpenValues = false } }: CompletionContext,
): SnippetShape | undefined {
  const { key } = place
  if (key.acceptsSingleItem) return undefined
  const item = getItemPlace(place)
  if (item)
    return item.key.kinds.has('map') ? [createRequiredShape(item, facts)] : [{ initialText: '' }]
  if (key.kinds.has('map')) return createRequiredEntries(place, facts)
  const words = listWords(key)
  if (words.length > 1 && canOpenValues) return undefined
  if (words.length > 1) return { initialText: words[0] ?? '', choices: words }
  return (
    words[0] ??
    (key.bounds && key.bounds.min === key.bounds.max ? String(key.bounds.min) : undefined)
  )
}

/** Maximum length of a name and its details together: in longer rows, VS Code truncates the name. */
const maxRowLength = 48

/** If type, unit and default do not fit into a row, omits the unit; if that is not enough, also shortens the type. */
function formatKeyDetail(place: SchemaPlace, name: string): string {
  const type = formatType(place.key)
  const details = [
    joinKeyDetails(place, type, place.key.keyFacts['x-unit']),
    joinKeyDetails(place, type),
    joinKeyDetails(place, type.replace(/ with .*/, '')),
  ]
  const fits = (detail: string): boolean => name.length + detail.length <= maxRowLength
  return details.find(fits) ?? details.at(-1) ?? ''
}

function joinKeyDetails({ key, required }: SchemaPlace, type: string, unit?: string): string {
  const { keyFacts } = key
  const defaultValue = keyFacts.default
  const defaultText =
    defaultValue === undefined || (typeof defaultValue === 'object' && !Array.isArray(defaultValue))
      ? undefined
      : `default ${typeof defaultValue === 'string' ? defaultValue || '""' : JSON.stringify(defaultValue)}`
  return [
    type,
    unit !== undefined && `in ${unit}`,
    required && 'required',
    defaultText,
    key.deprecated && 'deprecated',
  ]
    .filter(Boolean)
    .join(', ')
}
