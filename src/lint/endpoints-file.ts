import { withoutTail } from '../document/tails.js'
import type { Path } from '../document/diagnostic.js'
import { toPosition } from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { hiddenSecret } from '../document/secrets.js'
import { hasBehavior } from '../schema/behavior.js'
import type { PartialConfig } from '../schema/reader.js'
import type { FoundFile, LintHost } from './host.js'

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
 * An endpoints file with the default name of other releases, beside a router file without the one that this release
 * looks for: an upgrade has left it behind.
 */
export function findOutdatedEndpointsFile(
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
  const wrong = items[index]
  if (wrong) return refuse(wrong.node, `entry ${index + 1} of \`${name}\` must be a string`)
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

/** Nothing but addresses is shown of the file, as a router file can name any file of the machine. */
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
