import { once } from '../src/document/lazy.js'
import { isInRouterFolder, isRouterFile, isRouterName } from '../src/recognition/recognize.js'
import type { Changes } from './changes.js'
import type { Documents, Folders } from './documents.js'
import { formatDisplayPath } from './documents.js'
import type { EmbeddedFiles, HoldingText } from './embedded-files.js'
import type { RouterFiles, OpenRouterFile } from './router-files.js'
import type { Machine } from './machine.js'
import type { RouterFileSummary, SummarizeRouterFile } from './router-file-summary.js'
import { createRouterFileSummarizer } from './router-file-summary.js'

type FilePlace = { uri: string; path: string }

export type WorkspaceFile = FilePlace & Pick<OpenRouterFile, 'kind'> & { router: RouterFileSummary }

/**
 * Called before the first file, and whenever `tickInterval` has passed, with the number of files read so far and the
 * total number. The scan ends if it resolves with false.
 */
export type ScanTick = (done: number, total: number) => Promise<boolean>

/** The router files of the workspace folders, except those that are open in the editor. */
export type WorkspaceFiles = {
  /** Reads the files in the workspace folders again that changed since the last scan. */
  scan: (tick: ScanTick) => Promise<void>
  /** Reads single files that were changed, created or deleted. */
  update: (uris: readonly string[]) => Promise<void>
  /** Reads all router files again, because files that they refer to have changed. */
  updateRouters: () => void
  /** Whether the last scan read all files of the folders: it was neither cancelled nor limited, and did not fail. */
  isComplete: () => boolean
  all: () => readonly WorkspaceFile[]
  /** Reads and analyzes a router file again. */
  inspect: (file: WorkspaceFile) => OpenRouterFile | undefined
  /**
   * Lists the closed files that have router files in their strings. The text of a file that cannot be read is empty.
   */
  holders: () => readonly (FilePlace & HoldingText)[]
  clear: () => void
}

/** Maximum number of files that a scan reads. */
const maxFiles = 20_000

/** Milliseconds between calls of a `ScanTick`. Not a number of files, because one large file may take that long. */
const tickInterval = 10

type WorkspaceFilesDeps = {
  changes: Changes
  machine: Machine | undefined
  folders: Folders
  documents: Documents
  routerFiles: RouterFiles
  embeddedFiles: Pick<EmbeddedFiles, 'find'>
  showError: (message: string) => void
}

export function createWorkspaceFiles(deps: WorkspaceFilesDeps): WorkspaceFiles {
  const { machine, folders, documents, routerFiles } = deps
  const index = createFileIndex(deps)
  const { routers, holders, forget, visit } = index
  let lastScan = { isComplete: false }
  const isClosed = ({ uri }: FilePlace): boolean => !documents.get(uri)
  // Each scan or update uses one summarizer for all its files, so that summaries share equal paths and keys.
  return {
    scan: (tick) => {
      lastScan = { isComplete: false }
      return scanFolders(lastScan, index, deps, tick)
    },
    update: async (uris) => {
      const changedPaths = uris.flatMap((uri) => machine?.toPath(uri) ?? [])
      // If a folder is deleted, editors do not report each file in it, so all known files are checked.
      for (const path of [...changedPaths, ...routers.keys(), ...holders.keys()])
        if (machine?.getStamp(path) === undefined) forget(path)
      const summarize = createRouterFileSummarizer()
      for (const path of await listFiles(machine, folders, changedPaths)) visit(path, summarize)
    },
    updateRouters: () => {
      const summarize = createRouterFileSummarizer()
      for (const path of [...routers.keys()]) {
        forget(path)
        visit(path, summarize)
      }
    },
    isComplete: () => !machine || folders.all().length === 0 || lastScan.isComplete,
    all: () => [...routers.values()].filter(isClosed),
    inspect: (file) => {
      const text = machine?.readText(file.path)
      return text === undefined ? undefined : inspectText(routerFiles, file, text)
    },
    holders: () =>
      [...holders.values()]
        .filter(isClosed)
        .map((place) => ({ ...place, text: once(() => machine?.readText(place.path) ?? '') })),
    clear: () => {
      // A running scan does not count, because its first results are dropped, too.
      lastScan = { isComplete: false }
      index.clear()
    },
  }
}

