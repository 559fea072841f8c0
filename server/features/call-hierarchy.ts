import type { CallHierarchyItem, Range } from 'vscode-languageserver'
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  SymbolKind,
} from '../protocol.js'
import { formatDisplayPath } from '../documents.js'
import { defineFeature, defineWorkspaceFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import { identifyRouterFile, listOpenEmbeddedFiles, openWorkspace } from '../workspace.js'

/** A router as an item of a call hierarchy, in which a router is the caller of the routers that it dials. */
export const prepareCallHierarchy = defineFeature({
  method: CallHierarchyPrepareRequest.type,
  capability: { callHierarchyProvider: true },
  empty: null,
  readsEmbedded: true,
  handle: ({ file, session }) =>
    file.kind === 'router' ? [toItem(file, session, 'listeners')] : null,
})

/** The routers that dial a router. */
export const incomingCalls = defineWorkspaceFeature({
  method: CallHierarchyIncomingCallsRequest.type,
  handle: async ({ params: { item }, session }) =>
    (await listLinkedRouters(item, session, 'from')).map(({ file, addresses }) => ({
      from: withAddresses(toItem(file, session, 'dialers'), addresses),
      fromRanges: [findSectionRange(file, 'dialers')],
    })),
})

/** The routers that a router dials. */
export const outgoingCalls = defineWorkspaceFeature({
  method: CallHierarchyOutgoingCallsRequest.type,
  handle: async ({ params: { item }, session }) => {
    const dialingFile = createFileFinder(session)(identifyItem(item))
    if (!dialingFile) return []
    return (await listLinkedRouters(item, session, 'to')).map(({ file, addresses }) => ({
      to: withAddresses(toItem(file, session, 'listeners'), addresses),
      fromRanges: [findSectionRange(dialingFile, 'dialers')],
    }))
  },
})

/** A router at the other end of links, and the addresses that are dialed for these links. */
type LinkedRouter = { file: OpenRouterFile; addresses: readonly string[] }

/** The routers that a router dials (`to`), or that dial it (`from`), according to the files of the workspace. */
async function listLinkedRouters(
  item: CallHierarchyItem,
  session: Session,
  end: 'from' | 'to',
): Promise<LinkedRouter[]> {
  // The code that predicts links is loaded only when it is needed.
  const { predictWorkspace } = await import('../commands/mesh.js')
  const { links, ids } = await predictWorkspace(session)
  const find = createFileFinder(session)
  const ownEnd = end === 'from' ? 'to' : 'from'
  const dials = links
    .flatMap((link) => link.links.flatMap((one) => one.dials))
    .filter((dial) => ids.get(dial[ownEnd]) === identifyItem(item))
  return [...new Set(dials.map((dial) => dial[end]))].flatMap((name): LinkedRouter[] => {
    const file = find(ids.get(name))
    const addresses = dials.flatMap((dial) => (dial[end] === name ? (dial.address ?? []) : []))
    return file ? [{ file, addresses: [...new Set(addresses)] }] : []
  })
}

/** Creates a function that finds the router file which `identifyRouterFile` names so. */
function createFileFinder(
  session: Session,
): (id: string | undefined) => OpenRouterFile | undefined {
  const { find } = openWorkspace(session)
  const openEmbedded = listOpenEmbeddedFiles(session)
  const { holders, inspectHolder } = session.workspaceFiles
  return (id) => {
    const holder = holders().find(({ uri }) => id?.startsWith(`${uri}#`))
    const embedded = holder ? inspectHolder(holder) : openEmbedded
    return find(id) ?? embedded.find((file) => identifyRouterFile(file) === id)
  }
}

/** The router file that an item is about; its URI is that of the whole file. */
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

/** The range of the key `link.dialers` or `link.listeners` or, if that is missing, of the nearest key around it. */
const findSectionRange = ({ view, convert }: OpenRouterFile, section: Section): Range =>
  convert.range(view.document.findSpan(['link', section], 'key'))
