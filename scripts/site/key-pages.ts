import { stringify } from 'yaml'
import { texts } from '../../src/generated/texts.js'
import { escapeMarkdown, formatCode, mergeFailures } from '../../src/language/explanations.js'
import { listInnerKeys } from '../../src/lint/explain-word.js'
import type { Description } from '../../src/schema/describe.js'
import { describePlace, listFacts, sortHistory } from '../../src/schema/describe.js'
import { isJsonMap } from '../../src/document/record.js'
import type { Json } from '../../src/document/record.js'
import type { Model } from '../../src/schema/model.js'
import { findModel, formatRanges, targets } from '../../src/schema/model.js'
import type { SchemaPlace } from '../../src/schema/places.js'
import { listPlaces } from '../../src/schema/places.js'
import { toKeyPath, toRulePath } from '../../src/schema/site.js'
import { textsFor } from '../../src/schema/texts.js'

/** A page of the site: its path below the site, without `.md`, its title and its text in Markdown. */
export type SitePage = {
  path: string
  title: string
  text: string
  /** Whether its tables take the place of the outline. */
  isWide?: boolean
}

/** A release line with its keys by path. */
type LineKeys = { line: string; model: Model; places: ReadonlyMap<string, SchemaPlace> }

/** A page for each key, made from the same facts as `routerfile explain`. */
export function createKeyPages(
  model: Model,
  rules: ReadonlyMap<string, readonly string[]>,
): SitePage[] {
  const lines = targets().flatMap(({ line, newest }): LineKeys[] => {
    const own = findModel(newest)
    return own
      ? [{ line, model: own, places: new Map(listPlaces(own.schema).map((it) => [it.path, it])) }]
      : []
  })
  const places = listPlaces(model.schema)
  const pages = new Map<string, SitePage>()
  for (const place of places) {
    const path = toKeyPath(place.path)
    // A list and its entries share a page: that of the list.
    if (!pages.has(path))
      pages.set(path, {
        path,
        title: place.path,
        text: formatKey(place, { places, model, lines, rules }),
      })
  }
  return [...pages.values()]
}

/** What the index of the keys shows: each section, and the keys in it. */
export function formatKeyIndex(model: Model): string {
  const sections = listPlaces(model.schema).filter(({ path }) => !/[.[]/.test(path))
  return sections
    .map(({ path, key }) => {
      const about = texts[key.index]?.description ?? ''
      const inside = formatInnerKeys(path, model)
      return [`## [${path}](/${toKeyPath(path)})`, escapeMarkdown(about), inside]
        .filter((part) => part !== '')
        .join('\n\n')
    })
    .join('\n\n')
}

type Context = {
  places: readonly SchemaPlace[]
  model: Model
  lines: readonly LineKeys[]
  /** The rules that check a key, by its path. */
  rules: ReadonlyMap<string, readonly string[]>
}

function formatKey(place: SchemaPlace, { places, model, lines, rules }: Context): string {
  const description = describePlace(place, textsFor(texts, model.release))
  const name = getName(place.path)
  const inside = formatInnerKeys(place.path, model)
  const others = places.filter(
    ({ path, key }) => path !== place.path && key.read && getName(path) === name,
  )
  const history = formatTimeline(describePlace(place, texts))
  const parts: [title: string, text: string][] = [
    ['Facts', formatFactsByRelease(place, lines)],
    ['Example', formatExample(description)],
    ['Keys inside', inside],
    [
      'Rules',
      (rules.get(place.path) ?? [])
        .map((id) => `- [${formatCode(id)}](/${toRulePath(id)})`)
        .join('\n'),
    ],
    ['History', history],
    [
      'The same name elsewhere',
      others.map(({ path }) => `- [${formatCode(path)}](/${toKeyPath(path)})`).join('\n'),
    ],
  ]
  return [
    escapeMarkdown(description.text),
    ...parts.flatMap(([title, text]) => (text === '' ? [] : [`## ${title}`, text])),
  ].join('\n\n')
}

const getName = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

function formatInnerKeys(path: string, model: Model): string {
  const rows = listInnerKeys(path, model).map(({ name, type, text }) => {
    const inner = name.startsWith('[') ? `${path}${name}` : `${path}.${name}`
    return `| [${formatCode(name)}](/${toKeyPath(inner)}) | ${escapeCell(type)} | ${escapeCell(text)} |`
  })
  return rows.length > 0 ? ['| Key | Type | Meaning |', '|---|---|---|', ...rows].join('\n') : ''
}

/** The facts of each release line; lines with the same facts share a table, which the page shows for the chosen one. */
function formatFactsByRelease(place: SchemaPlace, lines: readonly LineKeys[]): string {
  const linesByFacts = new Map<string, string[]>()
  for (const { line, model, places } of lines) {
    const own = places.get(place.path)
    const facts = own
      ? formatFacts(describePlace(own, textsFor(texts, model.release)))
      : 'These releases do not have this key.'
    linesByFacts.set(facts, [...(linesByFacts.get(facts) ?? []), line])
  }
  return [...linesByFacts]
    .map(
      ([facts, names]) => `<ByRelease releases="${names.join(' ')}">\n\n${facts}\n\n</ByRelease>`,
    )
    .join('\n\n')
}

function formatFacts(description: Description): string {
  if (!description.read) return 'The router ignores this key.'
  const rows = mergeFailures(listFacts(description))
    .filter(({ name }) => name !== 'example')
    .map(
      ({ name, text, code }) =>
        `| ${name} | ${code ? formatCode(text).replaceAll('|', '\\|') : escapeCell(text)} |`,
    )
  return ['| Fact | Value |', '|---|---|', ...rows].join('\n')
}

/** The key at its place in a router file, with a value that may be written. */
function formatExample({ path, examples, default: usual, values }: Description): string {
  const value = examples?.[0] ?? usual ?? values?.[0]
  if (value === undefined || value === null || typeof value === 'object') return ''
  return `\`\`\`yaml\n${stringify(placeAt(path, value))}\`\`\``
}

/** `listeners[binding=edge].options.mtu` becomes the nested maps and lists that lead to a value. */
function placeAt(path: string, value: Json): Json {
  const [, name = '', list, binding, rest] =
    /^([^.[\]]+)(\[(?:binding=([^\]]*))?\])?\.?(.*)$/.exec(path) ?? []
  const inner = rest ? placeAt(rest, value) : value
  if (list === undefined) return { [name]: inner }
  const entry = binding !== undefined && isJsonMap(inner) ? { binding, ...inner } : inner
  return { [name]: [entry] }
}

/** The changes of all releases, oldest first. */
const formatTimeline = ({ changes }: Description): string => {
  const entries = new Set(
    sortHistory(changes).map(
      ({ in: ranges, what, effect }) =>
        `- **${formatRanges(ranges)}**: ${escapeMarkdown(`${what} ${effect}`)}`,
    ),
  )
  return entries.size > 0 ? `<div class="timeline">\n\n${[...entries].join('\n')}\n\n</div>` : ''
}

const escapeCell = (text: string): string => escapeMarkdown(text).replaceAll('\n', ' ')
