import { formatList } from '../../document/words.js'
import { hiddenSecret } from '../../document/secrets.js'
import { hasBehavior } from '../../schema/release.js'
import { describeRouterAction, formatSentences } from '../../schema/messages.js'
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
 * An endpoints file that exists. `path` is set in the router file, or is a default. `used`: the router dials the
 * addresses in this file instead of those in the router file.
 */
export type EndpointsFile = { path: string } & (
  | { kind: 'used'; addresses: readonly StoredAddress[] }
  | { kind: 'unusable'; why: string }
  | { kind: 'crashes'; why: string; line: number }
)

/** The addresses that the router dials instead of the addresses in the router file. */
export type StoredAddresses = Extract<EndpointsFile, { kind: 'used' }>

/** The facts that determine where the router looks for its endpoints file, and how it reads the file. */
type Lookup = {
  document: Document
  knownConfig: PartialConfig
  release: string
  host: LintHost | undefined
}

/** Maximum length in characters; longer files are not read. A cluster of nine controllers needs one thousand. */
const maxLength = 100_000

/**
 * Reads the endpoints file of a router. Undefined if files are not checked, or if the file is missing, too long or at
 * an unknown path.
 */
export function readEndpointsFile(lookup: Lookup): EndpointsFile | undefined {
  const { knownConfig, release, host } = lookup
  if (!knownConfig.ctrl || !host?.checks.has('files')) return undefined
  const location = locateEndpointsFile(lookup)
  if (!location) return undefined
  const { path, isBeside } = location
  const foundFile = host.inspectPath(path, isBeside ? 'file' : undefined)
  if (foundFile.kind === 'missing') return undefined
  if (foundFile.kind !== 'file')
    return { path, kind: 'unusable', why: describeUnreadable(foundFile) }
  if (foundFile.text.length > maxLength) return undefined
  return { path, ...readEndpointsContent(foundFile.text, release) }
}

/**
 * Finds an endpoints file with the default name of another release, as left behind by an upgrade. Undefined if there is
 * no usable one, or if the file that this release looks for exists or has a configured path.
 */
function findOutdatedEndpointsFile(
  lookup: Lookup,
): (StoredAddresses & { expected: string }) | undefined {
  const { knownConfig, release, host } = lookup
  if (!knownConfig.ctrl || !host?.checks.has('files')) return undefined
  const location = locateEndpointsFile(lookup)
  if (!location?.isBeside || host.inspectPath(location.path, 'file').kind !== 'missing')
    return undefined
  const path = location.path === 'endpoints' ? 'endpoints.yml' : 'endpoints'
  const foundFile = host.inspectPath(path, 'file')
  if (foundFile.kind !== 'file' || foundFile.text.length > maxLength) return undefined
  const content = readEndpointsContent(foundFile.text, release)
  return content.kind === 'used' ? { path, expected: location.path, ...content } : undefined
}

export function findStoredAddresses(lookup: Lookup): StoredAddresses | undefined {
  const storedFile = readEndpointsFile(lookup)
  return storedFile?.kind === 'used' ? storedFile : undefined
}

/**
 * Where the router of a release looks for its endpoints file; undefined if the location depends on an unknown variable.
 */
function locateEndpointsFile({
  document,
  knownConfig: { ctrl },
  release,
}: Lookup): { path: string; isBeside: boolean } | undefined {
  const isInDataDirectory = hasBehavior(release, 'endpoints-file-in-data-directory')
  const value = isInDataDirectory ? ctrl?.dataDir : ctrl?.endpointsFile
  if (value !== undefined)
    return {
      path: isInDataDirectory ? `${withoutTail(value, /\//)}/endpoints` : value,
      isBeside: false,
    }
  if (document.find(['ctrl', isInDataDirectory ? 'dataDir' : 'endpointsFile'])) return undefined
  const hasNoExtension = hasBehavior(release, 'endpoints-file-without-extension')
  return { path: hasNoExtension ? 'endpoints' : 'endpoints.yml', isBeside: true }
}

