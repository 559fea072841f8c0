import { texts } from '../generated/texts.js'
import { describeIn } from '../schema/describe.js'
import type { Place } from '../schema/places.js'
import type { Completion, CompletionTarget, Surroundings } from './completion/completion.js'
import { directiveOffers } from './completion/directives.js'
import { factsOf } from './completion/facts.js'
import { lineOffers, mapOffer, skeletonOffers } from './completion/items.js'
import { keyOffers } from './completion/keys.js'
import type { Offer, Scene } from './completion/scene.js'
import { templateOffers } from './completion/templates.js'
import { valueOffers } from './completion/values.js'
import { cursorsAt } from './cursor.js'
import { describeAsMarkdown } from './markdown.js'
import { itemOf, placesAt, shapesOf } from './place.js'
import { styleOf } from './style.js'
import type { View } from './view.js'

export type {
  Completion,
  CompletionKind,
  CompletionTarget,
  Insertion,
  Surroundings,
} from './completion/completion.js'

/**
 * What can be written at an offset: keys that the release reads and the map does not have yet, values, whole entries
 * of lists, whole files, and directives in comments. In broken texts too; nothing where nothing fits.
 */
export function complete(
  view: View,
  offset: number,
  surroundings: Surroundings = {},
): Completion[] {
  if (view.document.rest && view.document.rest.start < offset) return []
  const facts = factsOf(view, surroundings)
  const cursors = cursorsAt(view.text, offset)
  const offers = cursors.flatMap((cursor): Offer[] => {
    if (cursor.role === 'comment') return directiveOffers(view, cursor)
    const style = styleOf([cursor.document, view.document])
    return offersAt({ view, offset, cursor, surroundings, style, facts })
  })
  const isComment = cursors.some(({ role }) => role === 'comment')
  const whole =
    !isComment &&
    /^\ufeff?(?:[ \t]*(?:#[^\r\n]*|---[ \t]*)?(?:\r\n?|\n|$))*[ \t]*[\w -]*$/.test(view.text)
      ? templateOffers(view, offset)
      : []
  return inOrder([...whole, ...offers])
}

/** The documentation of a completion; empty where there is none. */
export function resolveCompletion(
  { model }: Pick<View, 'model'>,
  { path }: CompletionTarget,
): { documentation: string } {
  return {
    documentation: describeIn(model, path, texts).slice(0, 1).map(describeAsMarkdown).join(''),
  }
}

/** Completions with what editors sort by; of several with one label the first. */
function inOrder(offers: readonly Offer[]): Completion[] {
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

function offersAt(scene: Scene): Offer[] {
  const { cursor, view } = scene
  const places = placesAt(view.model.schema, cursor.document, cursor.path).filter(
    ({ unread }) => !unread,
  )
  return cursor.role === 'key'
    ? places
        .flatMap((place) => offersForKey(scene, place))
        .concat(cursor.dash ? [] : keysOf(scene, places))
    : places.flatMap((place) => offersForValue(scene, place))
}

function keysOf(scene: Scene, places: readonly Place[]): Offer[] {
  const maps = places.filter(({ key }) => key.kinds.has('map'))
  return keyOffers(scene, shapesOf(scene.cursor.document, maps, scene.cursor.map))
}

/** What else may stand where a key may: entries of a list, or a value that was put on a line of its own. */
function offersForKey(scene: Scene, place: Place): Offer[] {
  const { cursor } = scene
  const { key } = place
  const item = itemOf(place)
  if (!cursor.lone || cursor.hasColon) return []
  const isItem = typeof cursor.path.at(-1) === 'number'
  if (key.kinds.has('map'))
    return isItem && !cursor.hasBelow
      ? skeletonOffers(scene, place, cursor.dash ? 'dash' : 'item')
      : []
  if (item && key.kinds.has('list')) return listOffers(scene, item, 'line')
  return cursor.dash ? lineOffers(scene, place, 'dash') : valueOffers(scene, place)
}

function listOffers(scene: Scene, item: Place, spot: 'line' | 'colon'): Offer[] {
  if (scene.cursor.hasBelow && spot === 'colon') return []
  return item.key.kinds.has('map')
    ? skeletonOffers(scene, item, spot)
    : lineOffers(scene, item, spot)
}

function offersForValue(scene: Scene, place: Place): Offer[] {
  const { cursor } = scene
  const { key } = place
  const item = itemOf(place)
  if (cursor.hasBelow && !cursor.flow) return []
  const values = key.format ? valueOffers(scene, place) : []
  if (cursor.quote !== '') return values
  if (item && key.kinds.has('list')) return [...values, ...listOffers(scene, item, 'colon')]
  if (!key.kinds.has('map') || key.names.length === 0) return values
  return typeof cursor.path.at(-1) === 'number'
    ? skeletonOffers(scene, place, 'item')
    : [...values, mapOffer(scene, place)]
}
