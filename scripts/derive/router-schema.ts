import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toRecord } from '../../src/document/record.js'
import { consequences } from '../../src/schema/messages.js'
import type {
  Change,
  EarlierFacts,
  EarlierDescription,
  KeyFacts,
  Texts,
} from '../../src/schema/key.js'

/** Merges a key with the definition that it refers to, combining outcomes, properties and histories. */
function mergeDefinition(base: WrittenKey, own: WrittenKey): WrittenKey {
  const { allOf: _, ...rest } = own
  return {
    ...base,
    ...rest,
    ...((base['x-outcome'] ?? own['x-outcome']) && {
      'x-outcome': { ...base['x-outcome'], ...own['x-outcome'] },
    }),
    ...((base.properties ?? own.properties) && {
      properties: { ...own.properties, ...base.properties, ...own.properties },
    }),
    ...((base['x-history'] ?? own['x-history']) && {
      'x-history': [...(base['x-history'] ?? []), ...(own['x-history'] ?? [])],
    }),
  }
}

/** Resolves all references of a key. */
export function resolveKey(bundle: Bundle, written: WrittenKey): WrittenKey {
  const reference = written.allOf?.[0]?.$ref
  return reference === undefined
    ? written
    : mergeDefinition(
        resolveKey(bundle, bundle.$defs[reference.slice('#/$defs/'.length)] ?? {}),
        written,
      )
}

/** Creates the documentation of a key, including parts that only editors use. */
function createTexts({
  description,
  examples,
  $comment,
  'x-meanings': meanings,
  'x-usual': usual,
  'x-often': often,
  'x-entries': entries,
  'x-defines': defines,
  'x-mentions': mentions,
  'x-history': history = [],
}: WrittenKey): Texts {
  const changes = history.flatMap((item): Change[] =>
    'what' in item ? [createChange(item, hasFacts(item) ? 'told' : 'written')] : [],
  )
  const earlier = history.flatMap((item): EarlierDescription[] =>
    'before' in item && item.before.description !== undefined
      ? [{ in: item.in, description: item.before.description }]
      : [],
  )
  return {
    ...(description && { description }),
    ...(examples && { examples }),
    ...(meanings && { meanings }),
    ...(usual && { usual }),
    ...(often && { often }),
    ...(entries && { entries }),
    ...(defines && { defines }),
    ...(mentions && { mentions }),
    ...($comment && { comment: $comment }),
    ...(earlier.length > 0 && { earlier }),
    ...(changes.length > 0 && { changes }),
  }
}

/** Whether a change records earlier behavior of the router, and not only an earlier description of the key. */
const hasFacts = (item: object): item is Before =>
  'before' in item && Object.keys(toRecord(item.before)).some((name) => name !== 'description')

const createChange = (
  { in: releases, kind, what, effect, hits, values, within, keep }: DocumentedChange,
  standard: Change['hits'],
): Change => ({
  in: releases,
  kind,
  what,
  effect,
  hits: hits ?? standard,
  ...(values !== undefined && { values }),
  ...(within !== undefined && { within }),
  ...(keep !== undefined && { keep }),
})

/** Lists the facts and texts of every distinct key, children before parents; equal keys occur once. */
export function flattenSchema(bundle: Bundle): { sources: KeyFacts[]; texts: Texts[] } {
  const sources: KeyFacts[] = []
  const texts: Texts[] = []
  const places = new Map<string, number>()
  const place = (written: WrittenKey): number => {
    const resolved = resolveKey(bundle, written)
    const {
      properties,
      items,
      oneOf,
      'x-history': history = [],
      'x-meanings': _meanings,
      'x-usual': _usual,
      'x-often': _often,
      'x-entries': _entries,
      'x-defines': _defines,
      'x-mentions': _mentions,
      allOf: _,
      title: _title,
      description: _description,
      examples: _examples,
      $comment: _comment,
      ...facts
    } = resolved
    const earlier = history.filter(hasFacts).map((item): EarlierFacts => {
      const { description: _, ...before } = item.before
      return { in: item.in, before }
    })
    const common = properties?.['binding']
    const source: KeyFacts = {
      ...facts,
      ...(properties && { properties: numbers(Object.entries(properties)) }),
      ...(items && { items: place(items) }),
      ...(oneOf && {
        variants: numbers(
          oneOf.map((item) => [
            item.properties?.['binding']?.const ?? '',
            addCommonBinding(item, common),
          ]),
        ),
      }),
      ...(earlier.length > 0 && { 'x-history': earlier }),
    }
    const text = createTexts(resolved)
    const name = JSON.stringify([source, text])
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, sources.length)
    sources.push(source)
    texts.push(text)
    return sources.length - 1
  }
  const numbers = (entries: readonly (readonly [string, WrittenKey])[]): Record<string, number> =>
    Object.fromEntries(entries.map(([name, child]) => [name, place(child)]))
  const { $defs: _, ...root } = bundle
  place(root)
  return { sources, texts }
}