const describeUnreadable = (foundFile: Exclude<FoundFile, { kind: 'missing' | 'file' }>): string =>
  foundFile.kind === 'folder' ? 'is a directory' : `cannot be read: ${foundFile.why}`

type EndpointsContent =
  | { kind: 'used'; addresses: readonly StoredAddress[] }
  | { kind: 'unusable'; why: string }
  | { kind: 'crashes'; why: string; line: number }

function readEndpointsContent(text: string, release: string): EndpointsContent {
  if (text.trim() === '') return { kind: 'unusable', why: 'lists no address' }
  const document = parseDocument(text)
  const [problem] = document.problems
  if (problem)
    return { kind: 'unusable', why: `cannot be parsed (line ${getLine(document, problem)})` }
  const names = document.root ? [...document.entries(document.root).byName.keys()] : []
  if (names.includes('controllers') && hasBehavior(release, 'endpoints-file-names-controllers')) {
    const controllerItems = listItems(document, ['controllers']).filter(({ path }) =>
      hasId(document, path),
    )
    if (controllerItems.length > 0)
      return {
        kind: 'used',
        addresses: controllerItems.flatMap(({ path }) => listControllerAddresses(document, path)),
      }
  }
  const isOldRelease = hasBehavior(release, 'endpoints-file-in-data-directory')
  const name = names.find(
    (key) =>
      (isOldRelease ? key : key.toLowerCase()) === (isOldRelease ? 'Endpoints' : 'endpoints'),
  )
  if (name !== undefined) return readEndpointList(document, name, isOldRelease)
  const otherSpelling = names.find((key) => key.toLowerCase() === 'endpoints')
  return {
    kind: 'unusable',
    why:
      otherSpelling === undefined
        ? 'lists no address'
        : `lists no address, as this release reads \`Endpoints\` and not \`${otherSpelling}\``,
  }
}

/**
 * Reads the list of addresses. If the file does not contain a list of strings, old releases log an error, and newer
 * ones crash.
 */
function readEndpointList(
  document: Document,
  name: string,
  isOldRelease: boolean,
): EndpointsContent {
  const createRefusal = (node: ListItem['node'], why: string): EndpointsContent => {
    const line = getLine(document, node)
    return isOldRelease
      ? { kind: 'unusable', why: `is not what the router expects (line ${line}): ${why}` }
      : { kind: 'crashes', why, line }
  }
  const list = document.find([name])?.value
  if (!list) return { kind: 'unusable', why: 'lists no address' }
  if (list.kind !== 'list') return createRefusal(list, `\`${name}\` must be a list of addresses`)
  const items = listItems(document, [name])
  const index = items.findIndex(({ node }) => node.kind !== 'text')
  const nonString = items[index]
  if (nonString)
    return createRefusal(nonString.node, `entry ${index + 1} of \`${name}\` must be a string`)
  return items.length > 0
    ? { kind: 'used', addresses: toStoredAddresses(document, items) }
    : { kind: 'unusable', why: 'lists no address' }
}

type ListItem = { path: Path; node: ResolvedValue }

function listItems(document: Document, path: Path): ListItem[] {
  const list = document.find(path)?.value
  if (list?.kind !== 'list') return []
  return list.items.flatMap((_, index) => {
    const itemPath = [...path, index]
    const node = document.find(itemPath)?.value
    return node ? [{ path: itemPath, node }] : []
  })
}

function hasId(document: Document, path: Path): boolean {
  const id = document.find([...path, 'id'])?.value
  return id?.kind === 'text' && id.value !== ''
}

/** The addresses in all lists of an entry of `controllers`; skips strings that are not addresses. */
function listControllerAddresses(document: Document, path: Path): StoredAddress[] {
  const entry = document.find(path)?.value
  if (entry?.kind !== 'map') return []
  return [...document.entries(entry).byName.keys()]
    .flatMap((name) => toStoredAddresses(document, listItems(document, [...path, name])))
    .filter(({ address }) => address !== hiddenSecret)
}

