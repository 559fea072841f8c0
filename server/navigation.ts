import type { Location, SymbolInformation, WorkspaceEdit } from 'vscode-languageserver'
import type { FileTarget, Location as Found } from '../src/language/index.js'
import {
  definition,
  prepareRename,
  references,
  rename,
  workspaceSymbols,
} from '../src/language/index.js'
import { refusal } from './answering.js'
import type { Client } from './client.js'
import type { Documents } from './documents.js'
import type { Files } from './files.js'
import type { Seeing, Seen } from './seeing.js'
import { symbolKindOf } from './structure.js'
import type { World } from './world.js'

/** Features that look at several files. */
export type Navigation = {
  definition: (seen: Seen, offset: number) => Location[]
  references: (seen: Seen, offset: number, withDefinition: boolean) => Location[]
  /** What would be renamed; null where nothing can be. */
  prepareRename: (
    seen: Seen,
    offset: number,
  ) => { range: Location['range']; placeholder: string } | null
  /** Null where nothing can be renamed, which is said; throws a refusal for a name that will not do. */
  rename: (seen: Seen, offset: number, name: string) => WorkspaceEdit | null
  symbols: (query: string) => SymbolInformation[]
  /** The address of a file that a router file names. */
  addressOf: (seen: Seen, path: string) => string | undefined
}

type Means = {
  client: Client
  world: World | undefined
  documents: Documents
  files: Files
  seeing: Seeing
  say: (message: string) => void
}

const fileStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }

/** Every router file that is known, the open ones as they are in the editor. */
const filesSeen = ({ documents, files, seeing }: Means): Seen[] => [
  ...documents
    .all()
    .flatMap((document) => seeing.see(document) ?? [])
    .filter(({ standing }) => standing === 'router'),
  ...files.all().flatMap((file) => (file.router ? (files.look(file) ?? []) : [])),
]

type Looked = { all: Seen[]; workspace: { path: string; view: Seen['view'] }[] }

/** Features that look at all router files that are known. */
export function navigation(means: Means): Navigation {
  const { world, seeing, say } = means
  const look = (): Looked => {
    const all = filesSeen(means)
    return { all, workspace: all.map(({ uri, view }) => ({ path: uri, view })) }
  }
  const addressOf = ({ uri }: Seen, path: string): string | undefined => {
    const folders = seeing.foldersFor(uri)
    return world && folders.length > 0 ? world.uriOf(world.locate(path, folders)) : undefined
  }
  const locationOf = (seen: Seen, all: readonly Seen[], found: Found | FileTarget): Location[] => {
    if ('file' in found)
      return [addressOf(seen, found.file)].flatMap((uri) =>
        uri === undefined ? [] : [{ uri, range: fileStart }],
      )
    const holder = all.find(({ uri }) => uri === found.path) ?? seen
    return [holder.convert.location(holder.uri, found)]
  }
  return {
    addressOf,
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
    prepareRename: prepared,
    rename: (seen, offset, name) => {
      const place = prepareRename(seen.view, offset)
      if (!('refusal' in place)) return renameIn(look(), { seen, offset, name }, means)
      say(place.refusal)
      return null
    },
    symbols: (query) => symbolsIn(look(), query),
  }
}

type Renaming = { seen: Seen; offset: number; name: string }

function renameIn(
  { all, workspace }: Looked,
  { seen, offset, name }: Renaming,
  { client, documents }: Means,
): WorkspaceEdit {
  const renamed = rename(seen.view, offset, name, workspace)
  if ('refusal' in renamed) throw refusal(renamed.refusal)
  return editOf(
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

const symbolsIn = ({ all, workspace }: Looked, query: string): SymbolInformation[] =>
  workspaceSymbols(query, workspace).flatMap(({ path, name, kind, container, ...span }) => {
    const holder = all.find(({ uri }) => uri === path)
    return holder
      ? [
          {
            name,
            kind: symbolKindOf(kind),
            location: holder.convert.location(path, span),
            ...(container !== undefined && { containerName: container }),
          },
        ]
      : []
  })

function prepared(
  { view, convert }: Seen,
  offset: number,
): ReturnType<Navigation['prepareRename']> {
  const found = prepareRename(view, offset)
  return 'refusal' in found ? null : { range: convert.range(found), placeholder: found.placeholder }
}

/** Edits of several files as the client understands them. */
export function editOf(
  files: readonly {
    uri: string
    version: number | null
    edits: NonNullable<WorkspaceEdit['changes']>[string]
  }[],
  client: Client,
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
