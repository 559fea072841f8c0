import { findLine } from '../lines.js'
import type { LayoutStyle } from '../layout.js'
import type { View } from '../view.js'
import type { Edit } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { classifyHost } from '../../formats/internet.js'
import { listAdvertisedHosts, listListenerSockets, listWebSockets } from '../../lint/listeners.js'
import { once, memoizePerObject } from '../../document/lazy.js'
import { maskSecrets } from '../../document/secrets.js'
import { resolveAlias } from '../../yaml/index.js'
import { formatScalar } from '../../fix/edit.js'
import type { Cursor } from './cursor.js'

/** What completions at a cursor are made of. */
export type CompletionContext = {
  view: View
  offset: number
  cursor: Cursor
  surroundings: Surroundings
  style: LayoutStyle
  facts: CompletionFacts
}

/** A completion without its place in the order; those of a lower rank come first. */
export type Offer = Omit<Completion, 'sortText'> & { rank: number }

/** A text to be written. `within` leaves the quotes around it alone. */
export type WrittenText = {
  label: string
  text: string
  isSnippet?: boolean
  within?: boolean
  filter?: string
}

/** What is written at the cursor, and what goes for it. */
export function createInsertion(
  { view, offset, cursor }: CompletionContext,
  { label, text, isSnippet = false, within = false, filter = label }: WrittenText,
): Pick<Completion, 'label' | 'filterText' | 'insert'> {
  const { quote, closes, lead, word } = cursor
  const isInside = within && quote !== ''
  const start = isInside ? word + 1 : cursor.start
  const end = isInside && !closes ? cursor.end - 1 : cursor.end
  const before = isInside ? '' : view.text.slice(start, word) + quote
  const isOpen = isInside || quote === ''
  return {
    label,
    ...((before !== '' || filter !== label) && { filterText: before + filter }),
    insert: {
      start,
      end,
      ...(end > offset && isOpen && { insertEnd: Math.max(offset, start) }),
      text: lead + text + (isInside && closes ? quote : ''),
      isSnippet,
    },
  }
}

/** Lines that follow each other in a column, as seen from the blanks that the line has before its replaced part. */
export function joinLines(
  { view, cursor }: CompletionContext,
  lines: readonly string[],
  column: number,
): string {
  const { start } = findLine(view.text, cursor.start)
  const margin =
    /^ */.exec(view.text.slice(start, cursor.start).replace('\ufeff', ''))?.[0].length ?? 0
  return lines.join(`\n${' '.repeat(Math.max(0, column - margin))}`)
}

/** What a completion is; editors show a sign for each. */
export type CompletionKind = 'key' | 'value' | 'snippet' | 'file' | 'variable' | 'directive'

/**
 * The text that a completion writes, and what it replaces: offsets into the text. In a snippet, `$1`, `${1:text}` and
 * `${1|one,two|}` are places to fill in. Lines after the first are indented as seen from the blanks that the line of
 * `start` has before it, as editors expect.
 */
export type Insertion = {
  start: number
  end: number
  /** The cursor, where `end` is behind it: whoever inserts instead of replacing ends there. */
  insertEnd?: number
  text: string
  isSnippet: boolean
}

/** Something that can be written at a cursor. */
export type Completion = {
  label: string
  kind: CompletionKind
  /** A few words behind the label: type and default. */
  detail?: string
  /** Completions are shown in the order of these. */
  sortText: string
  /** What the typed text is compared with, where that is not the label. */
  filterText?: string
  deprecated?: true
  /** The one that is meant as a rule. */
  preselect?: true
  insert: Insertion
  /** Further changes, elsewhere in the text. */
  extra?: Edit[]
  /** What `resolveCompletion` looks up. */
  resolve?: CompletionTarget
}

/** A key of the schema, written as `listeners[binding=edge].options.mtu`. */
export type CompletionTarget = { path: string }

/** What only the host of the language functions knows. */
export type Surroundings = {
  /** Names in a folder, which counts from where relative paths of the file count; folders end with a slash. */
  files?: (folder: string) => readonly string[]
  /** Groups of links that other files use. */
  groups?: readonly string[]
  /** Names of variables that the router will see. */
  variables?: readonly string[]
  /** Names and addresses of hosts that other files use. */
  hosts?: readonly string[]
}

