import { conditions } from '../../schema/conditions.js'
import type { Place } from '../../schema/places.js'
import { childrenOf, itemOf, nameOf } from '../place.js'
import { oncePer } from '../../once.js'
import { detailOf } from './detail.js'
import type { Facts } from './facts.js'
import { requiredEntries, requiredShape, wordsOf } from './required.js'
import type { Offer, Scene } from './scene.js'
import { joined, writing } from './scene.js'
import type { Shape } from './shape.js'
import { entryLines, flowText, writerOf } from './shape.js'
import { isUsual } from './usual.js'

const ranks = { required: 1, usual: 2, other: 3, idle: 4, deprecated: 5 } as const

/** The keys that a map may still get. */
export function keyOffers(scene: Scene, shapes: readonly Place[]): Offer[] {
  const { present } = scene.cursor
  const ignoresCase = shapes.some(({ key }) => key.ignoresCase)
  const read = (name: string): string => (ignoresCase ? name.toLowerCase() : name)
  const taken = ignoresCase ? new Set([...present].map(read)) : present
  return childrenOf(shapes)
    .filter((child) => !child.key.source['x-not-suggested'] && !taken.has(read(nameOf(child))))
    .map((child) => keyOffer(scene, child))
}

/** What is offered of a key in every file. */
const known = oncePer(
  (child: Place): Pick<Offer, 'kind' | 'detail' | 'deprecated' | 'resolve'> => ({
    kind: 'key',
    detail: detailOf(child),
    resolve: { path: child.path },
    ...(child.key.deprecated && { deprecated: true }),
  }),
)

// What is spread stands last, or V8 takes ten times as long to make the object.
const keyOffer = (scene: Scene, child: Place): Offer => ({
  rank: rankOf(scene, child),
  ...known(child),
  ...writing(scene, { label: nameOf(child), ...textOf(scene, child) }),
})

function rankOf(scene: Scene, child: Place): number {
  if (child.key.deprecated) return ranks.deprecated
  if (child.required) return ranks.required
  if (isIdle(scene, child)) return ranks.idle
  return isUsual(child) ? ranks.usual : ranks.other
}

/** Whether the router would not look at a key in this file, or not do anything about it. */
function isIdle(
  { view: { document, reading }, cursor }: Scene,
  { key: { noEffect, condition } }: Place,
): boolean {
  if (noEffect !== undefined || condition === conditions['never']) return true
  return (
    condition !== undefined &&
    condition !== conditions['last-of-binding'] &&
    document.root !== undefined &&
    cursor.map !== undefined &&
    condition.holds({
      document,
      environment: reading.environment,
      root: document.root,
      siblings: cursor.map,
    }) === false
  )
}

function textOf(
  scene: Scene,
  child: Place,
): { text: string; isSnippet?: boolean; within?: boolean } {
  const { cursor, style, facts } = scene
  const name = nameOf(child)
  if (cursor.hasColon) return { text: name, within: true }
  const quoted = cursor.quote + name + cursor.quote
  if (cursor.hasBelow && !cursor.flow) return { text: `${quoted}:` }
  const shape = firstShape(child, facts)
  if (shape === undefined) return { text: `${quoted}: ` }
  const writer = writerOf(style)
  if (cursor.flow) return { text: `${quoted}: ${flowText(writer, shape)}`, isSnippet: true }
  const [first = '', ...below] = entryLines(writer, name, shape)
  return {
    text: joined(scene, [quoted + first.slice(name.length), ...below], cursor.column),
    isSnippet: true,
  }
}

/** What a new key gets at once; undefined where a person has to write it. */
function firstShape(place: Place, facts: Facts): Shape | undefined {
  const { key } = place
  if (key.alone) return undefined
  const item = itemOf(place)
  if (item) return item.key.kinds.has('map') ? [requiredShape(item, facts)] : [{ blank: '' }]
  if (key.kinds.has('map')) return requiredEntries(place, facts)
  const words = wordsOf(key)
  if (words.length > 1) return { blank: words[0] ?? '', choices: words }
  return (
    words[0] ??
    (key.bounds && key.bounds.least === key.bounds.most ? String(key.bounds.least) : undefined)
  )
}
