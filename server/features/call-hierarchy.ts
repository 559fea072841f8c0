import type { CallHierarchyItem, Range } from 'vscode-languageserver'
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  SymbolKind,
} from '../protocol.js'
import { formatDisplayPath } from '../documents.js'
import { defineFeature, defineWorkspaceFeature, loadCode } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import { identifyRouterFile } from '../workspace.js'

/** Represents a router as an item of a call hierarchy, in which a router calls the routers that it dials. */
export const prepareCallHierarchy = defineFeature({
  method: CallHierarchyPrepareRequest.type,
  capability: { callHierarchyProvider: true },
  empty: null,
  readsEmbedded: true,
  handle: ({ file, session }) =>
    file.kind === 'router' ? [toItem(file, session, 'listeners')] : null,
})

/**
 * Finds the routers that dial the router of an item (`from`), or that the router of the item dials (`to`). Loads the
 * code that predicts links on first use.
 */
const findLinks = async (item: CallHierarchyItem, session: Session, end: 'from' | 'to') =>
  (await loadCode(import('../commands/mesh.js'))).findLinkedRouters(
    identifyItem(item),
    session,
    end,
  )

/** The routers that dial a router. */
export const incomingCalls = defineWorkspaceFeature({
  method: CallHierarchyIncomingCallsRequest.type,
  handle: async ({ params: { item }, session }) => {
    const { routers } = await findLinks(item, session, 'from')
    return routers.map(({ file, addresses }) => ({
      from: withAddresses(toItem(file, session, 'dialers'), addresses),
      fromRanges: [findSectionRange(file, 'dialers')],
    }))
  },
})

/** The routers that a router dials. */
export const outgoingCalls = defineWorkspaceFeature({
  method: CallHierarchyOutgoingCallsRequest.type,
  handle: async ({ params: { item }, session }) => {
    const { routers, find } = await findLinks(item, session, 'to')
    const dialingFile = find(identifyItem(item))
    if (!dialingFile) return []
    return routers.map(({ file, addresses }) => ({
      to: withAddresses(toItem(file, session, 'listeners'), addresses),
      fromRanges: [findSectionRange(dialingFile, 'dialers')],
    }))
  },
})

/** Returns the id that `identifyRouterFile` gave to the router file of an item; without an id, its URI. */
const identifyItem = ({ data, uri }: CallHierarchyItem): string =>
  typeof data === 'string' ? data : uri

const withAddresses = (
  item: CallHierarchyItem,
  addresses: readonly string[],
): CallHierarchyItem => ({
  ...item,
  ...(addresses.length > 0 && { detail: addresses.join(', ') }),
})

type Section = 'dialers' | 'listeners'

function toItem(
  file: OpenRouterFile,
  { folders }: Pick<Session, 'folders'>,
  section: Section,
): CallHierarchyItem {
  const { uri, view, convert } = file
  const id = identifyRouterFile(file)
  return {
    name: `${formatDisplayPath(uri, folders)}${id.slice(uri.length)}`,
    kind: SymbolKind.Module,
    uri,
    range: convert.range({ start: 0, end: view.text.length }),
    selectionRange: findSectionRange(file, section),
    data: id,
  }
}

/**
 * Finds the range of the key `link.dialers` or `link.listeners` or, if that is missing, of the nearest key around it.
 */
const findSectionRange = ({ view, convert }: OpenRouterFile, section: Section): Range =>
  convert.range(view.document.findSpan(['link', section], 'key'))
