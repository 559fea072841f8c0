import { getFolderName } from '../document/paths.js'
import type { Evidence } from './evidence.js'
import {
  minWeight,
  isLikelyMistake,
  isSpecificKey,
  isComplete,
  isPlainRouterFile,
  mayBeRouter,
  gatherEvidence,
  findLanguage,
} from './evidence.js'
import type { FoundFormat } from './formats.js'
import { findFormat } from './formats.js'
import type { Outline } from './outline.js'
import { outline } from './outline.js'

/** `looksLike` is a noun with its article, such as `a Docker Compose file`. */
export type Recognition =
  | { kind: 'router' }
  /**
   * The caller claims that the text is a router file (`claim`). It has little content yet, and nothing that contradicts
   * the claim.
   */
  | { kind: 'incomplete-router' }
  | { kind: 'controller' | 'identity' | 'template'; looksLike: string; sign: string }
  | { kind: 'other'; looksLike?: string; sign?: string }

export type RecognizeOptions = {
  /**
   * Why the text may be a router file, although it does not have enough content to be recognized: its language in the
   * editor says so (`chosen`), its name or a config file says so (`declared`), or it was `passed` to a program for
   * router files. Evidence to the contrary takes precedence.
   */
  claim?: Claim
}

type Claim = 'chosen' | 'declared' | 'passed'

export const isRouterName = (path: string): boolean =>
  /router|ziti/i.test(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))

/** Whether the name of the folder suggests router files, so that an empty file in it may become a router file. */
export const isInRouterFolder = (path: string): boolean =>
  /ziti|^(?:edge-?)?routers?$/i.test(getFolderName(path) ?? '')

/** Number of characters to read first. If they are enough to recognize a router file, the rest is not read. */
const firstReadLength = 32_768

/** Whether a text is a router file by its content alone. Takes little time for other files. */
export const isRouterFile = (text: string): boolean =>
  isPlainRouterFile(text) || (hasRouterContent(text) && findLanguage(text) === undefined)

/** Whether a text is a router file, or a file in another language that contains a router file. */
function hasRouterContent(text: string): boolean {
  if (!mayBeRouter(text)) return false
  if (text.length > firstReadLength && hasRouterContent(text.slice(0, firstReadLength))) return true
  const documents = outlineDocuments(text)
  return (
    documents.some(({ evidence }) => evidence.weight >= minWeight) &&
    recognizeDocuments(documents, text)?.kind === 'router'
  )
}

/**
 * Recognizes a text by what only one format has: keys at specific paths and characteristic values, in any layout and
 * despite mistakes. A router reads the first document only, but a file with the router's content in a later document is
 * a router file with a mistake.
 */
export function recognize(text: string, { claim }: RecognizeOptions = {}): Recognition {
  if (isPlainRouterFile(text)) return { kind: 'router' }
  if (tokenPattern.test(text))
    return { kind: 'identity', looksLike: 'an enrollment token', sign: 'eyJ…' }
  const isLong = text.length > firstReadLength && hasRouterContent(text.slice(0, firstReadLength))
  const documents = isLong ? [] : outlineDocuments(text)
  const recognition = isLong ? { kind: 'router' as const } : recognizeDocuments(documents, text)
  if (recognition && recognition.kind !== 'router') return recognition
  const language = findLanguage(text)
  if (language) return { kind: 'other', ...language }
  if (recognition) return recognition
  const [firstDocument] = documents
  if (!firstDocument) return claim ? { kind: 'incomplete-router' } : { kind: 'other' }
  if (claim && mayBeIncomplete(firstDocument, claim)) return { kind: 'incomplete-router' }
  const { unknownKeys } = firstDocument.evidence
  const [sign] = unknownKeys.length > 0 ? unknownKeys : firstDocument.root.keys.keys()
  return { kind: 'other', ...(sign !== undefined && { sign }) }
}

type WeighedDocument = { root: Outline; evidence: Evidence }

const outlineDocuments = (text: string): WeighedDocument[] =>
  outline(text).map((root) => ({ root, evidence: gatherEvidence(root) }))

/** The kind of the first document with enough evidence for a kind; undefined if there is none. */
function recognizeDocuments(
  documents: readonly WeighedDocument[],
  text: string,
): Recognition | undefined {
  const templateTag = findTag(text)
  for (const document of documents) {
    const found = recognizeDocument(document, templateTag)
    if (found) return found
  }
  return undefined
}

