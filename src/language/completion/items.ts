import type { Place } from '../../schema/places.js'
import { nameOf } from '../place.js'
import { requiredEntries } from './required.js'
import type { Offer, Scene } from './scene.js'
import { joined, writing } from './scene.js'
import type { Shape } from './shape.js'
import { blockLines, flowText, writerOf } from './shape.js'
import { skeletonsOf } from './skeletons.js'
import { candidates } from './values.js'

/** Where entries of a list are written: where a dash stands, where one is missing, or behind the colon of the list's key. */
type Spot = 'item' | 'dash' | 'line' | 'colon'

/** Whole entries for a list of maps. */
export function skeletonOffers(scene: Scene, item: Place, spot: Spot): Offer[] {
  return skeletonsOf(item, scene.facts).map(({ label, detail, shape }, index): Offer => ({
    kind: 'snippet',
    detail,
    rank: index / 100,
    resolve: { path: item.path },
    ...writing(spot === 'colon' && !scene.cursor.flow ? behindColon(scene) : scene, {
      label,
      ...textOf(scene, shape, spot),
    }),
  }))
}

/** New lines for entries of a list of texts: those that are likely, and an empty one. */
export function lineOffers(scene: Scene, item: Place, spot: Exclude<Spot, 'item'>): Offer[] {
  const name = nameOf(item).replace('[]', '')
  const known = candidates(scene, item).map(({ text }) => ({ label: `- ${text}`, shape: text }))
  return [...known, { label: `- entry of ${name}`, shape: { blank: '' } }].map(
    ({ label, shape }, rank): Offer => ({
      kind: 'snippet',
      detail: 'a new entry',
      rank,
      resolve: { path: item.path },
      ...writing(spot === 'colon' && !scene.cursor.flow ? behindColon(scene) : scene, {
        label,
        ...textOf(scene, shape, spot),
      }),
    }),
  )
}

/** What a map must have, behind the colon of its key. */
export function mapOffer(scene: Scene, place: Place): Offer {
  const { cursor, style, facts } = scene
  const writer = writerOf(style)
  const entries = requiredEntries(place, facts)
  const names = Object.keys(entries)
  const lines = blockLines(writer, entries)
  const text = cursor.flow
    ? flowText(writer, entries)
    : joined(scene, ['', ...(lines.length > 0 ? lines : ['$1'])], cursor.keyColumn + style.step)
  return {
    ...writing(cursor.flow ? scene : behindColon(scene), {
      label: names.length > 0 ? `${names.join(', ')} …` : 'new entry',
      text,
      isSnippet: true,
    }),
    kind: 'snippet',
    detail: `entries of ${nameOf(place)}`,
    rank: 0,
    resolve: { path: place.path },
  }
}

/** The scene where the blanks behind a colon are replaced too. */
function behindColon(scene: Scene): Scene {
  const { cursor, view } = scene
  const blanks =
    /[ \t]*$/.exec(view.text.slice(cursor.start - Math.min(cursor.start, 100), cursor.start))?.[0]
      .length ?? 0
  return { ...scene, cursor: { ...cursor, start: cursor.start - blanks, lead: '' } }
}

function textOf(scene: Scene, shape: Shape, spot: Spot): { text: string; isSnippet: true } {
  const { cursor, style } = scene
  const writer = writerOf(style)
  if (cursor.flow)
    return {
      text: spot === 'colon' ? `[${flowText(writer, shape)}]` : flowText(writer, shape),
      isSnippet: true,
    }
  const isItem = spot === 'item'
  const lines = blockLines(writer, isItem ? shape : [shape])
  if (spot === 'colon')
    return { text: joined(scene, ['', ...lines], cursor.keyColumn + style.dash), isSnippet: true }
  return {
    text: joined(scene, lines, spot === 'dash' ? cursor.column - 2 : cursor.column),
    isSnippet: true,
  }
}
