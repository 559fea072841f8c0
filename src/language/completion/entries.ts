import { getTail } from '../../document/tails.js'
import { texts } from '../../generated/texts.js'
import type { JsonMap, Json } from '../../document/record.js'
import { isJsonList, isJsonMap } from '../../document/record.js'
import type { EntryExample, SchemaNode } from '../../schema/key.js'
import type { SchemaPlace } from '../../schema/places.js'
import { getPlaceName, getVariants } from '../schema-places.js'
import { explainKeyword } from '../explanations.js'
import type { SnippetShape } from './shapes.js'
import {
  createRequiredEntries,
  formatBlockLines,
  formatFlow,
  adaptExample,
  createWriter,
  listWords,
} from './shapes.js'
import type { Offer, CompletionContext, CompletionFacts } from './context.js'
import { joinLines, createInsertion } from './context.js'
import { listCandidates } from './values.js'

/**
 * The place at which list entries are inserted: after a dash (`item`), in a list but without a dash (`dash`), on the
 * line below the list's key (`line`), or after the colon of the list's key (`colon`).
 */
type InsertionSpot = 'item' | 'dash' | 'line' | 'colon'

/** Whole entries for a list of maps. */
export function listSkeletonOffers(
  context: CompletionContext,
  item: SchemaPlace,
  spot: InsertionSpot,
): Offer[] {
  return listSkeletons(item, context.facts).map(({ label, detail, shape }, index): Offer => ({
    kind: 'snippet',
    detail,
    rank: index / 100,
    resolve: { path: item.path },
    ...createInsertion(
      spot === 'colon' && !context.cursor.isFlow ? includeBlanks(context) : context,
      {
        label,
        ...formatEntryText(context, shape, spot),
      },
    ),
  }))
}

/** New lines for a list of strings: one for each likely entry, and an empty one. */
export function listLineOffers(
  context: CompletionContext,
  item: SchemaPlace,
  spot: Exclude<InsertionSpot, 'item'>,
): Offer[] {
  const name = getPlaceName(item).replace('[]', '')
  const candidates = listCandidates(context, item).map(({ text }) => ({
    label: `- ${text}`,
    shape: text,
  }))
  return [...candidates, { label: `- entry of ${name}`, shape: { initialText: '' } }].map(
    ({ label, shape }, rank): Offer => ({
      kind: 'snippet',
      detail: 'a new entry',
      rank,
      resolve: { path: item.path },
      ...createInsertion(
        spot === 'colon' && !context.cursor.isFlow ? includeBlanks(context) : context,
        {
          label,
          ...formatEntryText(context, shape, spot),
        },
      ),
    }),
  )
}

/** Offers the required entries of a map after the colon of its key; if there are none, its first usual entry. */
export function createMapOffer(context: CompletionContext, place: SchemaPlace): Offer {
  const { cursor, style, facts } = context
  const writer = createWriter(style)
  const entries = createRequiredEntries(place, facts)
  const names = Object.keys(entries)
  const lines = formatBlockLines(writer, entries)
  const text = cursor.isFlow
    ? formatFlow(writer, entries)
    : joinLines(
        context,
        ['', ...(lines.length > 0 ? lines : ['$1'])],
        cursor.keyColumn + style.mapIndent,
      )
  return {
    ...createInsertion(cursor.isFlow ? context : includeBlanks(context), {
      label: names.length > 0 ? `${names.join(', ')} …` : 'new entry',
      text,
      isSnippet: true,
    }),
    kind: 'snippet',
    detail: `entries of ${getPlaceName(place)}`,
    rank: 0,
    resolve: { path: place.path },
  }
}

/** A context in which the completion also replaces the spaces and tabs before the word at the cursor. */
function includeBlanks(context: CompletionContext): CompletionContext {
  const { cursor, view } = context
  const blankCount = getTail(view.text.slice(0, cursor.start), /[ \t]/).length
  return { ...context, cursor: { ...cursor, start: cursor.start - blankCount, missingSpaces: '' } }
}

