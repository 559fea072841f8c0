import type { Entry } from '../src/baseline.js'
import type { Diagnostic } from '../src/diagnostic.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { summarize } from '../src/lint/fleet/judge.js'
import { isRouterFile } from '../src/recognition/recognize.js'
import type { Documents } from './documents.js'
import type { Folders } from './folders.js'
import type { Seeing, Seen } from './seeing.js'
import type { World } from './world.js'

/** A file of a folder that is open in the editor. Of a router file: what is known of it, without its text. */
export type KnownFile = { uri: string; path: string; stamp: string; router?: RouterFile }

/** What the linter says of a router file alone, what a baseline knows of it, what the others need to know of it, and the variables that it names. */
export type RouterFile = {
  diagnostics: readonly Diagnostic[]
  known: readonly Entry[]
  summary: Router
  variables: readonly string[]
}

/** Called between files; false ends the scan. */
export type Tick = (done: number, total: number) => Promise<boolean>

/** The files of the open folders that are not open themselves. */
export type Files = {
  /** Looks through the folders; what did not change since is not read again. */
  scan: (tick: Tick) => Promise<void>
  all: () => readonly KnownFile[]
  /** Looks at a router file now. */
  look: (file: KnownFile) => Seen | undefined
  forget: () => void
}

/** More files than this are not looked at. */
const most = 20_000

/** Files between two ticks. */
const batch = 16

type Means = { world: World | undefined; folders: Folders; documents: Documents; seeing: Seeing }

export function filesOf({ world, folders, documents, seeing }: Means): Files {
  const known = new Map<string, KnownFile>()
  const look = ({ uri, path }: Pick<KnownFile, 'uri' | 'path'>): Seen | undefined => {
    const text = world?.read(path)
    return text === undefined || !isRouterFile(text)
      ? undefined
      : seeing.look({ uri, languageId: 'yaml', text: () => text })
  }
  const visit = (here: World, path: string): void => {
    const uri = here.uriOf(path)
    const stamp = here.stamp(path)
    if (stamp === undefined) return void known.delete(uri)
    if (known.get(uri)?.stamp === stamp) return
    const seen = look({ uri, path })
    known.set(uri, {
      uri,
      path,
      stamp,
      ...(seen && { router: routerOf(seen, displayPath(uri, folders)) }),
    })
  }
  return {
    scan: async (tick) => {
      if (!world) return
      const roots = folders.all().flatMap((folder) => world.pathOf(folder) ?? [])
      const paths = [
        ...new Set((await Promise.all(roots.map((root) => world.filesBelow(root)))).flat()),
      ].slice(0, most)
      const there = new Set(paths.map((path) => world.uriOf(path)))
      for (const uri of known.keys()) if (!there.has(uri)) known.delete(uri)
      for (const [index, path] of paths.entries()) {
        if (index % batch === 0 && !(await tick(index, paths.length))) return
        visit(world, path)
      }
    },
    all: () => [...known.values()].filter(({ uri }) => !documents.get(uri)),
    look,
    forget: () => known.clear(),
  }
}

/** A copy, as strings that were cut out of a text keep the whole text in memory. */
function routerOf({ view, known }: Seen, path: string): RouterFile {
  return {
    known,
    ...structuredClone({
      diagnostics: view.diagnostics(),
      summary: summarize(path, view),
      variables: variablesOf(view.text),
    }),
  }
}

/** Names of variables that a text uses. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)),
]

/** How other files call a file: by its path from its folder. */
export function displayPath(uri: string, folders: Folders): string {
  const folder = folders.of(uri)
  const path =
    folder === undefined ? uri.slice(uri.lastIndexOf('/') + 1) : uri.slice(folder.length + 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
