import type { Location, SymbolInformation, WorkspaceEdit } from 'vscode-languageserver'
import type { FileTarget, Location as Found } from '../src/language/index.js'
import {
  definition,
  prepareRename,
  references,
  rename,
  workspaceSymbols,
} from '../src/language/index.js'
import { createRefusal } from './answering.js'
import type { LspClient } from './client.js'
import type { Documents } from './documents.js'
import type { WorkspaceFiles } from './workspace-files.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'
import { toLspSymbolKind } from './symbols.js'
import type { Machine } from './machine.js'

/** Features that look at several files. */
export type Navigation = {
  definition: (seen: OpenRouterFile, offset: number) => Location[]
  references: (seen: OpenRouterFile, offset: number, withDefinition: boolean) => Location[]
  /** What would be renamed; null where nothing can be. */
  prepareRename: (
    seen: OpenRouterFile,
    offset: number,
  ) => { range: Location['range']; placeholder: string } | null
  /** Null where nothing can be renamed, which is said; throws a refusal for a name that will not do. */
  rename: (seen: OpenRouterFile, offset: number, name: string) => WorkspaceEdit | null
  symbols: (query: string) => SymbolInformation[]
  /** The address of a file that a router file names. */
  findUri: (seen: OpenRouterFile, path: string) => string | undefined
}

type NavigationDeps = {
  client: LspClient
  world: Machine | undefined
  documents: Documents
  files: WorkspaceFiles
  seeing: DocumentCache
  say: (message: string) => void
}

const fileStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }

/** Every router file that is known, the open ones as they are in the editor. */
const listRouterFiles = ({ documents, files, seeing }: NavigationDeps): OpenRouterFile[] => [
  ...documents
    .all()
    .flatMap((document) => seeing.get(document) ?? [])
    .filter(({ kind: standing }) => standing === 'router'),
  ...files.all().flatMap((file) => (file.router ? (files.inspect(file) ?? []) : [])),
]

type NavigationScope = {
  all: OpenRouterFile[]
  workspace: { path: string; view: OpenRouterFile['view'] }[]
}

/** Features that look at all router files that are known. */
export function createNavigation(means: NavigationDeps): Navigation {
  const { world, seeing, say } = means
  const look = (): NavigationScope => {
    const all = listRouterFiles(means)
    return { all, workspace: all.map(({ uri, view }) => ({ path: uri, view })) }
  }
  const addressOf = ({ uri }: OpenRouterFile, path: string): string | undefined => {
    const folders = seeing.foldersFor(uri)
    return world && folders.length > 0 ? world.toUri(world.locate(path, folders)) : undefined
  }
  const locationOf = (
    seen: OpenRouterFile,
    all: readonly OpenRouterFile[],
    found: Found | FileTarget,
  ): Location[] => {
    if ('file' in found)
      return [addressOf(seen, found.file)].flatMap((uri) =>
        uri === undefined ? [] : [{ uri, range: fileStart }],
      )
    const holder = all.find(({ uri }) => uri === found.path) ?? seen
    return [holder.convert.location(holder.uri, found)]
  }
  return {
    findUri: addressOf,
    definition: (seen, offset) => {
      const { all, workspace } = look()
      return definition(seen.view, offset, workspace).flatMap((found) =>
        locationOf(seen, all, found),
      )
    },
    references: (seen, offset, withDefinition) => {
      const { all, workspace } = look()
      return references(seen.view, offset, workspace)
        .filter(({ isDefinition }) => withDefinition || !isDefinition)
        .flatMap((found) => locationOf(seen, all, found))
    },
    prepareRename: prepareRenameAt,
    rename: (seen, offset, name) => {
      const place = prepareRename(seen.view, offset)
      if (!('refusal' in place)) return renameAcrossFiles(look(), { seen, offset, name }, means)
      say(place.refusal)
      return null
    },
    symbols: (query) => findSymbols(look(), query),
  }
}

type RenameRequest = { seen: OpenRouterFile; offset: number; name: string }

function renameAcrossFiles(
  { all, workspace }: NavigationScope,
  { seen, offset, name }: RenameRequest,
  { client, documents }: NavigationDeps,
): WorkspaceEdit {
  const renamed = rename(seen.view, offset, name, workspace)
  if ('refusal' in renamed) throw createRefusal(renamed.refusal)
  return toMultiFileEdit(
    renamed.map(({ path, edits }) => {
      const holder = all.find(({ uri }) => uri === path) ?? seen
      return {
        uri: holder.uri,
        version: documents.get(holder.uri)?.version ?? null,
        edits: edits.map(holder.convert.edit),
      }
    }),
    client,
  )
}

const findSymbols = ({ all, workspace }: NavigationScope, query: string): SymbolInformation[] =>
  workspaceSymbols(query, workspace).flatMap(({ path, name, kind, container, ...span }) => {
    const holder = all.find(({ uri }) => uri === path)
    return holder
      ? [
          {
            name,
            kind: toLspSymbolKind(kind),
            location: holder.convert.location(path, span),
            ...(container !== undefined && { containerName: container }),
          },
        ]
      : []
  })

function prepareRenameAt(
  { view, convert }: OpenRouterFile,
  offset: number,
): ReturnType<Navigation['prepareRename']> {
  const found = prepareRename(view, offset)
  return 'refusal' in found ? null : { range: convert.range(found), placeholder: found.placeholder }
}

/** Edits of several files as the client understands them. */
export function toMultiFileEdit(
  files: readonly {
    uri: string
    version: number | null
    edits: NonNullable<WorkspaceEdit['changes']>[string]
  }[],
  client: LspClient,
): WorkspaceEdit {
  return client.hasDocumentChanges
    ? {
        documentChanges: files.map(({ uri, version, edits }) => ({
          textDocument: { uri, version },
          edits,
        })),
      }
    : { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) }
}
