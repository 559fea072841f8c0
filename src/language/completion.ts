import { findLineEnd, findNextLineStart } from '../document/lines.js'
import { texts } from '../generated/texts.js'
import { describeKeys } from '../schema/describe.js'
import { findModel } from '../schema/model.js'
import type { SchemaPlace } from '../schema/places.js'
import { findPlaceByPath } from '../schema/places.js'
import { formatCode } from '../document/markdown.js'
import type {
  Completion,
  CompletionTarget,
  CompletionOptions,
  Offer,
  CompletionContext,
} from './completion/context.js'
import { createFacts } from './completion/context.js'
import { listDirectiveOffers } from './completion/directives.js'
import { listLineOffers, createMapOffer, listSkeletonOffers } from './completion/entries.js'
import { listKeyOffers } from './completion/keys.js'
import { listTemplateOffers } from './completion/templates.js'
import { findAliasStart, listAliasOffers } from './completion/aliases.js'
import { listValueOffers } from './completion/values.js'
import { findCursors } from './completion/cursor.js'
import { isOnDemand, isTypedInFull, mayOpenList } from './completion/trigger.js'
import { describeAsMarkdown, explainKeyword } from './explanations.js'
import { getItemPlace, findPlaces, selectShapes } from './schema-places.js'
import { detectLayoutStyle } from './layout.js'
import type { View } from './view.js'

export type {
  Completion,
  CompletionKind,
  CompletionTarget,
  CompletionTrigger,
  Insertion,
  CompletionOptions,
} from './completion/context.js'

/**
 * The completions at an offset: keys that the release reads and the map does not have yet, values, list entries, whole
 * files, and directives in comments. Also works in broken files; empty if nothing fits.
 */
export function complete(
  view: View,
  offset: number,
  options: CompletionOptions = {},
): Completion[] {
  if (view.document.unreadContent && view.document.unreadContent.start < offset) return []
  const { trigger } = options
  const request = { text: view.text, offset, trigger }
  const starOffset = findAliasStart(view, offset)
  if (starOffset !== undefined) {
    const aliases = sortOffers(listAliasOffers(view, starOffset, offset))
    return trigger !== undefined && isTypedInFull(request, [], aliases) ? [] : aliases
  }
  const facts = createFacts(view, options)
  const cursors = findCursors(view.text, offset).filter((cursor) => mayOpenList(request, cursor))
  const offers = cursors.flatMap((cursor): Offer[] => {
    if (cursor.role === 'comment') return listDirectiveOffers(view, cursor)
    const style = detectLayoutStyle([cursor.document, view.document])
    return listOffers({ view, offset, cursor, options, style, facts })
  })
  const isComment = cursors.some(({ role }) => role === 'comment')
  const templateOffers =
    !isComment && isOnDemand(trigger) && hasNoContent(view.text)
      ? listTemplateOffers(view, offset)
      : []
  const completions = sortOffers([...templateOffers, ...offers]).filter(
    // A list that opens by itself must not offer single characters: after the user types one, Enter would accept the
    // same character from the list instead of starting a new line.
    ({ label }) => typeof trigger !== 'object' || label.length > 1,
  )
  return trigger !== undefined && isTypedInFull(request, cursors, completions) ? [] : completions
}

/**
 * Whether a text only has blank lines, comments and `---`. The last line may also contain words that the user is
 * typing.
 */
function hasNoContent(text: string): boolean {
  let start = text.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    const end = findLineEnd(text, start)
    const line = text.slice(start, end).trim()
    const isBlank = line === '' || line.startsWith('#') || line === '---'
    if (end === text.length) return isBlank || /^[\w -]*$/.test(line)
    if (!isBlank) return false
    start = findNextLineStart(text, start)
  }
}

