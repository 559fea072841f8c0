import { getFolderName } from '../document/paths.js'
import type { Evidence } from './evidence.js'
import {
  minWeight,
  isLikelyMistake,
  isOwnName,
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

/**
 * The kind of a text, with the evidence for it; `looksLike` is a noun with its article, such as `a Docker Compose
 * file`.
 */
export type Recognition =
  | { kind: 'router' }
  /**
   * Declared as a router file or passed as one, with little content so far, and no evidence to the
   * contrary.
   */
  | { kind: 'incomplete-router' }
  | { kind: 'controller' | 'identity' | 'template'; looksLike: string; sign: string }
  | { kind: 'other'; looksLike?: string; sign?: string }

export type RecognizeOptions = {
  /**
   * Why the text may be a router file, although it does not have enough content to be recognized: its language says so
   * (`chosen`), its name or a configuration does (`declared`), or it was only `passed` to a program for router files.
   * Evidence to the contrary wins.
   */
  claim?: Claim
}

type Claim = 'chosen' | 'declared' | 'passed'

/** File names that are usual for router files. */
export const isRouterName = (path: string): boolean =>
  /router|ziti/i.test(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))

/** Whether the folder of a file is named as one for router files, so that an empty file in it may become one. */
export const isInRouterFolder = (path: string): boolean =>
  /ziti|^(?:edge-?)?routers?$/i.test(getFolderName(path) ?? '')

/** In texts longer than this, in characters, only the beginning is read if that is enough. */
const longText = 32_768

/** Whether a text is a router file by its content alone. Fast if it is not. */
export const isRouterFile = (text: string): boolean =>
  isPlainRouterFile(text) || (hasRouterContent(text) && findLanguage(text) === undefined)

/** Whether a text is a router file, or a file in another language that contains one. */
function hasRouterContent(text: string): boolean {
  if (!mayBeRouter(text)) return false
  if (text.length > longText && hasRouterContent(text.slice(0, longText))) return true
  const documents = outlineDocuments(text)
  return (
    documents.some(({ evidence }) => evidence.weight >= minWeight) &&
    recognizeDocuments(documents, text)?.kind === 'router'
  )
}

/**
 * Recognizes a text. The evidence is what other formats do not have: keys at specific paths and characteristic values,
 * in every layout and despite mistakes. A router reads the first document only, but a file with the router's content in
 * a later document is a router file with a mistake.
 */
export function recognize(text: string, { claim }: RecognizeOptions = {}): Recognition {
  if (isPlainRouterFile(text)) return { kind: 'router' }
  if (token.test(text)) return { kind: 'identity', looksLike: 'an enrollment token', sign: 'eyJ…' }
  const isLong = text.length > longText && hasRouterContent(text.slice(0, longText))
  const documents = isLong ? [] : outlineDocuments(text)
  const found = isLong ? { kind: 'router' as const } : recognizeDocuments(documents, text)
  if (found && found.kind !== 'router') return found
  const language = findLanguage(text)
  if (language) return { kind: 'other', ...language }
  if (found) return found
  const [first] = documents
  if (!first) return claim ? { kind: 'incomplete-router' } : { kind: 'other' }
  if (claim && mayBegin(first, claim)) return { kind: 'incomplete-router' }
  const { unknownKeys } = first.evidence
  const [sign] = unknownKeys.length > 0 ? unknownKeys : first.root.keys.keys()
  return { kind: 'other', ...(sign !== undefined && { sign }) }
}

/** A document of a text, with the evidence in it. */
type WeighedDocument = { root: Outline; evidence: Evidence }

const outlineDocuments = (text: string): WeighedDocument[] =>
  outline(text).map((root) => ({ root, evidence: gatherEvidence(root) }))

/** The kind of the first document with enough evidence. */
function recognizeDocuments(
  documents: readonly WeighedDocument[],
  text: string,
): Recognition | undefined {
  const tag = findTag(text)
  for (const document of documents) {
    const found = recognizeDocument(document, tag)
    if (found) return found
  }
  return undefined
}

/** The kind of a document, if there is enough evidence. */
function recognizeDocument(
  { root, evidence: { weight, knownKeys, unknownKeys } }: WeighedDocument,
  tag: string | undefined,
): Recognition | undefined {
  const found = findIdentity(root) ?? findController(root)
  if (found) return found
  const format = findFormat(root)
  if (format && !(tag !== undefined && format.isTemplated))
    return { kind: 'other', ...toOther(format) }
  if (tag !== undefined && (format || weight > 0 || knownKeys.length > 1))
    return { kind: 'template', looksLike: 'a template', sign: tag }
  const isPlausible = isComplete(root) || unknownKeys.length <= Math.max(knownKeys.length, 1)
  return weight >= minWeight && isPlausible ? { kind: 'router' } : undefined
}

const toOther = ({ looksLike, sign }: FoundFormat): { looksLike: string; sign: string } => ({
  looksLike,
  sign,
})

/** Whether a text may be the beginning of a router file, or the rest of a broken one. */
function mayBegin(
  { root, evidence: { weight, knownKeys, unknownKeys } }: WeighedDocument,
  claim: Claim,
): boolean {
  if (claim === 'chosen') return true
  // A list of listeners or dialers is a router file whose section has lost its name.
  if (root.keys.size === 0) return root.items.every(({ keys }) => keys.has('binding'))
  const unexpected =
    claim === 'declared' ? unknownKeys.filter((name) => !isLikelyMistake(root, name)) : unknownKeys
  const expectedCount = root.keys.size - unexpected.length
  if (unexpected.length > 0 && weight < 2)
    return expectedCount > unexpected.length && (weight > 0 || claim === 'declared')
  return expectedCount > 0 && (claim === 'declared' || weight > 0 || knownKeys.some(isOwnName))
}

/** An enrollment token: three parts in base64, the first of them a JSON object. */
const token = /^\s*eyJ[\w-]+\.[\w-]+\.[\w-]*\s*$/

function findIdentity(root: Outline): Recognition | undefined {
  const sign = ['ztAPI', 'ztAPIs'].find((name) => root.keys.has(name))
  return sign !== undefined && root.keys.has('id')
    ? { kind: 'identity', looksLike: 'an identity file', sign }
    : undefined
}

/** Signs of a controller file; one is enough if there is no router section next to it. */
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
  const isFile = ['v', 'identity', 'ctrl', 'edge'].filter((name) => root.keys.has(name)).length > 1
  const signs = isFile ? controllerSigns : []
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

/** The controller API that a web listener offers. */
function findControllerApi(root: Outline): string | undefined {
  const apis =
    root.keys.get('web')?.items.flatMap(({ keys }) => keys.get('apis')?.items ?? []) ?? []
  return apis
    .map(({ keys }) => keys.get('binding')?.value ?? '')
    .find((binding) => controllerApis.test(binding))
}

const templateTag =
  /\{\{[^}\n]{0,200}\}\}|\{%[^%\n]{0,200}%\}|<%[^%\n]{0,200}%>|%\{~?\s{0,20}(?:if|for|else|endif|endfor)\b[^}\n]{0,200}\}/g

/** A tag of a template language outside of comments; nested flow maps such as `{{ a: 1 }}` do not count. */
function findTag(text: string): string | undefined {
  if (!/\{\{|\{%|<%|%\{/.test(text)) return undefined
  const tags = text.replaceAll(/(^|\s)#.*$/gm, '$1').match(templateTag) ?? []
  return tags.find((tag) => !/^\{\{\s*["']?[\w.-]+["']?\s*:\s/.test(tag))
}
