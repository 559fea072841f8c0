import { texts } from '../generated/texts.js'
import { describeKeys } from '../schema/describe.js'
import { findModel } from '../schema/model.js'
import type { SchemaPlace } from '../schema/places.js'
import type {
  Completion,
  CompletionTarget,
  Surroundings,
  Offer,
  CompletionContext,
} from './completion/context.js'
import { createFacts } from './completion/context.js'
import { listDirectiveOffers } from './completion/directives.js'
import { listLineOffers, createMapOffer, listSkeletonOffers } from './completion/entries.js'
import { listKeyOffers } from './completion/keys.js'
import { listTemplateOffers } from './completion/templates.js'
import { listValueOffers } from './completion/values.js'
import { findCursors } from './completion/cursor.js'
import { isOnDemand, isTypedInFull, mayOpenList } from './completion/trigger.js'
import { describeAsMarkdown, explainWord, formatCode } from './explanations.js'
import { getItemPlace, findPlaces, selectShapes } from './schema-places.js'
import { detectStyle } from './layout.js'
import type { View } from './view.js'

export type {
  Completion,
  CompletionKind,
  CompletionTarget,
  CompletionTrigger,
  Insertion,
  Surroundings,
} from './completion/context.js'

/**
 * What can be written at an offset: keys that the release reads and the map does not have yet, values, list entries,
 * whole files, and directives in comments. Also works in broken files; empty if nothing fits.
 */
export function complete(
  view: View,
  offset: number,
  surroundings: Surroundings = {},
): Completion[] {
  if (view.document.rest && view.document.rest.start < offset) return []
  const facts = createFacts(view, surroundings)
  const { trigger } = surroundings
  const asked = { text: view.text, offset, trigger }
  const cursors = findCursors(view.text, offset).filter((cursor) => mayOpenList(asked, cursor))
  const offers = cursors.flatMap((cursor): Offer[] => {
    if (cursor.role === 'comment') return listDirectiveOffers(view, cursor)
    const style = detectStyle([cursor.document, view.document])
    return listOffers({ view, offset, cursor, surroundings, style, facts })
  })
  const isComment = cursors.some(({ role }) => role === 'comment')
  const whole =
    !isComment &&
    isOnDemand(trigger) &&
    /^\ufeff?(?:[ \t]*(?:#[^\r\n]*|---[ \t]*)?(?:\r\n?|\n|$))*[ \t]*[\w -]*$/.test(view.text)
      ? listTemplateOffers(view, offset)
      : []
  const completions = sortOffers([...whole, ...offers])
  return trigger !== undefined && isTypedInFull(asked, cursors, completions) ? [] : completions
}

/** The documentation of a completion; empty if there is none. */
export function resolveCompletion(
  { options }: Pick<View, 'options'>,
  { path, value }: CompletionTarget,
): { documentation: string } {
  const model = findModel(options.target)
  const [description] = model ? describeKeys(model, path, texts) : []
  if (!description) return { documentation: '' }
  const meaning = value === undefined ? undefined : explainWord(path, value)
  const valueText =
    value === undefined || meaning === undefined ? '' : `${formatCode(value)}: ${meaning}\n\n`
  return { documentation: valueText + describeAsMarkdown(description) }
}

/** Completions with their sort text. Of several with the same label, only the first is returned. */
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

function listOffers(scene: CompletionContext): Offer[] {
  const { cursor, view } = scene
  const places = findPlaces(view.model.schema, cursor.document, cursor.path).filter(
    ({ unread }) => !unread,
  )
  return cursor.role === 'key'
    ? places
        .flatMap((place) => listOffersForKey(scene, place))
        .concat(cursor.dash ? [] : listKeysAndMore(scene, places))
    : places.flatMap((place) => listOffersForValue(scene, place))
}

function listKeysAndMore(scene: CompletionContext, places: readonly SchemaPlace[]): Offer[] {
  const maps = places.filter(({ key }) => key.kinds.has('map'))
  return listKeyOffers(scene, selectShapes(scene.cursor.document, maps, scene.cursor.map))
}

/** What else is possible in the position of a key: list entries, or a value on a line of its own. */
function listOffersForKey(scene: CompletionContext, place: SchemaPlace): Offer[] {
  const { cursor } = scene
  const { key } = place
  const item = getItemPlace(place)
  if (!cursor.lone || cursor.hasColon) return []
  const isItem = typeof cursor.path.at(-1) === 'number'
  if (key.kinds.has('map'))
    return isItem && !cursor.hasBelow
      ? listSkeletonOffers(scene, place, cursor.dash ? 'dash' : 'item')
      : []
  if (item && key.kinds.has('list')) return listItemOffers(scene, item, 'line')
  return cursor.dash ? listLineOffers(scene, place, 'dash') : listValueOffers(scene, place)
}

function listItemOffers(
  scene: CompletionContext,
  item: SchemaPlace,
  spot: 'line' | 'colon',
): Offer[] {
  if (spot === 'colon' && (scene.cursor.hasBelow || !maySuggestBlock(scene))) return []
  return item.key.kinds.has('map')
    ? listSkeletonOffers(scene, item, spot)
    : listLineOffers(scene, item, spot)
}

function listOffersForValue(scene: CompletionContext, place: SchemaPlace): Offer[] {
  const { cursor } = scene
  const { key } = place
  const item = getItemPlace(place)
  if (cursor.hasBelow && !cursor.flow) return []
  const values = key.format ? listValueOffers(scene, place) : []
  if (cursor.quote !== '') return values
  if (item && key.kinds.has('list')) return [...values, ...listItemOffers(scene, item, 'colon')]
  if (!key.kinds.has('map') || key.names.length === 0) return values
  return typeof cursor.path.at(-1) === 'number'
    ? listSkeletonOffers(scene, place, 'item')
    : maySuggestBlock(scene)
      ? [...values, createMapOffer(scene, place)]
      : values
}

/**
 * After a colon, lines are offered only on demand: there, Enter usually means a new line. Directly after it, even a
 * list that was asked for may be one that the editor opened by itself, as editors ask for both in the same way.
 */
const maySuggestBlock = ({
  view,
  offset,
  cursor,
  surroundings: { trigger },
}: CompletionContext): boolean =>
  cursor.flow || trigger === undefined || (trigger === 'invoked' && view.text[offset - 1] !== ':')
