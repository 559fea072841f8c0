import type { Path } from '../../document/diagnostic.js'
import type { Schema } from '../../schema/data-schema.js'
import { listNamedWords } from '../../schema/data-schema.js'
import { findModel, listTargets } from '../../schema/model.js'
import { movingTargets } from '../../schema/release.js'
import type { Completion, CompletionTrigger, InsertionContext } from '../completion/context.js'
import { createFilter, createInsertion, joinLines } from '../completion/context.js'
import { findCursors } from '../completion/cursor.js'
import { isTypedInFull, mayOpenList } from '../completion/trigger.js'
import type { ConfigurationText } from './schema.js'
import {
  describeSetting,
  findSchema,
  formatConfigurationType,
  listTypes,
  toOwnPath,
} from './schema.js'

type Offer = Omit<Completion, 'sortText'>

type OfferContext = InsertionContext & {
  isJson: boolean
  path: Path
  schema: Schema
}

/** The completions at an offset of a config file: keys that the map does not have yet, and known values. */
export function completeConfiguration(
  file: ConfigurationText,
  offset: number,
  trigger?: CompletionTrigger,
): Completion[] {
  const { text, isJson } = file
  const request = { text, offset, trigger }
  const cursors = findCursors(text, offset).filter((cursor) => mayOpenList(request, cursor))
  const offers = cursors.flatMap((cursor): Offer[] => {
    const path = cursor.role === 'comment' ? undefined : toOwnPath(file, cursor.path)
    const schema = path && findSchema(path)
    if (cursor.role === 'comment' || !path || !schema) return []
    const context = { view: { text }, offset, cursor, isJson, path, schema }
    const isMap = listTypes(schema).includes('object')
    if (cursor.role === 'key' && isMap) return listKeyOffers(context)
    // A word on a line of its own, or after a dash, is a value unless a colon follows.
    const isValue =
      cursor.role === 'value' || (cursor.isOnlyEntry && !cursor.hasColon && !cursor.needsDash)
    return isValue ? listValueOffers(context) : []
  })
  const completions = offers.map((offer, index): Completion => ({
    ...offer,
    sortText: String(index).padStart(4, '0'),
  }))
  return trigger !== undefined && isTypedInFull(request, cursors, completions) ? [] : completions
}

function listKeyOffers(context: OfferContext): Offer[] {
  const { schema, cursor, path } = context
  return Object.keys(schema.properties ?? {})
    .filter((name) => !cursor.presentKeys.has(name))
    .map((name): Offer => {
      const child = findSchema([...path, name]) ?? {}
      return {
        kind: 'key',
        detail: formatDetail(child),
        ...getDocumentation([...path, name]),
        ...(hasKnownValues(child) && { opensValues: true }),
        ...createInsertion(context, {
          label: name,
          text: formatKey(context, name, child),
          isSnippet: true,
        }),
      }
    })
}

function getDocumentation(path: Path): { documentation?: string } {
  const documentation = describeSetting(path)
  return documentation === undefined ? {} : { documentation }
}

const formatDetail = (schema: Schema): string =>
  schema.default === undefined
    ? formatConfigurationType(schema)
    : `${formatConfigurationType(schema)}, default ${JSON.stringify(schema.default)}`

/** Whether values can be offered after the key: it accepts known words or booleans, or is a map with known keys. */
const hasKnownValues = (schema: Schema): boolean =>
  [schema, schema.items].some((part) => part && listNamedWords(part) !== undefined) ||
  schema.properties !== undefined ||
  listTypes(schema)[0] === 'boolean'

const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, String.raw`\$&`)

