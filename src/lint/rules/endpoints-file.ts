import { formatList } from '../../document/words.js'
import { hiddenSecret } from '../../document/secrets.js'
import { hasBehavior } from '../../schema/release.js'
import { formatRouterDoes, formatSentences } from '../../schema/messages.js'
import type { Rule } from '../rule.js'
import { withoutTail } from '../../document/tails.js'
import type { Path } from '../../document/diagnostic.js'
import { toPosition } from '../../document/diagnostic.js'
import type { Document, ResolvedValue } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import type { PartialConfig } from '../../schema/reader.js'
import type { FoundFile, LintHost } from '../host.js'

/** An address in the endpoints file, and its line, counted from 1. */
export type StoredAddress = { address: string; line: number }

/**
 * The file in which the router stores the addresses of its controllers, by its path as the router file has it:
 * - `used`: the router dials these addresses, and none of the router file;
 * - `unusable`: nothing in it can be dialed;
 * - `crashes`: the router does not survive what is in it.
 */
export type EndpointsFile = { path: string } & (
  | { kind: 'used'; addresses: readonly StoredAddress[] }
  | { kind: 'unusable'; why: string }
  | { kind: 'crashes'; why: string; line: number }
)

/** The addresses that the router dials instead of those of the router file. */
export type StoredAddresses = Extract<EndpointsFile, { kind: 'used' }>

/** What the endpoints file is looked up with. */
type Lookup = {
  document: Document
  draft: PartialConfig
  release: string
  host: LintHost | undefined
}

/** Maximum length in characters; a cluster of nine controllers needs one thousand. */
const maxLength = 100_000

/** The endpoints file of a router file; undefined if there is none, or if this machine may not be inspected. */
export function readEndpointsFile(lookup: Lookup): EndpointsFile | undefined {
  const { draft, release, host } = lookup
  if (!draft.ctrl || !host?.checks.has('files')) return undefined
  const place = locate(lookup)
  if (!place) return undefined
  const { path, isBeside } = place
  const found = host.inspectPath(path, isBeside ? 'file' : undefined)
  if (found.kind === 'missing') return undefined
  if (found.kind !== 'file') return { path, kind: 'unusable', why: describeTrouble(found) }
  if (found.text.length > maxLength) return undefined
  return { path, ...readStored(found.text, release) }
}

/**
 * An endpoints file with the default name of another release, left behind by an upgrade: the file that this release
 * looks for does not exist.
 */
function findOutdatedEndpointsFile(
  lookup: Lookup,
): (StoredAddresses & { expected: string }) | undefined {
  const { draft, release, host } = lookup
  if (!draft.ctrl || !host?.checks.has('files')) return undefined
  const place = locate(lookup)
  if (!place?.isBeside || host.inspectPath(place.path, 'file').kind !== 'missing') return undefined
  const path = place.path === 'endpoints' ? 'endpoints.yml' : 'endpoints'
  const found = host.inspectPath(path, 'file')
  if (found.kind !== 'file' || found.text.length > maxLength) return undefined
  const stored = readStored(found.text, release)
  return stored.kind === 'used' ? { path, expected: place.path, ...stored } : undefined
}

/** The addresses of the endpoints file, if the router dials them. */
export function findStoredAddresses(lookup: Lookup): StoredAddresses | undefined {
  const stored = readEndpointsFile(lookup)
  return stored?.kind === 'used' ? stored : undefined
}

/** Where the router of a release looks for the file; undefined if that depends on an unknown variable. */
function locate({
  document,
  draft: { ctrl },
  release,
}: Lookup): { path: string; isBeside: boolean } | undefined {
  const inDataDir = hasBehavior(release, 'endpoints-file-in-data-directory')
  const value = inDataDir ? ctrl?.dataDir : ctrl?.endpointsFile
  if (value !== undefined)
    return { path: inDataDir ? `${withoutTail(value, /\//)}/endpoints` : value, isBeside: false }
  if (document.find(['ctrl', inDataDir ? 'dataDir' : 'endpointsFile'])) return undefined
  const isShort = hasBehavior(release, 'endpoints-file-without-extension')
  return { path: isShort ? 'endpoints' : 'endpoints.yml', isBeside: true }
}