function formatEntryText(
  context: CompletionContext,
  shape: SnippetShape,
  spot: InsertionSpot,
): { text: string; isSnippet: true } {
  const { cursor, style } = context
  const writer = createWriter(style)
  if (cursor.isFlow)
    return {
      text: spot === 'colon' ? `[${formatFlow(writer, shape)}]` : formatFlow(writer, shape),
      isSnippet: true,
    }
  const isItem = spot === 'item'
  const lines = formatBlockLines(writer, isItem ? shape : [shape])
  if (spot === 'colon')
    return {
      text: joinLines(context, ['', ...lines], cursor.keyColumn + style.dashIndent),
      isSnippet: true,
    }
  return {
    text: joinLines(context, lines, spot === 'dash' ? cursor.column - 2 : cursor.column),
    isSnippet: true,
  }
}

/** A whole list entry, labeled by its purpose. */
export type Skeleton = { label: string; detail: string; shape: SnippetShape }

type Entries = Readonly<Record<string, SnippetShape>>

function listSkeletons(item: SchemaPlace, facts: CompletionFacts): Skeleton[] {
  const variants = getVariants(item)
  return variants
    ? [...variants].flatMap(([binding, shape]) => createSkeletons(shape, facts, { binding }))
    : createSkeletons(item, facts, {})
}

function createSkeletons(
  shape: SchemaPlace,
  facts: CompletionFacts,
  fixedEntries: Entries,
): Skeleton[] {
  const { entries: entryExamples = [createGenericExample(shape)] } = texts[shape.key.index] ?? {}
  return entryExamples.map(({ label, detail, with: extra = {} }) => {
    const exampleEntries = createExampleEntries(shape.key, extra, facts)
    const entries: Entries = {
      ...createRequiredEntries(shape, facts),
      ...fixedEntries,
      ...exampleEntries,
    }
    return {
      label,
      detail: detail ?? formatEntryDetail(shape.key, entries),
      shape: orderEntries(shape, entries),
    }
  })
}

const createGenericExample = ({ path }: SchemaPlace): EntryExample => ({
  label: `${(path.endsWith(']') ? path.slice(0, path.indexOf('[')) : path).replace(/^.*\./, '')} entry`,
  detail: 'a new entry',
})

const createExampleEntries = (map: SchemaNode, entries: JsonMap, facts: CompletionFacts): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      name,
      createExampleShape(map.child(name), value, facts),
    ]),
  )

/** The snippet for an example value. Words that the key accepts are fixed text; any other value is a placeholder. */
function createExampleShape(
  key: SchemaNode | undefined,
  value: Json,
  facts: CompletionFacts,
): SnippetShape {
  if (isJsonList(value)) return value.map((item) => createExampleShape(key?.item, item, facts))
  if (isJsonMap(value)) return key ? createExampleEntries(key, value, facts) : {}
  const text = String(value)
  return key && listWords(key).includes(text) ? text : { initialText: adaptExample(text, facts) }
}

/** The purpose of an entry: the meaning of its mode, or else of its binding; `a new entry` if it has neither. */
function formatEntryDetail(key: SchemaNode, { options, binding }: Entries): string {
  const explain = (child: SchemaNode | undefined, word: SnippetShape | undefined) =>
    child && typeof word === 'string' ? explainKeyword(child, word) : undefined
  const mode = typeof options === 'object' && 'mode' in options ? options.mode : undefined
  return (
    explain(key.child('options')?.child('mode'), mode) ??
    explain(key.child('binding'), binding) ??
    'a new entry'
  )
}

function orderEntries({ key }: SchemaPlace, entries: Entries): Entries {
  const names = key.names.filter((name) => Object.hasOwn(entries, name))
  return Object.fromEntries(names.map((name) => [name, entries[name] ?? '']))
}
