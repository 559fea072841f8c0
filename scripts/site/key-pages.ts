import { texts } from '../../src/generated/texts.js'
import { groupBy } from '../../src/document/group.js'
import { escapeMarkdown, formatCode } from '../../src/document/markdown.js'
import { mergeFailures } from '../../src/language/explanations.js'
import { catalog } from '../../src/lint/catalog.js'
import { listInnerKeys } from '../../src/lint/explain-word.js'
import type { Description } from '../../src/schema/describe.js'
import { describePlace, listFacts, sortHistory } from '../../src/schema/describe.js'
import type { Model } from '../../src/schema/model.js'
import { findModel, formatRanges, listTargets } from '../../src/schema/model.js'
import type { SchemaPlace } from '../../src/schema/places.js'
import { listPlaces } from '../../src/schema/places.js'
import { toKeyPath, toRulePath } from '../../src/schema/site.js'
import { selectTexts } from '../../src/schema/texts.js'
import type { OpenedFile } from '../../web/shared/opened-file.js'
import type { ShownExample } from './examples.js'
import { formatExamples } from './examples.js'
import type { StripCell } from './release-strip.js'
import { formatReleaseStrip } from './release-strip.js'
import type { WrongValue } from './rule-keys.js'
import type { RightExample } from './right-examples.js'
import { completeText, tryRightExamples } from './right-examples.js'

/** A page of the site: its path relative to the site, without `.md`, its title and its Markdown. */
export type SitePage = {
  path: string
  title: string
  text: string
  /** Whether the page has no outline, to make room for its tables. */
  isWide?: boolean
}

/** A release line with its keys by path. */
type LineKeys = { line: string; model: Model; places: ReadonlyMap<string, SchemaPlace> }

/** Creates a page for each key, from the same facts as `routerfile explain`. */
export function createKeyPages(
  model: Model,
  rules: ReadonlyMap<string, readonly string[]>,
  wrong: readonly WrongValue[],
): Promise<SitePage[]> {
  const lines = listTargets().flatMap(({ line, newest }): LineKeys[] => {
    const own = findModel(newest)
    return own
      ? [{ line, model: own, places: new Map(listPlaces(own.schema).map((it) => [it.path, it])) }]
      : []
  })
  const places = listPlaces(model.schema)
  const wrongByPath = groupBy(wrong, ({ path }) => path)
  // A list and its entries share a page: that of the list.
  const firsts = groupBy(places, ({ path }) => toKeyPath(path))
  return Promise.all(
    [...firsts].map(async ([path, [place]]) => ({
      path,
      title: place.path,
      text: await formatKey(place, { places, model, lines, rules, wrong: wrongByPath }),
      isWide: true,
    })),
  )
}

/** Formats the index of keys: each section with its keys. */
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
  /** Wrong values of a key, by its path. */
  wrong: ReadonlyMap<string, readonly WrongValue[]>
}

async function formatKey(place: SchemaPlace, context: Context): Promise<string> {
  const { places, model, lines, rules, wrong } = context
  const description = describePlace(place, selectTexts(texts, model.release))
  const describeIn = (line: LineKeys): Description | undefined => {
    const own = line.places.get(place.path)
    return own && describePlace(own, selectTexts(texts, line.model.release))
  }
  const name = getName(place.path)
  const inside = formatByRelease(lines, (line) => formatInnerKeys(place.path, line.model))
  const others = places.filter(
    ({ path, key }) => path !== place.path && key.isRead && getName(path) === name,
  )
  const history = formatTimeline(describePlace(place, texts))
  const parts: [title: string, text: string][] = [
    [
      'Facts',
      formatByRelease(lines, (line) => {
        const own = describeIn(line)
        return own ? formatFacts(own) : 'These releases do not have this key.'
      }),
    ],
    ['Keys inside', inside],
    ['Rules', formatRules(rules.get(place.path) ?? [])],
    ['History', history],
    [
      'The same name elsewhere',
      others.map(({ path }) => `- [${formatCode(path)}](/${toKeyPath(path)})`).join('\n'),
    ],
  ]
  const worst = (wrong.get(place.path) ?? []).find(({ finding }) => finding.severity === 'error')
  return [
    `<div class="parents">\n\n${formatParents(place.path, places)}\n\n</div>`,
    // For a release that does not have the key, shows the description from other releases.
    formatByRelease(lines, (line) => escapeMarkdown((describeIn(line) ?? description).text)),
    formatReleaseStrip('What each release does about this key', (line) => {
      const own = lines.find((other) => other.line === line)
      return own ? describeCell(place.path, own) : { look: 'none', sign: '–', words: 'not known' }
    }),
    await formatExamplesOf(place, worst ?? wrong.get(place.path)?.[0], context),
    ...parts.flatMap(([title, text]) => (text === '' ? [] : [`## ${title}`, text])),
  ].join('\n\n')
}