const describeTrouble = (found: Exclude<FoundFile, { kind: 'missing' | 'file' }>): string =>
  found.kind === 'folder' ? 'is a directory' : `cannot be read: ${found.why}`

type Stored =
  | { kind: 'used'; addresses: readonly StoredAddress[] }
  | { kind: 'unusable'; why: string }
  | { kind: 'crashes'; why: string; line: number }

function readStored(text: string, release: string): Stored {
  if (text.trim() === '') return { kind: 'unusable', why: 'lists no address' }
  const document = parseDocument(text)
  const [problem] = document.problems
  if (problem)
    return { kind: 'unusable', why: `cannot be parsed (line ${getLine(document, problem)})` }
  const names = document.root ? [...document.entries(document.root).named.keys()] : []
  if (names.includes('controllers') && hasBehavior(release, 'endpoints-file-names-controllers')) {
    const known = listItems(document, ['controllers']).filter(({ path }) => hasId(document, path))
    if (known.length > 0)
      return {
        kind: 'used',
        addresses: known.flatMap(({ path }) => listControllerAddresses(document, path)),
      }
  }
  const isOld = hasBehavior(release, 'endpoints-file-in-data-directory')
  const name = names.find(
    (key) => (isOld ? key : key.toLowerCase()) === (isOld ? 'Endpoints' : 'endpoints'),
  )
  if (name !== undefined) return readEndpoints(document, name, isOld)
  const later = names.find((key) => key.toLowerCase() === 'endpoints')
  return {
    kind: 'unusable',
    why:
      later === undefined
        ? 'lists no address'
        : `lists no address, as this release reads \`Endpoints\` and not \`${later}\``,
  }
}

/** The list of addresses. Old releases log what is wrong with it, others crash. */
function readEndpoints(document: Document, name: string, isOld: boolean): Stored {
  const refuse = (node: Item['node'], why: string): Stored => {
    const line = getLine(document, node)
    return isOld
      ? { kind: 'unusable', why: `is not what the router expects (line ${line}): ${why}` }
      : { kind: 'crashes', why, line }
  }
  const list = document.find([name])?.value
  if (!list) return { kind: 'unusable', why: 'lists no address' }
  if (list.kind !== 'list') return refuse(list, `\`${name}\` must be a list of addresses`)
  const items = listItems(document, [name])
  const index = items.findIndex(({ node }) => node.kind !== 'text')
  const notText = items[index]
  if (notText) return refuse(notText.node, `entry ${index + 1} of \`${name}\` must be a string`)
  return items.length > 0
    ? { kind: 'used', addresses: toStoredAddresses(document, items) }
    : { kind: 'unusable', why: 'lists no address' }
}

/** An entry of a list. */
type Item = { path: Path; node: ResolvedValue }

function listItems(document: Document, path: Path): Item[] {
  const list = document.find(path)?.value
  if (list?.kind !== 'list') return []
  return list.items.flatMap((_, index) => {
    const inner = [...path, index]
    const node = document.find(inner)?.value
    return node ? [{ path: inner, node }] : []
  })
}

function hasId(document: Document, path: Path): boolean {
  const id = document.find([...path, 'id'])?.value
  return id?.kind === 'text' && id.value !== ''
}

/** The addresses in the lists of an entry of `controllers`, which also has lists of other strings. */
function listControllerAddresses(document: Document, path: Path): StoredAddress[] {
  const entry = document.find(path)?.value
  if (entry?.kind !== 'map') return []
  return [...document.entries(entry).named.keys()]
    .flatMap((name) => toStoredAddresses(document, listItems(document, [...path, name])))
    .filter(({ address }) => address !== hiddenSecret)
}