/** The kind of a document; undefined if there is not enough evidence. */
function recognizeDocument(
  { root, evidence: { weight, knownKeys, unknownKeys } }: WeighedDocument,
  templateTag: string | undefined,
): Recognition | undefined {
  const recognition = findIdentity(root) ?? findController(root)
  if (recognition) return recognition
  const format = findFormat(root)
  if (format && !(templateTag !== undefined && format.isTemplated))
    return { kind: 'other', ...pickFormat(format) }
  if (templateTag !== undefined && (format || weight > 0 || knownKeys.length > 1))
    return { kind: 'template', looksLike: 'a template', sign: templateTag }
  const isPlausible = isComplete(root) || unknownKeys.length <= Math.max(knownKeys.length, 1)
  return weight >= minWeight && isPlausible ? { kind: 'router' } : undefined
}

const pickFormat = ({ looksLike, sign }: FoundFormat): { looksLike: string; sign: string } => ({
  looksLike,
  sign,
})

/** Whether a document may be the beginning of a router file, or the remainder of a broken router file. */
function mayBeIncomplete(
  { root, evidence: { weight, knownKeys, unknownKeys } }: WeighedDocument,
  claim: Claim,
): boolean {
  if (claim === 'chosen') return true
  // A list of listeners or dialers is a router file whose section has lost its name.
  if (root.keys.size === 0) return root.items.every(({ keys }) => keys.has('binding'))
  const unexpectedKeys =
    claim === 'declared' ? unknownKeys.filter((name) => !isLikelyMistake(root, name)) : unknownKeys
  const expectedCount = root.keys.size - unexpectedKeys.length
  if (unexpectedKeys.length > 0 && weight < 2)
    return expectedCount > unexpectedKeys.length && (weight > 0 || claim === 'declared')
  return expectedCount > 0 && (claim === 'declared' || weight > 0 || knownKeys.some(isSpecificKey))
}

/** Matches an enrollment token (JWT): three parts in Base64url, the first of them a JSON object. */
const tokenPattern = /^\s*eyJ[\w-]+\.[\w-]+\.[\w-]*\s*$/

function findIdentity(root: Outline): Recognition | undefined {
  const sign = ['ztAPI', 'ztAPIs'].find((name) => root.keys.has(name))
  return sign !== undefined && root.keys.has('id')
    ? { kind: 'identity', looksLike: 'an identity file', sign }
    : undefined
}

/**
 * Paths that only controller files have. One of them is enough if the file also has at least two of the sections that
 * routers and controllers share.
 */
const controllerSigns = [
  ['ctrl', 'listener'],
  ['db'],
  ['raft'],
  ['cluster'],
  ['mgmt'],
  ['network'],
  ['edge', 'api'],
  ['edge', 'enrollment'],
  ['commandRateLimiter'],
  ['healthChecks', 'boltCheck'],
] as const

const controllerApis = /^(?:edge-management|edge-client|edge-oidc|fabric|fabric-management|zac)$/

function findController(root: Outline): Recognition | undefined {
  if (root.keys.has('link') || root.keys.has('dialers')) return undefined
  const api = findControllerApi(root)
  const hasSharedSections =
    ['v', 'identity', 'ctrl', 'edge'].filter((name) => root.keys.has(name)).length > 1
  const signs = hasSharedSections ? controllerSigns : []
  const path = signs.find(
    (steps) => steps.reduce<Outline | undefined>(getChild, root) !== undefined,
  )
  const sign = path?.join('.') ?? (api === undefined ? undefined : `binding: ${api}`)
  return sign === undefined
    ? undefined
    : { kind: 'controller', looksLike: 'a controller file', sign }
}

const getChild = (node: Outline | undefined, name: string): Outline | undefined =>
  node?.keys.get(name)

function findControllerApi(root: Outline): string | undefined {
  const apis =
    root.keys.get('web')?.items.flatMap(({ keys }) => keys.get('apis')?.items ?? []) ?? []
  return apis
    .map(({ keys }) => keys.get('binding')?.value ?? '')
    .find((binding) => controllerApis.test(binding))
}

const tagPattern =
  /\{\{[^}\n]{0,200}\}\}|\{%[^%\n]{0,200}%\}|<%[^%\n]{0,200}%>|%\{~?\s{0,20}(?:if|for|else|endif|endfor)\b[^}\n]{0,200}\}/g

/** A tag of a template language outside of comments; nested flow maps such as `{{ a: 1 }}` do not count. */
function findTag(text: string): string | undefined {
  if (!/\{\{|\{%|<%|%\{/.test(text)) return undefined
  const tags = text.replaceAll(/(^|\s)#.*$/gm, '$1').match(tagPattern) ?? []
  return tags.find((tag) => !/^\{\{\s*["']?[\w.-]+["']?\s*:\s/.test(tag))
}