/** What a file says that may be said again elsewhere in it; each is looked for when it is first asked for. */
export type CompletionFacts = {
  /** Ports that the router listens on, as the file stands. */
  ports: () => readonly string[]
  /** Hosts under which others reach the router. */
  hosts: () => readonly string[]
  /** Groups of links. */
  groups: () => readonly string[]
  /** Names of variables. */
  variables: () => readonly string[]
}

/** More of a kind are too many to choose from. */
const maxFacts = 50

const toDistinct = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, maxFacts)

/** What a version of a file says itself, once for all that is asked about it. */
const collectSaid = memoizePerObject(
  ({ config }: View['reading']): Pick<CompletionFacts, 'ports' | 'hosts'> => {
    const draft = once(() => {
      const { listeners = [], link = {}, ...rest } = config
      return {
        ...rest,
        listeners: listeners.slice(0, maxFacts),
        link: { ...link, listeners: link.listeners?.slice(0, maxFacts) ?? [] },
      }
    })
    return {
      ports: once(() =>
        toDistinct(
          [...listListenerSockets(draft()), ...listWebSockets(draft())].map(({ port }) => port),
        ),
      ),
      hosts: once(() => {
        const { csr } = draft()
        return selectNames([
          ...listAdvertisedHosts(draft()).map(({ host }) => host),
          ...(csr?.sans?.dns ?? []),
          ...(csr?.sans?.ip ?? []),
        ])
      }),
    }
  },
)

/** The hosts among some that others can be told. */
const selectNames = (hosts: readonly string[]): string[] =>
  hosts.filter(
    (host) =>
      typeof host === 'string' &&
      !['empty', 'unspecified'].includes(classifyHost(host)) &&
      !host.includes('$'),
  )

/** What a view and its host know. */
export function createFacts(
  { reading, document, options }: Pick<View, 'reading' | 'document' | 'options'>,
  surroundings: Surroundings,
): CompletionFacts {
  const addresses = collectSaid(reading)
  return {
    ports: addresses.ports,
    hosts: once(() => toDistinct([...addresses.hosts(), ...selectNames(surroundings.hosts ?? [])])),
    groups: once(() => toDistinct([...(surroundings.groups ?? []), ...collectGroups(document)])),
    variables: once(() =>
      toDistinct([
        ...(surroundings.variables ?? []),
        ...Object.keys(options.env ?? {}),
        ...collectVariables(document),
      ]),
    ),
  }
}

function collectGroups(document: Document): string[] {
  return ['listeners', 'dialers'].flatMap((section) => {
    const list = document.find(['link', section])?.value
    if (list?.kind !== 'list') return []
    return list.items.slice(0, maxFacts).flatMap((item) => {
      const map = resolveAlias(item)
      const groups = map.kind === 'map' ? document.entries(map).named.get('groups') : undefined
      const value = groups && resolveAlias(groups.value)
      return (
        value?.kind === 'list' ? value.items.map(resolveAlias) : value ? [value] : []
      ).flatMap((group) => (group.kind === 'text' && group.value !== '' ? [group.value] : []))
    })
  })
}

/** Names of variables that a text asks for; not those behind a key that holds a secret. */
function collectVariables({ text }: Document): string[] {
  if (!text.includes('$')) return []
  return maskSecrets(text.split('\n').filter((line) => line.includes('$'))).flatMap((line) =>
    [...line.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name),
  )
}

/** What stands between the start of the word and the cursor. */
export const getTypedText = ({ view, cursor, offset }: CompletionContext): string =>
  view.text.slice(cursor.word, offset)

/** A text as it is written at the cursor: in the quotes that are there, or as the scalar that is read as that text. */
export function formatTypedText({ cursor: { quote } }: CompletionContext, text: string): string {
  if (quote === '"') return text.replaceAll(/["\\]/g, '\\$&')
  return quote === "'" ? text.replaceAll("'", "''") : formatScalar(text)
}
