import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver'
import { DocumentSymbolRequest, SymbolKind } from '../protocol.js'
import type * as language from '../../src/language/index.js'
import { documentSymbols } from '../../src/language/index.js'
import type { Converter } from '../convert.js'
import { defineFeature } from '../feature.js'
import type { OpenEmbeddedFile } from '../embedded-files.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'

/** The outline: a tree, or a list for clients that do not support trees. */
export const documentSymbol = defineFeature({
  method: DocumentSymbolRequest.type,
  capability: { documentSymbolProvider: { label: 'routerfile' } },
  empty: [],
  handle: ({ file, session }) => {
    const outline = listSymbols(file, session)
    return session.client.hasSymbolTree
      ? outline.map((symbol) => toSymbolTree(symbol, file.convert))
      : outline.flatMap((symbol) => toSymbolList(symbol, file))
  },
  handleEmbedded: ({ files, session }) =>
    session.client.hasSymbolTree
      ? files.map((embeddedFile) => toEmbeddedSymbol(embeddedFile, session))
      : files.flatMap((embeddedFile) =>
          listPositionedSymbols(embeddedFile, session).flatMap((symbol) =>
            toSymbolList(symbol, embeddedFile, embeddedFile.file.name),
          ),
        ),
})

function listSymbols(
  file: OpenRouterFile,
  { showOnce }: Pick<Session, 'showOnce'>,
): language.DocumentSymbol[] {
  const { maxItemsComputed } = file.settings
  return documentSymbols(file.view, {
    maxSymbols: maxItemsComputed,
    // The message has no file name: it is shown once, not once for each large file.
    onLimit: () =>
      showOnce(
        `the outline of a large file shows ${maxItemsComputed} entries; set \`routerfile.maxItemsComputed\` to show more`,
      ),
  })
}

/**
 * Lists the outline of an embedded router file; empty if the positions of its characters in the outer file are unknown.
 */
const listPositionedSymbols = (
  embeddedFile: OpenEmbeddedFile,
  session: Pick<Session, 'showOnce'>,
): language.DocumentSymbol[] =>
  embeddedFile.file.offsets ? listSymbols(embeddedFile, session) : []

function toEmbeddedSymbol(
  embeddedFile: OpenEmbeddedFile,
  session: Pick<Session, 'showOnce'>,
): DocumentSymbol {
  const { file, outer, convert } = embeddedFile
  const { start } = file.span
  return {
    name: file.name,
    kind: SymbolKind.File,
    range: outer.range(file.span),
    selectionRange: outer.range({ start, end: start }),
    children: listPositionedSymbols(embeddedFile, session).map((symbol) =>
      toSymbolTree(symbol, convert),
    ),
  }
}

/** Uses no spread syntax: it would take most of the time for thousands of symbols. */
function toSymbolTree(
  { name, detail, kind, start, end, nameStart, nameEnd, children }: language.DocumentSymbol,
  convert: Converter,
): DocumentSymbol {
  const symbol: DocumentSymbol = {
    name,
    kind: toLspSymbolKind(kind),
    range: { start: convert.position(start), end: convert.position(end) },
    selectionRange: { start: convert.position(nameStart), end: convert.position(nameEnd) },
  }
  if (detail !== undefined) symbol.detail = detail
  if (children.length > 0) symbol.children = children.map((child) => toSymbolTree(child, convert))
  return symbol
}

const toSymbolList = (
  symbol: language.DocumentSymbol,
  file: OpenRouterFile,
  containerName?: string,
): SymbolInformation[] => [
  {
    name: symbol.name,
    kind: toLspSymbolKind(symbol.kind),
    location: file.convert.location(file.uri, symbol),
    ...(containerName && { containerName }),
  },
  ...symbol.children.flatMap((child) => toSymbolList(child, file, symbol.name)),
]

type Kind = language.SymbolKind | language.WorkspaceSymbol['kind']

const symbolKinds: Readonly<Record<Kind, SymbolKind>> = {
  section: SymbolKind.Module,
  listener: SymbolKind.Interface,
  dialer: SymbolKind.Event,
  map: SymbolKind.Object,
  list: SymbolKind.Array,
  value: SymbolKind.Property,
  router: SymbolKind.File,
  group: SymbolKind.Key,
  host: SymbolKind.Constant,
}

export const toLspSymbolKind = (kind: Kind): SymbolKind => symbolKinds[kind]
