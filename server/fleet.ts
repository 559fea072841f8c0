import type { Entry } from '../src/baseline.js'
import { compare } from '../src/baseline.js'
import type { Diagnostic } from '../src/diagnostic.js'
import { inOrder } from '../src/diagnostic.js'
import type { FleetFinding } from '../src/lint/fleet/judge.js'
import { judge, located, summarize } from '../src/lint/fleet/judge.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { graded } from '../src/load.js'
import { visible } from '../src/suppressions/suppress.js'
import type { Documents } from './documents.js'
import type { Files, KnownFile } from './files.js'
import { displayPath } from './files.js'
import type { Folders } from './folders.js'
import type { Seeing, Seen } from './seeing.js'

/** What the linter says of files as parts of a fleet: the router files of one folder, with those that are open in the editor as they are there. */
export type Fleet = {
  /** Everything that is found in an open file. */
  diagnosticsOf: (seen: Seen) => readonly Diagnostic[]
  /** The same of one on disk. */
  diagnosticsOfFile: (file: KnownFile) => readonly Diagnostic[]
  /** Drops what is known of folders, which may be gone. */
  forget: () => void
}

type Means = { documents: Documents; files: Files; folders: Folders; seeing: Seeing }

type Judged = { routers: readonly Router[]; found: ReadonlyMap<Router, readonly FleetFinding[]> }

export function fleetOf({ documents, files, folders, seeing }: Means): Fleet {
  const summaries = new WeakMap<Seen, Router>()
  const judged = new Map<string | undefined, Judged>()
  const summaryOf = (seen: Seen): Router => {
    const summary = summaries.get(seen) ?? summarize(displayPath(seen.uri, folders), seen.view)
    summaries.set(seen, summary)
    return summary
  }
  /** Files outside of all folders are not compared: nobody said that they belong together. */
  const foundIn = (folder: string | undefined, router: () => Router): readonly FleetFinding[] => {
    if (folder === undefined) return []
    const open = documents
      .all()
      .filter(({ uri }) => folders.of(uri) === folder)
      .flatMap((document) => seeing.see(document) ?? [])
      .filter(({ standing }) => standing === 'router')
    const closed = files
      .all()
      .flatMap(({ uri, router: known }) =>
        known && folders.of(uri) === folder ? [known.summary] : [],
      )
    if (open.length + closed.length < 2) return []
    const routers = [...open.map(summaryOf), ...closed].sort((left, right) =>
      left.path < right.path ? -1 : 1,
    )
    const last = judged.get(folder)
    const isSame =
      last?.routers.length === routers.length &&
      last.routers.every((item, index) => item === routers[index])
    const now = last && isSame ? last : judgeAll(routers)
    judged.set(folder, now)
    return now.found.get(router()) ?? []
  }
  return {
    diagnosticsOf: (seen) => {
      if (seen.standing !== 'router') return []
      const own = seen.view.diagnostics()
      const more = seen.settings.fleet ? foundIn(folders.of(seen.uri), () => summaryOf(seen)) : []
      return fresh(
        more.length === 0 ? own : [...own, ...shown(more, seen)].sort(inOrder),
        seen.known,
      )
    },
    diagnosticsOfFile: (file) => {
      const { router } = file
      const more = router ? foundIn(folders.of(file.uri), () => router.summary) : []
      const seen = more.length > 0 ? files.look(file) : undefined
      return fresh(
        [...(router?.diagnostics ?? []), ...(seen?.settings.fleet ? shown(more, seen) : [])].sort(
          inOrder,
        ),
        router?.known ?? [],
      )
    },
    forget: () => judged.clear(),
  }
}

/** Findings about a file that its comments do not hide, as its settings grade them. */
const shown = (found: readonly FleetFinding[], { view, options }: Seen): Diagnostic[] =>
  graded(
    visible(
      located(found, () => view.document),
      view.text,
    ),
    options,
  )

/** Findings without those that a baseline has. */
const fresh = (found: readonly Diagnostic[], known: readonly Entry[]): readonly Diagnostic[] =>
  known.length === 0 ? found : compare(found, known).fresh

function judgeAll(routers: readonly Router[]): Judged {
  const found = judge(routers)
  return { routers, found: new Map(routers.map((router, index) => [router, found[index] ?? []])) }
}
