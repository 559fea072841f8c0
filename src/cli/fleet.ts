import { resolve } from 'node:path'
import type { Analysis } from '../analyze.js'
import type { Diagnostic } from '../diagnostic.js'
import { inOrder } from '../diagnostic.js'
import type { Router } from '../lint/fleet/rule.js'
import type { Options } from '../load.js'
import { judged } from '../load.js'
import type { Report } from './formats/format.js'

/** Keeps what the fleet rules need of each file of a run. */
export type Fleet = {
  add: (path: string, options: Options, analysis: Analysis) => Promise<void>
  /** The reports with what the rules find about all files together. */
  complete: (reports: readonly Report[]) => Promise<Report[]>
}

const load = () => import('../lint/fleet/judge.js')

/** A fleet without files. The code of the rules is loaded with the second file, as most runs have one. */
export function gatherFleet(): Fleet {
  const given = new Map<string, Options>()
  const waiting: { path: string; analysis: Analysis }[] = []
  const routers: Router[] = []
  return {
    add: async (path, options, analysis) => {
      // A file that is given twice is no second router.
      if (given.has(resolve(path))) return
      given.set(resolve(path), options)
      waiting.push({ path, analysis })
      if (given.size < 2) return
      const { summarize } = await load()
      routers.push(...waiting.splice(0).map((item) => summarize(item.path, item.analysis)))
    },
    complete: async (reports) => {
      if (routers.length < 2) return [...reports]
      const { judge } = await load()
      const found = new Map<string, Diagnostic[]>(judge(routers).map((diagnostics, index) => [resolve(routers[index]?.path ?? ''), diagnostics]))
      return reports.map((report) => {
        const own = judged(found.get(resolve(report.path)) ?? [], given.get(resolve(report.path)) ?? {})
        return own.length === 0 ? report : { ...report, diagnostics: [...report.diagnostics, ...own].sort(inOrder) }
      })
    },
  }
}