const addressPattern = /^[a-z]+:[\w.:[\]-]+:\d{1,5}$/

/** Only addresses from the file are shown, because a router file can name any file of the machine. */
const toStoredAddresses = (document: Document, items: readonly Item[]): StoredAddress[] =>
  items.flatMap(({ node }) =>
    node.kind === 'text'
      ? [
          {
            address: addressPattern.test(node.value) ? node.value : hiddenSecret,
            line: getLine(document, node),
          },
        ]
      : [],
  )

const getLine = (document: Document, { start }: { start: number }): number =>
  toPosition(document.lineStarts(), start).line + 1

export const endpointsFile: Rule = {
  id: 'endpoints-file',
  severity: 'warning',
  machine: true,
  summary:
    'The router dials other controllers than this file says, or cannot use its endpoints file.',
  why: 'Once a router has stored the addresses of its controllers in its endpoints file, it ignores those in the router file. A changed address then has no effect.',
  examples: { bad: [], good: [] },
  check: (context) => {
    const { document, draft, release, report } = context
    const configured = draft.ctrl?.endpoints ?? []
    const name = ['endpoint', 'endpoints'].find((key) => document.find(['ctrl', key]))
    const place =
      name === undefined ? { path: ['ctrl'], on: 'key' as const } : { path: ['ctrl', name] }
    const stored = readEndpointsFile(context)
    if (!stored) {
      const outdated = findOutdatedEndpointsFile(context)
      if (!outdated || !addsAddress(outdated, configured)) return
      report({
        ...place,
        severity: 'info',
        message: `The router of ${release} looks for \`${outdated.expected}\` and ignores \`${outdated.path}\` with ${formatAddresses(outdated.addresses)}. Rename \`${outdated.path}\` to \`${outdated.expected}\`, or delete it.`,
      })
      return
    }
    const file = `\`${stored.path}\``
    if (stored.kind === 'crashes')
      report({
        ...place,
        severity: 'error',
        message: `In ${file}, line ${stored.line}, ${stored.why}`,
        consequence: 'crashes',
      })
    else if (stored.kind === 'unusable') {
      const stops = hasBehavior(release, 'endpoints-file-must-be-usable')
      report({
        ...place,
        severity: stops || configured.length === 0 ? 'error' : 'warning',
        message: formatSentences(
          `${file} ${stored.why}`,
          stops
            ? formatRouterDoes('refuses')
            : configured.length > 0
              ? 'the router logs an error and uses the addresses of this file'
              : 'the router has no controller and stops after `startupTimeout`',
          `correct or delete ${file}`,
        ),
      })
    } else {
      const ignored = listIgnored(configured, stored)
      if (ignored.length === 0) return
      report({
        ...place,
        message: `The router dials ${formatAddresses(stored.addresses)} from ${file} and ignores ${formatNames(ignored)}. Change the addresses in ${file}, or delete it.`,
      })
    }
  },
}

/** Whether an endpoints file that the router does not read has an address that the router gets nowhere else. */
const addsAddress = ({ addresses }: StoredAddresses, configured: readonly string[]): boolean =>
  addresses.some(({ address }) => !configured.includes(address))

/** The addresses of the router file that the endpoints file does not have. */
function listIgnored(configured: readonly string[], { addresses }: StoredAddresses): string[] {
  const known = new Set(addresses.map(({ address }) => address))
  return configured.filter((address) => !known.has(address))
}

const formatAddresses = (stored: readonly StoredAddress[]): string => {
  const shown = stored.map(({ address }) => address).filter((address) => address !== hiddenSecret)
  return shown.length > 0 ? formatNames(shown) : 'the addresses'
}

const formatNames = (addresses: readonly string[]): string => {
  const shown = addresses.slice(0, 3).map((address) => `\`${address}\``)
  const more = addresses.length - shown.length
  return formatList(more > 0 ? [...shown, `${more} more`] : shown)
}
