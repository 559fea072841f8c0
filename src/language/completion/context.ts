import { findLine } from '../lines.js'
import type { LayoutStyle } from '../layout.js'
import type { View } from '../view.js'
import type { Edit } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { classifyHost } from '../../formats/internet.js'
import { listAdvertisedHosts, listListenerSockets, listWebSockets } from '../../lint/listeners.js'
import { withoutTail } from '../../document/tails.js'
import { once, memoizePerObject } from '../../document/lazy.js'
import { hideSecrets, maskSecrets } from '../../document/secrets.js'
import { createScopeRedactor } from '../../schema/secret-values.js'
import { resolveAlias } from '../../yaml/index.js'
import { formatScalar } from '../../edit/edit.js'
import type { Cursor } from './cursor.js'

export type CompletionContext = {
  view: View
  offset: number
  cursor: Cursor
  options: CompletionOptions
  style: LayoutStyle
  facts: CompletionFacts
}

/** A completion without its sort text; a lower rank sorts first. */
export type Offer = Omit<Completion, 'sortText'> & { rank: number }

export type InsertionText = {
  label: string
  text: string
  isSnippet?: boolean
  /** Whether to keep the quotes at the cursor and replace only the text in them. */
  keepsQuotes?: boolean
  filter?: string
}

/** The text and the position of an insertion. The text need not be a router file. */
export type InsertionContext = {
  view: Pick<View, 'text'>
  offset: number
  cursor: Cursor
}

export function createInsertion(
  { view, offset, cursor }: InsertionContext,
  { label, text, isSnippet = false, keepsQuotes = false, filter = label }: InsertionText,
): Pick<Completion, 'label' | 'filterText' | 'insert'> {
  const { quote, needsClosingQuote, missingSpaces, wordStart } = cursor
  const isInsideQuotes = keepsQuotes && quote !== ''
  const start = isInsideQuotes ? wordStart + 1 : cursor.start
  const end = isInsideQuotes && !needsClosingQuote ? cursor.end - 1 : cursor.end
  const prefix = isInsideQuotes ? '' : view.text.slice(start, wordStart) + quote
  const canEndAtCursor = isInsideQuotes || quote === ''
  return {
    label,
    ...((prefix !== '' || filter !== label) && { filterText: prefix + filter }),
    insert: {
      start,
      end,
      ...(end > offset && canEndAtCursor && { insertEnd: Math.max(offset, start) }),
      text: missingSpaces + text + (isInsideQuotes && needsClosingQuote ? quote : ''),
      isSnippet,
    },
  }
}

/**
 * Creates a function that returns the filter text of a completion, which editors compare with the typed text. The
 * filter text stops one character before the end of the part being typed (parts end at `:`, `/` or `.`), or before the
 * end of a shorter completion with which the text begins. So nothing matches once the user has typed a whole part, and
 * Enter starts a new line, even in editors that keep showing an earlier list. In quotes, the filter text is the whole
 * text, because Enter only closes the string there.
 */
export function createFilter(
  context: InsertionContext,
  texts: Iterable<string>,
): (text: string) => string {
  const completeTexts = new Set(texts)
  const typedText = getTypedText(context)
  return (text) => {
    if (context.cursor.quote !== '' || !startsLike(text, typedText)) return text
    const isPartEnd = (end: number): boolean =>
      completeTexts.has(text.slice(0, end)) || /[:/.]/.test(text.slice(end - 1, end + 1))
    let end = typedText.length + 1
    while (end < text.length && !isPartEnd(end)) end += 1
    // Editors would use the label instead of an empty filter text.
    return text.slice(0, end - 1) || ' '
  }
}

/** Whether a text begins with the typed text as editors compare them, ignoring case. */
const startsLike = (text: string, typedText: string): boolean =>
  text.toLowerCase().startsWith(typedText.toLowerCase())

/**
 * Creates a test whether a value can be offered at the cursor. The value must begin with the typed parts of an address
 * or path, except for the last one. While the user types, the value must begin with the whole typed text, because
 * editors also match inside values: Enter after `udp` would insert `transport_udp`. It must not continue with a dot,
 * because the typed text may be a complete file name.
 */