/**
 * The files that were read, by path. `stamps` has an entry for each of them; `routers` and `holders` contain only a few.
 */
type FileIndex = {
  stamps: ReadonlyMap<string, string>
  routers: ReadonlyMap<string, WorkspaceFile>
  holders: ReadonlyMap<string, FilePlace>
  /** Reads a file unless its stamp is still the same, and forgets a file that no longer exists. */
  visit: (path: string, summarize: SummarizeRouterFile) => void
  forget: (path: string) => void
  clear: () => void
}

/** Creates an empty index, which notes a change whenever the entries of a file change. */
function createFileIndex({
  machine,
  folders,
  routerFiles,
  embeddedFiles,
  changes,
}: WorkspaceFilesDeps): FileIndex {
  const stamps = new Map<string, string>()
  const routers = new Map<string, WorkspaceFile>()
  const holders = new Map<string, FilePlace>()
  const forget = (path: string): void => {
    routers.delete(path)
    holders.delete(path)
    if (stamps.delete(path)) changes.note()
  }
  const visit = (path: string, summarize: SummarizeRouterFile): void => {
    const stamp = machine?.getStamp(path)
    if (!machine || stamp === undefined) return forget(path)
    if (stamps.get(path) === stamp) return
    stamps.set(path, stamp)
    const uri = machine.toUri(path)
    const text = machine.readText(path)
    const file = text === undefined ? undefined : inspectText(routerFiles, { uri, path }, text)
    const router = file && summarize(file.view, formatDisplayPath(uri, folders))
    routers.delete(path)
    holders.delete(path)
    if (router) routers.set(path, { uri, path, kind: file.kind, router })
    else if (text !== undefined && embeddedFiles.find({ uri, text: () => text }).length > 0)
      holders.set(path, { uri, path })
    changes.note()
  }
  const clear = (): void => {
    stamps.clear()
    routers.clear()
    holders.clear()
    changes.note()
  }
  return { stamps, routers, holders, visit, forget, clear }
}

/** Updates the index with the files in the workspace folders. Marks the scan as complete if it has read all of them. */
async function scanFolders(
  scan: { isComplete: boolean },
  { stamps, visit, forget }: FileIndex,
  { machine, folders, showError }: WorkspaceFilesDeps,
  tick: ScanTick,
): Promise<void> {
  const allPaths = await listFiles(machine, folders)
  if (allPaths.length > maxFiles)
    showError(
      `only ${maxFiles} YAML and JSON files are searched; exclude others in .routerfileignore`,
    )
  const paths = allPaths.slice(0, maxFiles)
  const listedPaths = new Set(paths)
  for (const path of [...stamps.keys()]) if (!listedPaths.has(path)) forget(path)
  const summarize = createRouterFileSummarizer()
  let nextTick = 0
  for (const [number, path] of paths.entries()) {
    if (performance.now() >= nextTick) {
      if (!(await tick(number, paths.length))) return
      nextTick = performance.now() + tickInterval
    }
    visit(path, summarize)
  }
  scan.isComplete = allPaths.length <= maxFiles
}

/** Analyzes a text from the disk; undefined if neither the text nor its path looks like a router file. */
const inspectText = (
  routerFiles: RouterFiles,
  { uri, path }: FilePlace,
  text: string,
): OpenRouterFile | undefined =>
  mayBeRouterFile(path, text)
    ? routerFiles.inspect({ uri, languageId: 'yaml', text: () => text })
    : undefined

/** Whether a file may be a router file. The test is cheap, because most files in a folder are unrelated. */
const mayBeRouterFile = (path: string, text: string): boolean =>
  isRouterFile(text) || isRouterName(path) || isInRouterFolder(path)

/** Lists the files below the open folders that may be router files; with `candidates`, considers only these paths. */
async function listFiles(
  machine: Machine | undefined,
  folders: Folders,
  candidates?: readonly string[],
): Promise<string[]> {
  if (!machine) return []
  const roots = folders.all().flatMap((folder) => machine.toPath(folder) ?? [])
  const pathsByRoot = await Promise.all(
    roots.map((root) => machine.findFilesBelow(root, candidates)),
  )
  return [...new Set(pathsByRoot.flat())]
}
