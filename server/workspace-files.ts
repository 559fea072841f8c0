import { isRouterFile } from '../src/recognition/recognize.js'
import type { Changes } from './changes.js'
import type { Documents, Folders } from './documents.js'
import { formatDisplayPath } from './documents.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'
import type { Machine } from './machine.js'
import type { RouterFileSummary, SummarizeRouterFile } from './router-file-summary.js'
import { createRouterFileSummarizer } from './router-file-summary.js'

/** A router file of a folder that is open in the editor. */
export type WorkspaceFile = { uri: string; path: string; router: RouterFileSummary }

/** Called between files; false ends the scan. */
export type ScanTick = (done: number, total: number) => Promise<boolean>

/** The router files of the open folders that are not open themselves. */
export type WorkspaceFiles = {
  /** Reads the files of the folders, without those that did not change since. */
  scan: (tick: ScanTick) => Promise<void>
  /** Reads single files that changed, were created or are gone. */
  update: (uris: readonly string[]) => Promise<void>
  /** Reads the router files again, as what they refer to changed. */
  updateRouters: () => void
  all: () => readonly WorkspaceFile[]
  /** Reads and analyzes a router file again. */
  inspect: (file: WorkspaceFile) => OpenRouterFile | undefined
  clear: () => void
}

/** More files than this are not read. */
const maxFiles = 20_000

/** Files between two ticks. */
const filesPerTick = 16

type WorkspaceFilesDeps = {
  changes: Changes
  machine: Machine | undefined
  folders: Folders
  documents: Documents
  documentCache: DocumentCache
}

export function createWorkspaceFiles({
  machine,
  folders,
  documents,
  documentCache,
  changes,
}: WorkspaceFilesDeps): WorkspaceFiles {
  // Most files of a folder are not router files, so no more than a stamp is kept of each.
  const stamps = new Map<string, string>()
  const routers = new Map<string, WorkspaceFile>()
  const inspect = ({
    uri,
    path,
  }: Pick<WorkspaceFile, 'uri' | 'path'>): OpenRouterFile | undefined => {
    const text = machine?.read(path)
    return text === undefined || !isRouterFile(text)
      ? undefined
      : documentCache.inspect({ uri, languageId: 'yaml', text: () => text })
  }
  const forget = (path: string): void => {
    routers.delete(path)
    if (stamps.delete(path)) changes.note()
  }
  const visit = (machine: Machine, path: string, summarize: SummarizeRouterFile): void => {
    const stamp = machine.stamp(path)
    if (stamp === undefined) return forget(path)
    if (stamps.get(path) === stamp) return
    stamps.set(path, stamp)
    const uri = machine.toUri(path)
    const file = inspect({ uri, path })
    if (file)
      routers.set(path, {
        uri,
        path,
        router: summarize(file.view, formatDisplayPath(uri, folders)),
      })
    else routers.delete(path)
    changes.note()
  }
  const listRoots = (machine: Machine): string[] =>
    folders.all().flatMap((folder) => machine.toPath(folder) ?? [])
  const listBelow = async (machine: Machine, only?: readonly string[]): Promise<string[]> => {
    const found = listRoots(machine).map((root) => machine.filesBelow(root, only))
    return [...new Set((await Promise.all(found)).flat())]
  }
  return {
    scan: async (tick) => {
      if (!machine) return
      const paths = (await listBelow(machine)).slice(0, maxFiles)
      const current = new Set(paths)
      for (const path of [...stamps.keys()]) if (!current.has(path)) forget(path)
      const summarize = createRouterFileSummarizer()
      for (const [index, path] of paths.entries()) {
        if (index % filesPerTick === 0 && !(await tick(index, paths.length))) return
        visit(machine, path, summarize)
      }
    },
    update: async (uris) => {
      if (!machine) return
      const changed = uris.flatMap((uri) => machine.toPath(uri) ?? [])
      // Editors do not report each router file of a folder that is deleted.
      for (const path of [...changed, ...routers.keys()])
        if (machine.stamp(path) === undefined) forget(path)
      const summarize = createRouterFileSummarizer()
      for (const path of await listBelow(machine, changed)) visit(machine, path, summarize)
    },
    updateRouters: () => {
      if (!machine) return
      const summarize = createRouterFileSummarizer()
      for (const path of [...routers.keys()]) {
        forget(path)
        visit(machine, path, summarize)
      }
    },
    all: () => [...routers.values()].filter(({ uri }) => !documents.get(uri)),
    inspect,
    clear: () => {
      stamps.clear()
      routers.clear()
      changes.note()
    },
  }
}