export function createPrefixTest(context: CompletionContext): (text: string) => boolean {
  const { cursor, offset, options } = context
  const typedText = getTypedText(context).slice(cursor.quote.length)
  const isTyping =
    options.trigger !== undefined &&
    cursor.end - (cursor.quote === '' || cursor.needsClosingQuote ? 0 : 1) <= offset
  const finishedParts = withoutTail(typedText, /[^:/.]/)
  return (text) =>
    text.startsWith(finishedParts) &&
    (!isTyping ||
      (startsLike(text, typedText) &&
        (typedText === finishedParts || text.charAt(typedText.length) !== '.')))
}

/**
 * Joins the lines of a completion so that they begin in a column. Editors indent every line like the first one, so only
 * the rest of the indentation is added.
 */
export function joinLines(
  { view, cursor }: InsertionContext,
  lines: readonly string[],
  column: number,
): string {
  const { start } = findLine(view.text, cursor.start)
  const margin =
    /^ */.exec(view.text.slice(start, cursor.start).replace('\ufeff', ''))?.[0].length ?? 0
  return lines.join(`\n${' '.repeat(Math.max(0, column - margin))}`)
}

/** The kind of a completion; editors show an icon for each. */
export type CompletionKind =
  'key' | 'value' | 'snippet' | 'file' | 'variable' | 'alias' | 'directive'

/**
 * The text that a completion writes, and what it replaces: offsets into the text. In a snippet, `$1`, `${1:text}` and
 * `${1|one,two|}` are placeholders. Lines after the first are indented relative to the line of `start`, as editors
 * expect.
 */
export type Insertion = {
  /** Start of the replaced part. */
  start: number
  /** End of the replaced part. */
  end: number
  /**
   * The offset of the cursor, if `end` is after the cursor. Editors in insert mode only replace the text up to this
   * offset.
   */
  insertEnd?: number
  /** The text to insert, with placeholders if `isSnippet` is set. */
  text: string
  /** Whether the text has placeholders. */
  isSnippet: boolean
}

/** A suggestion for the text at a cursor. */
export type Completion = {
  /** The text shown in the completion list. */
  label: string
  /** The kind of the suggestion; editors show an icon for it. */
  kind: CompletionKind
  /** A few words shown after the label, such as the type and the default of a key. */
  detail?: string
  /** Editors sort completions by this. */
  sortText: string
  /** The text that editors compare with the typed text; absent if it is the label. */
  filterText?: string
  /** Set if the key is deprecated. */
  deprecated?: true
  /** Set if the list should open with this completion selected. */
  preselect?: true
  /**
   * Set if the editor should request completions again after it inserts this key, because values for the key are known.
   */
  opensValues?: true
  /** The text to insert, and what it replaces. */
  insert: Insertion
  /** Further edits elsewhere in the text. */
  extra?: Edit[]
  /** Documentation as Markdown; absent if there is none, or if `resolveCompletion` returns it. */
  documentation?: string
  /** The key or value that `resolveCompletion` describes; absent if there is none. */
  resolve?: CompletionTarget
}

/** A key of the schema, or a value for this key. */
export type CompletionTarget = {
  /** The path of the key, such as `listeners[binding=edge].options.mtu`. */
  path: string
  /** The inserted value; absent if the completion inserts a key. */
  value?: string
}

/**
 * Why an editor asks for completions. `invoked`: the user pressed a shortcut or typed the first letter of a word.
 * `incomplete`: the user typed another letter while the list was open. An object: the user typed a character that opens
 * a list.
 */
export type CompletionTrigger =
  | 'invoked'
  | 'incomplete'
  | {
      /** The character that was typed, such as `:`. */
      character: string
    }

/** Facts that only the caller of the language functions knows. */
export type CompletionOptions = {
  /** Why the editor asks. Without it, everything that is possible is offered. */
  trigger?: CompletionTrigger
  /** Whether the editor opens the list of values after it has inserted a completion with `opensValues`. */
  canOpenValues?: boolean
  /**
   * The names of files and folders in `folder`; names of folders end with a slash. `folder` is relative to the folder
   * from which relative paths in the router file are resolved.
   */
  files?: (folder: string) => readonly string[]
  /** Link groups that other files use. */
  groups?: readonly string[]
  /** Names of variables in the router's environment. */
  variables?: readonly string[]
  /** Names and addresses of hosts that other files use. */
  hosts?: readonly string[]
  /** Names of the network interfaces of the machine. */
  interfaces?: readonly string[]
}