/** The documentation of a completion, as Markdown; empty if there is none. */
export function resolveCompletion(
  { options }: Pick<View, 'options'>,
  { path, value }: CompletionTarget,
): { documentation: string } {
  const model = findModel(options.target)
  const [description] = model ? describeKeys(model, path, texts) : []
  if (!model || !description) return { documentation: '' }
  const place = findPlaceByPath(model.schema, path)
  const meaning = value === undefined ? undefined : place && explainKeyword(place.key, value)
  const valueText =
    value === undefined || meaning === undefined ? '' : `${formatCode(value)}: ${meaning}\n\n`
  return { documentation: valueText + describeAsMarkdown(description, { paths: [] }) }
}

/** Adds the sort text to completions, and drops those with the same label as an earlier one. */
function sortOffers(offers: readonly Offer[]): Completion[] {
  const labels = new Set<string>()
  return offers
    .filter(({ label }) => !labels.has(label) && labels.add(label))
    .map((offer, index) => ({ offer, index }))
    .sort((left, right) => left.offer.rank - right.offer.rank || left.index - right.index)
    .map(({ offer: { rank: _, ...completion } }, index) => ({
      sortText: String(index).padStart(4, '0'),
      ...completion,
    }))
}

function listOffers(context: CompletionContext): Offer[] {
  const { cursor, view } = context
  const places = findPlaces(view.model.schema, cursor.document, cursor.path).filter(
    ({ unreadKey }) => !unreadKey,
  )
  return cursor.role === 'key'
    ? places
        .flatMap((place) => listOffersForKey(context, place))
        .concat(cursor.needsDash ? [] : listMapKeyOffers(context, places))
    : places.flatMap((place) => listOffersForValue(context, place))
}

function listMapKeyOffers(context: CompletionContext, places: readonly SchemaPlace[]): Offer[] {
  const maps = places.filter(({ key }) => key.kinds.has('map'))
  return listKeyOffers(context, selectShapes(context.cursor.document, maps, context.cursor.map))
}

/** Completions other than keys at the position of a key: list entries, or a value on a line of its own. */
function listOffersForKey(context: CompletionContext, place: SchemaPlace): Offer[] {
  const { cursor } = context
  const { key } = place
  const item = getItemPlace(place)
  if (!cursor.isOnlyEntry || cursor.hasColon) return []
  const isItem = typeof cursor.path.at(-1) === 'number'
  if (key.kinds.has('map'))
    return isItem && !cursor.hasLinesBelow
      ? listSkeletonOffers(context, place, cursor.needsDash ? 'dash' : 'item')
      : []
  if (item && key.kinds.has('list')) return listItemOffers(context, item, 'line')
  return cursor.needsDash ? listLineOffers(context, place, 'dash') : listValueOffers(context, place)
}

function listItemOffers(
  context: CompletionContext,
  item: SchemaPlace,
  spot: 'line' | 'colon',
): Offer[] {
  if (spot === 'colon' && (context.cursor.hasLinesBelow || !maySuggestBlock(context))) return []
  return item.key.kinds.has('map')
    ? listSkeletonOffers(context, item, spot)
    : listLineOffers(context, item, spot)
}

function listOffersForValue(context: CompletionContext, place: SchemaPlace): Offer[] {
  const { cursor } = context
  const { key } = place
  const item = getItemPlace(place)
  if (cursor.hasLinesBelow && !cursor.isFlow) return []
  const values = key.format ? listValueOffers(context, place) : []
  if (cursor.quote !== '') return values
  if (item && key.kinds.has('list')) return [...values, ...listItemOffers(context, item, 'colon')]
  if (!key.kinds.has('map') || key.names.length === 0) return values
  return typeof cursor.path.at(-1) === 'number'
    ? listSkeletonOffers(context, place, 'item')
    : maySuggestBlock(context)
      ? [...values, createMapOffer(context, place)]
      : values
}

/**
 * Whether a map or list may be offered after a colon: always in a flow collection. In a block, Enter after the colon
 * usually means a new line, so maps and lists are offered only on demand. Directly after the colon, an editor gets no
 * offer, because its request does not tell whether the user asked for completions or only typed the colon.
 */
const maySuggestBlock = ({
  view,
  offset,
  cursor,
  options: { trigger },
}: CompletionContext): boolean =>
  cursor.isFlow || trigger === undefined || (trigger === 'invoked' && view.text[offset - 1] !== ':')