/**
 * Replaces the `binding` of a variant by the one that all variants share, if there is one, so that it is checked alike
 * in all.
 */
const addCommonBinding = (item: WrittenKey, binding: WrittenKey | undefined): WrittenKey => ({
  ...item,
  properties: { ...(binding && { binding }), ...item.properties, ...(binding && { binding }) },
})

/** The schema of the whole file; `$defs` contains the definitions that several keys share. */
export type Bundle = WrittenKey & { $defs: Readonly<Record<string, WrittenKey>> }

/**
 * Reads `schemas/router.json`, its sections and its definitions into one document; definitions are moved to `$defs`.
 */
export function createSchemaBundle(folder: string): Bundle {
  const read = (file: string): Record<string, unknown> => readFacts(join(folder, file))
  const definitions = read('definitions.json')['$defs']
  const root = inlineReferences(read('router.json'), '.', read) as WrittenKey
  return {
    ...root,
    $defs: inlineReferences(definitions, '.', read) as Bundle['$defs'],
  }
}

/** Reads a schema file, and replaces the names of consequences, such as `{refuses}`, with their words. */
export const readFacts = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/(?<!\$)\{(\w+)\}/g, formatNamed) : value,
  ) as Record<string, unknown>

function formatNamed(written: string, name: string): string {
  const words = new Map<string, string>(Object.entries(consequences)).get(name)
  if (words === undefined) throw new Error(`unknown consequence ${written}`)
  return words
}

/** Replaces references to files with their content, and makes references to definitions point into the bundle. */
function inlineReferences(
  value: unknown,
  folder: string,
  read: (file: string) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineReferences(item, folder, read))
  if (typeof value !== 'object' || value === null) return value
  const reference = findSectionFile(value)
  if (reference !== undefined)
    return inlineReferences(read(join(folder, reference)), dirname(join(folder, reference)), read)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '$id' && name !== '$schema')
      .map(([name, item]) => [
        name,
        name === '$ref' ? String(item).replace(/^.*#/, '#') : inlineReferences(item, folder, read),
      ]),
  )
}

/** Finds the section file of a property, if the property is only a reference to one. */
function findSectionFile(value: object): string | undefined {
  const { allOf } = value as WrittenKey
  const reference = allOf?.[0]?.$ref
  return Object.keys(value).length === 1 && reference !== undefined && !reference.includes('#')
    ? reference
    : undefined
}

/** A key as written in schema files: with references, texts and nested keys. */
export type WrittenKey = Omit<KeyFacts, 'properties' | 'items' | 'variants' | 'x-history'> & {
  allOf?: readonly { $ref: string }[]
  properties?: Readonly<Record<string, WrittenKey>>
  items?: WrittenKey
  oneOf?: readonly WrittenKey[]
  title?: string
  description?: string
  examples?: Texts['examples']
  $comment?: string
  'x-meanings'?: Texts['meanings']
  'x-usual'?: Texts['usual']
  'x-often'?: Texts['often']
  'x-entries'?: Texts['entries']
  'x-defines'?: Texts['defines']
  'x-mentions'?: Texts['mentions']
  'x-history'?: readonly (Before | DocumentedChange | (Before & DocumentedChange))[]
}

/** A key before a change, with its description. */
export type Before = {
  /** The ranges of releases that have the change; in all others, the key is as in `before`. */
  in: readonly string[]
  before: EarlierFacts['before'] & Partial<Pick<EarlierDescription, 'description'>>
}

/** A change as written in schema files. */
export type DocumentedChange = Omit<Change, 'hits'> & Partial<Pick<Change, 'hits'>>