/** Values from the file and from the caller that may fit elsewhere in the file. Each list is created on first use. */
export type CompletionFacts = {
  /** Ports that the listeners of the file use. */
  ports: () => readonly string[]
  /** Hosts that this file advertises or lists in its CSR, and hosts that other files use. */
  hosts: () => readonly string[]
  /** Link groups of this file and of others. */
  groups: () => readonly string[]
  /** Names of environment variables that are set, and of variables that the file uses. */
  variables: () => readonly string[]
  /** Names of the network interfaces of the machine. */
  interfaces: () => readonly string[]
}

/** Maximum number of values of each kind: longer lists are hard to choose from. */
const maxFacts = 50

const takeDistinct = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, maxFacts)

/** The facts that depend only on the loaded configuration, computed once for each version of a file. */
const collectConfigFacts = memoizePerObject(
  ({ config }: View['readResult']): Pick<CompletionFacts, 'ports' | 'hosts'> => {
    const shortConfig = once(() => {
      const { listeners = [], link = {}, ...rest } = config
      return {
        ...rest,
        listeners: listeners.slice(0, maxFacts),
        link: { ...link, listeners: link.listeners?.slice(0, maxFacts) ?? [] },
      }
    })
    return {
      ports: once(() =>
        takeDistinct(
          [...listListenerSockets(shortConfig()), ...listWebSockets(shortConfig())].map(
            ({ port }) => port,
          ),
        ),
      ),
      hosts: once(() => {
        const { csr } = shortConfig()
        return selectAdvertisableHosts([
          ...listAdvertisedHosts(shortConfig()).map(({ host }) => host),
          ...(csr?.sans?.dns ?? []),
          ...(csr?.sans?.ip ?? []),
        ])
      }),
    }
  },
)

/** Drops hosts that are empty, unspecified (such as `0.0.0.0`) or contain a variable. */
const selectAdvertisableHosts = (hosts: readonly string[]): string[] =>
  hosts.filter(
    (host) =>
      typeof host === 'string' &&
      !['empty', 'unspecified'].includes(classifyHost(host)) &&
      !host.includes('$'),
  )

/** The facts in a file, and the facts that the caller knows from other files and the machine. */
export function createFacts(
  { readResult, document, options }: Pick<View, 'readResult' | 'document' | 'options'>,
  callerFacts: CompletionOptions,
): CompletionFacts {
  const configFacts = collectConfigFacts(readResult)
  const redact = once(() => createScopeRedactor(readResult))
  const withoutSecrets = (found: readonly string[]): string[] =>
    found.filter((item) => redact()(item) === item && hideSecrets(item) === item)
  return {
    ports: configFacts.ports,
    hosts: once(() =>
      withoutSecrets(
        takeDistinct([...configFacts.hosts(), ...selectAdvertisableHosts(callerFacts.hosts ?? [])]),
      ),
    ),
    groups: once(() =>
      withoutSecrets(takeDistinct([...(callerFacts.groups ?? []), ...collectGroups(document)])),
    ),
    variables: once(() =>
      takeDistinct([
        ...(callerFacts.variables ?? []),
        ...Object.keys(options.env ?? {}),
        ...collectVariables(document),
      ]),
    ),
    interfaces: once(() => takeDistinct(callerFacts.interfaces ?? [])),
  }
}

function collectGroups(document: Document): string[] {
  return ['listeners', 'dialers'].flatMap((section) => {
    const list = document.find(['link', section])?.value
    if (list?.kind !== 'list') return []
    return list.items.slice(0, maxFacts).flatMap((item) => {
      const map = resolveAlias(item)
      const groups = map.kind === 'map' ? document.entries(map).byName.get('groups') : undefined
      const value = groups && resolveAlias(groups.value)
      return (
        value?.kind === 'list' ? value.items.map(resolveAlias) : value ? [value] : []
      ).flatMap((group) => (group.kind === 'text' && group.value !== '' ? [group.value] : []))
    })
  })
}

/** Names of variables that a text uses, unless it uses them as values of secret keys. */
function collectVariables({ text }: Document): string[] {
  if (!text.includes('$')) return []
  return maskSecrets(text.split('\n').filter((line) => line.includes('$'))).flatMap((line) =>
    [...line.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name),
  )
}

export const getTypedText = ({ view, cursor, offset }: InsertionContext): string =>
  view.text.slice(cursor.wordStart, offset)

/** Escapes a text for the quotes at the cursor; without quotes, formats it as a YAML scalar that reads as the text. */
export function formatTypedText({ cursor: { quote } }: CompletionContext, text: string): string {
  if (quote === '"') return text.replaceAll(/["\\]/g, '\\$&')
  return quote === "'" ? text.replaceAll("'", "''") : formatScalar(text)
}
