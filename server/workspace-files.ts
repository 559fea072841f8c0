import type { BaselineEntry } from '../src/lint/baseline.js'
import type { Diagnostic } from '../src/document/diagnostic.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { summarizeRouter } from '../src/lint/fleet/fleet.js'
import { isRouterFile } from '../src/recognition/recognize.js'
import type { Changes } from './changes.js'
import type { Documents, Folders } from './documents.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'
import type { Machine } from './machine.js'

/** A file of a folder that is open in the editor; `stamp` changes whenever the file does. */
export type WorkspaceFile = { uri: string; path: string; stamp: string; router?: RouterFileSummary }

/** What the server keeps of a router file that is not open. */
export type RouterFileSummary = {
  /** What is wrong with the file alone. */
  diagnostics: readonly Diagnostic[]
  /** The findings that a baseline has. */
  known: readonly BaselineEntry[]
  /** What the checks of other files need. */
  summary: Router
  /** Names of the variables that it uses. */
  variables: readonly string[]
}

/** Called between files; false ends the scan. */
export type ScanTick = (done: number, total: number) => Promise<boolean>

/** The files of the open folders that are not open themselves. */
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
  const known = new Map<string, WorkspaceFile>()
  const inspect = ({
    uri,
    path,
  }: Pick<WorkspaceFile, 'uri' | 'path'>): OpenRouterFile | undefined => {
    const text = machine?.read(path)
    return text === undefined || !isRouterFile(text)
      ? undefined
      : documentCache.inspect({ uri, languageId: 'yaml', text: () => text })
  }
  const forget = (uri: string): void => {
    if (known.delete(uri)) changes.note()
  }
  const visit = (machine: Machine, path: string): void => {
    const uri = machine.toUri(path)
    const stamp = machine.stamp(path)
    if (stamp === undefined) return forget(uri)
    if (known.get(uri)?.stamp === stamp) return
    const file = inspect({ uri, path })
    known.set(uri, {
      uri,
      path,
      stamp,
      ...(file && { router: summarizeRouterFile(file, formatDisplayPath(uri, folders)) }),
    })
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
      const current = new Set(paths.map((path) => machine.toUri(path)))
      for (const uri of known.keys()) if (!current.has(uri)) forget(uri)
      for (const [index, path] of paths.entries()) {
        if (index % filesPerTick === 0 && !(await tick(index, paths.length))) return
        visit(machine, path)
      }
    },
    update: async (uris) => {
      if (!machine) return
      const changed = uris.flatMap((uri) => machine.toPath(uri) ?? [])
      // A folder that is deleted takes router files with it of which nobody tells.
      const routers = [...known.values()].filter(({ router }) => router).map(({ path }) => path)
      for (const path of [...changed, ...routers])
        if (machine.stamp(path) === undefined) forget(machine.toUri(path))
      for (const path of await listBelow(machine, changed)) visit(machine, path)
    },
    updateRouters: () => {
      if (!machine) return
      for (const { uri, path, router } of [...known.values()]) {
        if (!router) continue
        known.delete(uri)
        visit(machine, path)
      }
    },
    all: () => [...known.values()].filter(({ uri }) => !documents.get(uri)),
    inspect,
    clear: () => {
      known.clear()
      changes.note()
    },
  }
}

/** A deep copy: strings that were cut out of a text would keep the whole text in memory. */
function summarizeRouterFile({ view, known }: OpenRouterFile, path: string): RouterFileSummary {
  return {
    known,
    ...structuredClone({
      diagnostics: view.diagnostics(),
      summary: summarizeRouter(path, view),
      variables: listVariables(view.text),
    }),
  }
}

/** Names of variables that a text uses. */
export const listVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)),
]

/** How messages about other files name a file: by its path from its folder. */
export function formatDisplayPath(uri: string, folders: Folders): string {
  const folder = folders.folderFor(uri)
  const path =
    folder === undefined ? uri.slice(uri.lastIndexOf('/') + 1) : uri.slice(folder.length + 1)
  return decodePath(path)
}

/** The path of an address, as people read it. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
