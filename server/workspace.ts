import type { Location, Range } from 'vscode-languageserver'
import type { FileTarget, Location as FoundLocation, Workspace } from '../src/language/index.js'
import type { Documents } from './documents.js'
import type { Machine } from './machine.js'
import type { EmbeddedFiles, OpenEmbeddedFile } from './embedded-files.js'
import type { RouterFiles, OpenRouterFile } from './router-files.js'
import type { WorkspaceFile, WorkspaceFiles } from './workspace-files.js'

type WorkspaceDeps = {
  machine: Machine | undefined
  documents: Documents
  routerFiles: RouterFiles
  embeddedFiles: Pick<EmbeddedFiles, 'list'>
  workspaceFiles: WorkspaceFiles
}

/**
 * The router files that are open or in the workspace folders, including those in strings, for features that follow
 * names into other files.
 */
export type OpenWorkspace = {
  /** The files in the form that language features expect; the path of each is its id (see `identifyRouterFile`). */
  views: Workspace
  find: (id: string | undefined) => OpenRouterFile | undefined
}

/** Opens the router files of the folders; files that are open in the editor have their unsaved changes. */
export function openWorkspace(session: WorkspaceDeps): OpenWorkspace {
  const { workspaceFiles, embeddedFiles } = session
  const files = new Map(
    [
      ...listOpenRouterFiles(session),
      ...listOpenEmbeddedFiles(session),
      ...workspaceFiles.all().flatMap((file) => workspaceFiles.inspect(file) ?? []),
      ...workspaceFiles.holders().flatMap(embeddedFiles.list),
    ].map((file) => [identifyRouterFile(file), file]),
  )
  return {
    views: Array.from(files, ([path, { view }]) => ({ path, view })),
    find: (id) => (id === undefined ? undefined : files.get(id)),
  }
}

export const listOpenRouterFiles = ({
  documents,
  routerFiles,
}: Pick<WorkspaceDeps, 'documents' | 'routerFiles'>): OpenRouterFile[] =>
  documents
    .all()
    .flatMap((document) => routerFiles.get(document) ?? [])
    .filter(({ kind }) => kind === 'router')

/** Lists the router files of the folders that are not open; like the open ones, without incomplete files. */
export const listClosedRouterFiles = ({
  workspaceFiles,
}: Pick<WorkspaceDeps, 'workspaceFiles'>): WorkspaceFile[] =>
  workspaceFiles.all().filter(({ kind }) => kind === 'router')

export const listOpenEmbeddedFiles = ({
  documents,
  routerFiles,
  embeddedFiles,
}: Pick<WorkspaceDeps, 'documents' | 'routerFiles' | 'embeddedFiles'>): OpenEmbeddedFile[] =>
  documents
    .all()
    .flatMap((document) => (routerFiles.get(document) ? [] : embeddedFiles.list(document)))

/** Returns an id that tells router files apart, including those in the strings of one file. */
export const identifyRouterFile = (
  file: Pick<OpenRouterFile, 'uri'> | Pick<OpenEmbeddedFile, 'uri' | 'file'>,
): string => ('file' in file ? `${file.uri}#${file.file.name}` : file.uri)

/**
 * Returns the range of a target, or the start of its file. Valid in every encoding, because only ASCII precedes a
 * target in its line.
 */
export function toFileRange({ place }: FileTarget): Range {
  const { line, character, length } = place ?? { line: 0, character: 0, length: 0 }
  return { start: { line, character }, end: { line, character: character + length } }
}

/** Converts the results of a feature: locations in this file or in another router file, and other files. */
export const toLspLocations = (
  found: readonly (FoundLocation | FileTarget)[],
  {
    file,
    workspace,
    session,
  }: { file: OpenRouterFile; workspace: OpenWorkspace; session: WorkspaceDeps },
): Location[] =>
  found.flatMap((place) => {
    if ('file' in place) {
      const uri = resolveFileUri(session, file.uri, place.file)
      return uri === undefined ? [] : [{ uri, range: toFileRange(place) }]
    }
    const { uri, convert } = workspace.find(place.path) ?? file
    return [convert.location(uri, place)]
  })

/** Matches names of certificates and keys, to which router files refer. */
export const certificateNamePattern = /\.(?:pem|crt|cert|cer|key|ca|chain)$/i

type FileDeps = Pick<WorkspaceDeps, 'machine' | 'documents' | 'routerFiles'>

/** Returns the URI of a file that a router file refers to by path, if it exists. */
export function findFileUri(session: FileDeps, uri: string, path: string): string | undefined {
  const { machine } = session
  const fileUri = resolveFileUri(session, uri, path)
  const filePath = fileUri === undefined ? undefined : machine?.toPath(fileUri)
  return filePath === undefined || machine?.getStamp(filePath) === undefined ? undefined : fileUri
}

/**
 * Returns the URI of a file that a router file refers to by path, even if it does not exist; undefined if the router
 * file is not on the machine.
 */
export function resolveFileUri(
  { machine, documents, routerFiles }: FileDeps,
  uri: string,
  path: string,
): string | undefined {
  const folders = routerFiles.foldersFor(uri)
  if (!machine || folders.length === 0) return undefined
  const fileUri = machine.toUri(machine.resolvePath(path, folders))
  return documents.get(fileUri)?.uri ?? fileUri
}
