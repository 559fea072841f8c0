import type { Change, Earlier, EarlierText, Source, Texts } from '../../src/schema/key.js'
import type { Bundle } from './bundle.js'
import type { Before, Documented, Written } from './written.js'

/** Lays a key over the definition that it refers to; outcomes, properties and histories are joined. */
function over(base: Written, own: Written): Written {
  const { allOf: _, ...rest } = own
  return {
    ...base,
    ...rest,
    ...((base['x-outcome'] || own['x-outcome']) && {
      'x-outcome': { ...base['x-outcome'], ...own['x-outcome'] },
    }),
    ...((base.properties || own.properties) && {
      properties: { ...own.properties, ...base.properties, ...own.properties },
    }),
    ...((base['x-history'] || own['x-history']) && {
      'x-history': [...(base['x-history'] ?? []), ...(own['x-history'] ?? [])],
    }),
  }
}

/** A key with everything that it refers to in place. */
export function resolve(bundle: Bundle, written: Written): Written {
  const reference = written.allOf?.[0]?.$ref
  return reference === undefined
    ? written
    : over(resolve(bundle, bundle.$defs[reference.slice('#/$defs/'.length)] ?? {}), written)
}

/** What people read about a key. */
function textsOf({ description, examples, $comment, 'x-history': history = [] }: Written): Texts {
  const changes = history.flatMap((item): Change[] =>
    'what' in item ? [changeOf(item, hasFacts(item) ? 'told' : 'written')] : [],
  )
  const earlier = history.flatMap((item): EarlierText[] =>
    'before' in item && item.before.description !== undefined
      ? [{ in: item.in, description: item.before.description }]
      : [],
  )
  return {
    ...(description && { description }),
    ...(examples && { examples }),
    ...($comment && { comment: $comment }),
    ...(earlier.length > 0 && { earlier }),
    ...(changes.length > 0 && { changes }),
  }
}

/** Whether a change says what the router made of the key before; a description alone is for people. */
const hasFacts = (item: object): item is Before =>
  'before' in item && Object.keys(Object(item.before)).some((name) => name !== 'description')

const changeOf = (
  { in: releases, kind, what, effect, hits, values, keep }: Documented,
  standard: Change['hits'],
): Change => ({
  in: releases,
  kind,
  what,
  effect,
  hits: hits ?? standard,
  ...(values !== undefined && { values }),
  ...(keep !== undefined && { keep }),
})

/** The facts and the texts of every distinct key, those below before those above; equal keys stand once. */
export function flatten(bundle: Bundle): { table: Source[]; texts: Texts[] } {
  const table: Source[] = []
  const texts: Texts[] = []
  const places = new Map<string, number>()
  const place = (written: Written): number => {
    const {
      properties,
      items,
      oneOf,
      'x-history': history = [],
      allOf: _,
      title,
      description,
      examples,
      $comment,
      ...facts
    } = resolve(bundle, written)
    const earlier = history.filter(hasFacts).map((item): Earlier => {
      const { description: _, ...before } = item.before
      return { in: item.in, before }
    })
    const common = properties?.['binding']
    const source: Source = {
      ...facts,
      ...(properties && { properties: numbers(Object.entries(properties)) }),
      ...(items && { items: place(items) }),
      ...(oneOf && {
        variants: numbers(
          oneOf.map((item) => [
            item.properties?.['binding']?.const ?? '',
            withCommon(item, common),
          ]),
        ),
      }),
      ...(earlier.length > 0 && { 'x-history': earlier }),
    }
    const text = textsOf({
      ...(description && { description }),
      ...(examples && { examples }),
      ...($comment && { $comment }),
      'x-history': history,
    })
    const name = JSON.stringify([source, text])
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, table.length)
    table.push(source)
    texts.push(text)
    return table.length - 1
  }
  const numbers = (entries: readonly (readonly [string, Written])[]): Record<string, number> =>
    Object.fromEntries(entries.map(([name, child]) => [name, place(child)]))
  const { $defs: _, ...root } = bundle
  place(root)
  return { table, texts }
}

/** An alternative whose `binding` is checked as that of all. */
const withCommon = (item: Written, binding: Written | undefined): Written => ({
  ...item,
  properties: { ...(binding && { binding }), ...item.properties, ...(binding && { binding }) },
})
