import { CST, Parser } from 'yaml'

/**
 * A value in a YAML file that may contain router files: its token, its key or index in the parent collection, and the
 * place of that collection.
 */
export type OuterPlace = { parent?: OuterPlace; step: string | number; token: CST.Token }

export type OuterScalar = {
  token: CST.FlowScalar | CST.BlockScalar
  place: OuterPlace
  /** Such as `!!binary`. */
  tag: string | undefined
}

type CollectionItem = {
  start: CST.SourceToken[]
  key?: CST.Token | null
  sep?: CST.SourceToken[]
  value?: CST.Token
}

/**
 * The scalars that are values in a YAML stream, in the order of the text. Aliases are not followed. Documents for which
 * `isRelevant` returns false are skipped, and so are those that would take too long to parse.
 */
export function* listScalars(
  text: string,
  isRelevant: (document: string) => boolean = () => true,
): Generator<OuterScalar> {
  for (const { start, end } of splitDocuments(text)) {
    const document = text.slice(start, end)
    if (isRelevant(document) && isQuickToParse(document))
      yield* listTokenScalars(parseTokens(document, start))
  }
}

/**
 * Splits at each line that starts with `---`. This is safe, because such a line can only be inside a string if the
 * string is not indented, which is rare.
 */
function splitDocuments(text: string): { start: number; end: number }[] {
  const starts = [0, ...[...text.matchAll(/^---(?=\s)/gm)].map(({ index }) => index)]
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }))
}

/** Longer documents, and documents with more deeply nested flow collections, would take long to parse. */
const maxDocumentLength = 1024 * 1024
const maxNesting = 500

function isQuickToParse(document: string): boolean {
  if (document.length > maxDocumentLength) return false
  let depth = 0
  for (const [bracket] of document.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(depth - 1, 0)
    if (depth > maxNesting) return false
  }
  return true
}

export const isStreamQuickToParse = (text: string): boolean =>
  splitDocuments(text).every(({ start, end }) => isQuickToParse(text.slice(start, end)))

/** The tokens of a text that begins at an offset; if the parser fails, the tokens before the failure. */
function parseTokens(text: string, offset: number): CST.Token[] {
  const tokens: CST.Token[] = []
  const parser = new Parser()
  parser.offset = offset
  try {
    for (const token of parser.parse(text)) tokens.push(token)
  } catch {
    // The parser is recursive, so very deep nesting exceeds the stack.
  }
  return tokens
}

function* listTokenScalars(tokens: readonly CST.Token[]): Generator<OuterScalar> {
  for (const document of tokens) {
    if (document.type !== 'document' || !document.value) continue
    // Not recursive: files may be nested deeper than the stack.
    const pending: { place: OuterPlace; prefixTokens: readonly CST.SourceToken[] }[] = [
      { place: { step: '', token: document.value }, prefixTokens: document.start },
    ]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { place, prefixTokens } = next
      const { token } = place
      if (isScalar(token)) yield { token, place, tag: findTag(prefixTokens) }
      else for (const child of listChildren(place).reverse()) pending.push(child)
    }
  }
}

function listChildren(
  parent: OuterPlace,
): { place: OuterPlace; prefixTokens: readonly CST.SourceToken[] }[] {
  return listItems(parent.token).flatMap(({ start, key, sep, value }, index) => {
    if (!value) return []
    const step = sep ? (readScalarToken(key) ?? '') : index
    return [{ place: { parent, step, token: value }, prefixTokens: sep ?? start }]
  })
}

const listItems = (token: CST.Token): readonly CollectionItem[] =>
  token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection'
    ? token.items
    : []

const findTag = (tokens: readonly CST.SourceToken[]): string | undefined =>
  tokens.find(({ type }) => type === 'tag')?.source

const isScalar = (token: CST.Token | null | undefined): token is CST.FlowScalar | CST.BlockScalar =>
  token?.type === 'scalar' ||
  token?.type === 'single-quoted-scalar' ||
  token?.type === 'double-quoted-scalar' ||
  token?.type === 'block-scalar'

/** The text of a scalar, as the YAML library reads it; undefined for anything else. */
export const readScalarToken = (token: CST.Token | null | undefined): string | undefined =>
  isScalar(token) ? CST.resolveAsScalar(token, false, () => undefined)?.value : undefined

/**
 * Maximum number of entries of a map that are searched for a key, so that a huge map with many strings takes linear
 * time.
 */
const maxSearchedEntries = 100

export function findValue(place: OuterPlace | undefined, name: string): CST.Token | undefined {
  if (!place) return undefined
  return listItems(place.token)
    .slice(0, maxSearchedEntries)
    .find(({ key, sep }) => sep && readScalarToken(key) === name)?.value
}
