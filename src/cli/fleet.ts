import { resolve } from 'node:path'
import { inOrder } from '../diagnostic.js'
import { parseDocument } from '../document.js'
import { judge, located } from '../lint/fleet/judge.js'
import { graded } from '../load.js'
import { visible } from '../suppressions/suppress.js'
import type { Judged } from './threshold.js'

/** The reports of a run with what the rules find about all files together. A file that is given twice is no second router. */
export function withFleet(reports: readonly Judged[]): readonly Judged[] {
  const byPlace = new Map(reports.map((report) => [resolve(report.path), report]))
  const known = [...byPlace.values()].flatMap((report) =>
    report.router ? [{ report, router: report.router }] : [],
  )
  if (known.length < 2) return reports
  const found = judge(known.map(({ router }) => router))
  const own = new Map(
    known.map(({ report: { text, options, path } }, index) => {
      const diagnostics = located(found[index] ?? [], () => parseDocument(text))
      return [
        resolve(path),
        graded(options.suppressions === false ? diagnostics : visible(diagnostics, text), options),
      ]
    }),
  )
  return reports.map(({ router: _, ...report }) => {
    const diagnostics = [...report.diagnostics, ...(own.get(resolve(report.path)) ?? [])].sort(
      inOrder,
    )
    return { ...report, text: diagnostics.length > 0 ? report.text : '', diagnostics }
  })
}