/** A key as a snippet with a placeholder for its value; only the key if it has a colon already. */
function formatKey(context: OfferContext, name: string, schema: Schema): string {
  const { cursor, isJson, view } = context
  const quote = cursor.quote === '' && isJson ? '"' : cursor.quote
  const key = quote + escapeSnippet(name) + quote
  if (cursor.hasColon) return key
  const isEntryNext = cursor.isFlow && /^\s*["'\w]/.test(view.text.slice(cursor.end))
  const separator = isEntryNext ? ',' : ''
  const types = listTypes(schema)
  if (isJson || cursor.isFlow) return `${key}: ${formatJsonSpace(types, isJson)}${separator}`
  if (name === 'overrides') return joinLines(context, [`${key}:`, '  - files: $1'], cursor.column)
  if (types[0] === 'object') return joinLines(context, [`${key}:`, '  $1'], cursor.column)
  return types[0] === 'array' ? `${key}: [$1]` : `${key}: $1`
}

function formatJsonSpace([type]: readonly string[], isJson: boolean): string {
  if (type === 'object') return isJson ? '{$1}' : '{ $1 }'
  if (type === 'array') return '[$1]'
  return type === 'string' && isJson ? '"$1"' : '$1'
}

type ValueOffer = { value: unknown; detail?: string; isDefault?: boolean }

function listValueOffers(context: OfferContext): Offer[] {
  const values = listValues(context.schema)
  const filter = createFilter(context, values.map(formatLabel))
  return values.map((offer): Offer => {
    const { value, detail, isDefault = false } = offer
    const label = formatLabel(offer)
    return {
      kind: 'value',
      ...getDocumentation(context.path),
      ...(detail !== undefined && { detail }),
      ...(isDefault && { preselect: true }),
      ...createInsertion(context, {
        label,
        filter: filter(label),
        text: formatValue(context, value),
      }),
    }
  })
}

const formatLabel = ({ value }: ValueOffer): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

function listValues(schema: Schema): ValueOffer[] {
  const { default: defaultValue } = schema
  const types = listTypes(schema)
  const withDefault = (value: unknown, detail?: string): ValueOffer => {
    const isDefault = JSON.stringify(value) === JSON.stringify(defaultValue)
    const details = [...(isDefault ? ['default'] : []), ...(detail === undefined ? [] : [detail])]
    return { value, ...(details.length > 0 && { detail: details.join('; ') }), isDefault }
  }
  const words = listNamedWords(schema)
  if (words) return explainWords(words).map(([word, detail]) => withDefault(word, detail))
  if (types[0] === 'boolean') return [true, false].map((value) => withDefault(value))
  if (types.includes('array') && Array.isArray(defaultValue))
    return [withDefault(defaultValue), { value: [], detail: 'none' }]
  return defaultValue === undefined ? [] : [withDefault(defaultValue)]
}

/**
 * Words with their meanings. If some are release lines, these come first (the newest on top), then words that follow
 * new releases, then all others.
 */
function explainWords(words: readonly string[]): (readonly [word: string, detail?: string])[] {
  const lines = new Map(listTargets().map((item) => [item.line, item]))
  if (!words.some((word) => lines.has(word))) return words.map((word) => [word] as const)
  const movingTargetSet: ReadonlySet<string> = new Set(movingTargets)
  const newestFirst = words.toReversed()
  return [
    ...newestFirst.flatMap((word) => {
      const line = lines.get(word)
      if (!line) return []
      const support = line.support === 'long-term' ? ', long-term support' : ''
      return [[word, `newest is ${line.newest}${support}`] as const]
    }),
    ...words.flatMap((word) =>
      movingTargetSet.has(word) ? [[word, `now ${findModel(word)?.release}`] as const] : [],
    ),
    ...newestFirst.flatMap((word) =>
      lines.has(word) || movingTargetSet.has(word) ? [] : [[word] as const],
    ),
  ]
}

/**
 * Formats a value for the file. In YAML, a release such as `1.6` is quoted, because other programs would read it as a
 * number.
 */
function formatValue({ isJson, cursor: { quote } }: OfferContext, value: unknown): string {
  const json = JSON.stringify(value)
  if (typeof value !== 'string') return json
  if (isJson || quote === '"') return json
  if (quote === "'") return `'${value}'`
  return /^\d/.test(value) ? json : value
}