const getName = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Formats links to the rules that check a key, with their summaries. */
const formatRules = (ids: readonly string[]): string =>
  ids
    .flatMap((id) => catalog.find((rule) => rule.id === id) ?? [])
    .map(
      ({ id, summary }) => `- [${formatCode(id)}](/${toRulePath(id)}): ${escapeMarkdown(summary)}`,
    )
    .join('\n')

function formatInnerKeys(path: string, model: Model): string {
  const rows = listInnerKeys(path, model).map(({ name, type, text }) => {
    const inner = name.startsWith('[') ? `${path}${name}` : `${path}.${name}`
    return `| [${formatCode(name)}](/${toKeyPath(inner)}) | ${escapeCell(type)} | ${escapeCell(text)} |`
  })
  return rows.length > 0 ? ['| Key | Type | Meaning |', '|---|---|---|', ...rows].join('\n') : ''
}

/**
 * Formats a text for each release line. Lines with the same text share it, and the page shows the text of the chosen
 * line. A text that applies to all lines is not marked.
 */
function formatByRelease(lines: readonly LineKeys[], format: (line: LineKeys) => string): string {
  const all = lines.map((line) => ({ name: line.line, text: format(line) }))
  const groups = [...groupBy(all, ({ text }) => text)]
  if (groups.length === 1) return groups[0]?.[0] ?? ''
  return groups
    .filter(([text]) => text !== '')
    .map(
      ([text, group]) =>
        `<ByRelease releases="${group.map(({ name }) => name).join(' ')}">\n\n${text}\n\n</ByRelease>`,
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

/** Formats examples of the key, with a wrong value and with a valid one, at its place in a router file. */
function formatExamplesOf(
  place: SchemaPlace,
  wrong: WrongValue | undefined,
  context: Context,
): Promise<string> {
  return formatExamples(
    wrong && {
      parts: [
        {
          text: wrong.text,
          findings: [wrong.finding],
        },
      ],
      whole: toWhole(completeText(wrong.text)),
    },
    findRight(place, context),
  )
}

/**
 * Finds a valid example of the key in the release of the reference, or else in a later or an earlier one: without
 * findings, or with info findings only, which are shown. The example for a section contains a key of it. Undefined if
 * every value has other findings.
 */
function findRight(place: SchemaPlace, context: Context): ShownExample | undefined {
  const { model, lines, places } = context
  const known = lines.findIndex((line) => line.model.release === model.release)
  for (const line of [...lines.slice(known), ...lines.slice(0, known).reverse()]) {
    const own = line.places.get(place.path)
    const description = own && describePlace(own, selectTexts(texts, line.model.release))
    if (!description?.read) continue
    const tried = [...tryRightExamples(description, line.model.release)]
    const right =
      tried.find(({ findings }) => findings.length === 0) ??
      tried.find(({ findings }) => findings.every(({ severity }) => severity === 'info'))
    if (right) return showRight(right, line === lines[known] ? undefined : line.line)
  }
  const inner = places.filter(({ path }) => isDirectlyIn(path, place.path))
  for (const other of inner) {
    const shown = findRight(other, context)
    if (shown) return shown
  }
  return undefined
}

/** Whether a key is a direct child of `parent`, or of the entries of `parent` if it is a list. */
const isDirectlyIn = (path: string, parent: string): boolean =>
  path.startsWith(parent) && /^(?:\[[^\]]*\])?\.[^.[]+$/.test(path.slice(parent.length))

/** @param release The release that the example is for, if it differs from that of the reference. */
const showRight = (
  { text, whole, findings }: RightExample,
  release: string | undefined,
): ShownExample => ({
  parts: [
    {
      text,
      findings,
      ...(release !== undefined && { about: `release ${release}` }),
    },
  ],
  whole: { ...toWhole(whole), ...(release !== undefined && { release }) },
})

const toWhole = (text: string): { files: readonly OpenedFile[] } => ({
  files: [{ name: 'router.yaml', text }],
})

/** Formats links to the sections and keys that contain a key. */
function formatParents(path: string, places: readonly SchemaPlace[]): string {
  const parents = places.filter(
    (place) => path.startsWith(place.path) && /^[.[]/.test(path.slice(place.path.length)),
  )
  const links = new Map(
    parents
      .filter((place) => toKeyPath(place.path) !== toKeyPath(path))
      .map((place) => [toKeyPath(place.path), getName(place.path)]),
  )
  return [
    '[Keys](/keys/)',
    ...[...links].map(([page, name]) => `[${formatCode(name)}](/${page})`),
    formatCode(getName(path)),
  ].join(' › ')
}

/** Describes how the newest release of a line treats a key. */
function describeCell(path: string, { model, places }: LineKeys): StripCell {
  const place = places.get(path)
  if (!place) return { look: 'none', sign: '–', words: 'does not have this key' }
  return describePlace(place, selectTexts(texts, model.release)).read
    ? { look: 'ok', sign: '✓', words: 'reads it' }
    : { look: 'warning', sign: '!', words: 'ignores it' }
}

/** Formats the changes of all releases, oldest first. */
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