const addressPattern = /^[a-z]+:[\w.:[\]-]+:\d{1,5}$/

/**
 * Masks strings that are not addresses: a router file can name any file on the machine as its endpoints file, and the
 * text of that file may be secret.
 */
const toStoredAddresses = (document: Document, items: readonly ListItem[]): StoredAddress[] =>
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
    const { document, knownConfig, release, report } = context
    const configuredAddresses = knownConfig.ctrl?.endpoints ?? []
    const name = ['endpoint', 'endpoints'].find((key) => document.find(['ctrl', key]))
    const location =
      name === undefined ? { path: ['ctrl'], on: 'key' as const } : { path: ['ctrl', name] }
    const storedFile = readEndpointsFile(context)
    if (!storedFile) {
      const outdatedFile = findOutdatedEndpointsFile(context)
      if (!outdatedFile || !addsAddress(outdatedFile, configuredAddresses)) return
      report({
        ...location,
        severity: 'info',
        message: `The router of ${release} looks for \`${outdatedFile.expected}\` and ignores \`${outdatedFile.path}\` with ${formatAddresses(outdatedFile.addresses)}. Rename \`${outdatedFile.path}\` to \`${outdatedFile.expected}\`, or delete it.`,
      })
      return
    }
    const file = `\`${storedFile.path}\``
    if (storedFile.kind === 'crashes')
      report({
        ...location,
        severity: 'error',
        message: `In ${file}, line ${storedFile.line}, ${storedFile.why}`,
        consequence: 'crashes',
      })
    else if (storedFile.kind === 'unusable') {
      const mustBeUsable = hasBehavior(release, 'endpoints-file-must-be-usable')
      report({
        ...location,
        severity: mustBeUsable || configuredAddresses.length === 0 ? 'error' : 'warning',
        message: formatSentences(
          `${file} ${storedFile.why}`,
          mustBeUsable
            ? describeRouterAction('refuses')
            : configuredAddresses.length > 0
              ? 'the router logs an error and uses the addresses of this file'
              : 'the router has no controller and stops after `startupTimeout`',
          `correct or delete ${file}`,
        ),
      })
    } else {
      const ignoredAddresses = listIgnoredAddresses(configuredAddresses, storedFile)
      if (ignoredAddresses.length === 0) return
      report({
        ...location,
        message: `The router dials ${formatAddresses(storedFile.addresses)} from ${file} and ignores ${formatAddressList(ignoredAddresses)}. Change the addresses in ${file}, or delete it.`,
      })
    }
  },
}

/** Whether an endpoints file that the router does not read has an address that the router file does not have. */
const addsAddress = (
  { addresses }: StoredAddresses,
  configuredAddresses: readonly string[],
): boolean => addresses.some(({ address }) => !configuredAddresses.includes(address))

/** The addresses of the router file that the endpoints file does not have. */
function listIgnoredAddresses(
  configuredAddresses: readonly string[],
  { addresses }: StoredAddresses,
): string[] {
  const storedAddresses = new Set(addresses.map(({ address }) => address))
  return configuredAddresses.filter((address) => !storedAddresses.has(address))
}

const formatAddresses = (storedAddresses: readonly StoredAddress[]): string => {
  const shownAddresses = storedAddresses
    .map(({ address }) => address)
    .filter((address) => address !== hiddenSecret)
  return shownAddresses.length > 0 ? formatAddressList(shownAddresses) : 'the addresses'
}

const formatAddressList = (addresses: readonly string[]): string => {
  const shownAddresses = addresses.slice(0, 3).map((address) => `\`${address}\``)
  const more = addresses.length - shownAddresses.length
  return formatList(more > 0 ? [...shownAddresses, `${more} more`] : shownAddresses)
}
