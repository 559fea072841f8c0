import type { BaselineEntry } from '../src/lint/baseline.js'
import type { Diagnostic } from '../src/document/diagnostic.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { summarizeRouter } from '../src/lint/fleet/fleet.js'
import { isRouterFile } from '../src/recognition/recognize.js'
import type { Documents, Folders } from './documents.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'
import type { Machine } from './machine.js'

/** A file of a folder that is open in the editor. Of a router file: what is known of it, without its text. */
export type WorkspaceFile = { uri: string; path: string; stamp: string; router?: RouterFileSummary }

/** What the linter says of a router file alone, what a baseline knows of it, what the others need to know of it, and the variables that it names. */
export type RouterFileSummary = {
  diagnostics: readonly Diagnostic[]
  known: readonly BaselineEntry[]
  summary: Router
  variables: readonly string[]
}

/** Called between files; false ends the scan. */
export type ScanTick = (done: number, total: number) => Promise<boolean>

/** The files of the open folders that are not open themselves. */
export type WorkspaceFiles = {
  /** Looks through the folders; what did not change since is not read again. */
  scan: (tick: ScanTick) => Promise<void>
  all: () => readonly WorkspaceFile[]
  /** Looks at a router file now. */
  inspect: (file: WorkspaceFile) => OpenRouterFile | undefined
  forget: () => void
}

/** More files than this are not looked at. */
const maxFiles = 20_000

/** Files between two ticks. */
const filesPerTick = 16

type WorkspaceFilesDeps = {
  world: Machine | undefined
  folders: Folders
  documents: Documents
  seeing: DocumentCache
}

export function createWorkspaceFiles({
  world,
  folders,
  documents,
  seeing,
}: WorkspaceFilesDeps): WorkspaceFiles {
  const known = new Map<string, WorkspaceFile>()
  const look = ({ uri, path }: Pick<WorkspaceFile, 'uri' | 'path'>): OpenRouterFile | undefined => {
    const text = world?.read(path)
    return text === undefined || !isRouterFile(text)
      ? undefined
      : seeing.inspect({ uri, languageId: 'yaml', text: () => text })
  }
  const visit = (here: Machine, path: string): void => {
    const uri = here.toUri(path)
    const stamp = here.stamp(path)
    if (stamp === undefined) return void known.delete(uri)
    if (known.get(uri)?.stamp === stamp) return
    const seen = look({ uri, path })
    known.set(uri, {
      uri,
      path,
      stamp,
      ...(seen && { router: summarizeRouterFile(seen, formatDisplayPath(uri, folders)) }),
    })
  }
  return {
    scan: async (tick) => {
      if (!world) return
      const roots = folders.all().flatMap((folder) => world.toPath(folder) ?? [])
      const paths = [
        ...new Set((await Promise.all(roots.map((root) => world.filesBelow(root)))).flat()),
      ].slice(0, maxFiles)
      const there = new Set(paths.map((path) => world.toUri(path)))
      for (const uri of known.keys()) if (!there.has(uri)) known.delete(uri)
      for (const [index, path] of paths.entries()) {
        if (index % filesPerTick === 0 && !(await tick(index, paths.length))) return
        visit(world, path)
      }
    },
    all: () => [...known.values()].filter(({ uri }) => !documents.get(uri)),
    inspect: look,
    forget: () => known.clear(),
  }
}

/** A copy, as strings that were cut out of a text keep the whole text in memory. */
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

/** How other files call a file: by its path from its folder. */
export function formatDisplayPath(uri: string, folders: Folders): string {
  const folder = folders.folderFor(uri)
  const path =
    folder === undefined ? uri.slice(uri.lastIndexOf('/') + 1) : uri.slice(folder.length + 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
