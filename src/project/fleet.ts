import { resolve } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import { compareDiagnostics, findLineStarts } from '../document/diagnostic.js'
import { parseDocument } from '../document/document.js'
import { toOuterDiagnostics } from '../embedded/embedded-file.js'
import type { FleetFinding } from '../lint/fleet/fleet.js'
import { compareRouters, compareWithRecords, locateVisible } from '../lint/fleet/fleet.js'
import type { Registry, Router } from '../lint/fleet/rule.js'
import type { ConfiguredReport } from './reports.js'
import { formatReportPath } from './reports.js'

/**
 * Compares the files of reports with each other, or with a controller's records. The findings are in the returned
 * reports.
 */
export type CompareReports = (reports: readonly ConfiguredReport[]) => readonly ConfiguredReport[]

export type LocateFleetFindings = (
  findings: readonly FleetFinding[],
  report: ConfiguredReport,
) => Diagnostic[]

/**
 * Adds to the reports the findings of rules that compare router files with each other. Fewer than two routers have no
 * such findings.
 */
export function compareFiles(
  reports: readonly ConfiguredReport[],
  locate: LocateFleetFindings = toVisibleDiagnostics,
): readonly ConfiguredReport[] {
  const routers = listRouters(reports)
  if (routers.length < 2) return reports
  const findings = compareRouters(routers.map(({ router }) => router))
  const diagnosticsByReport = new Map(
    routers.map(({ report }, index) => [
      getReportKey(report),
      locate(findings[index] ?? [], report),
    ]),
  )
  return reports.map(({ router: _, embedded: __, findEmbedded: ___, ...report }) => {
    const diagnostics = [
      ...report.diagnostics,
      ...(diagnosticsByReport.get(getReportKey(report)) ?? []),
    ].sort(compareDiagnostics)
    return { ...report, text: diagnostics.length > 0 ? report.text : '', diagnostics }
  })
}

/**
 * Creates a function that replaces the findings of each router file with its differences from a controller's records.
 * Records without a file are reported for the folder.
 */
export const createRecordComparison =
  (registry: Registry, folder: string): CompareReports =>
  (reports) => {
    const reportsByRouter = new Map(
      listRouters(reports).map(({ router, report: { router: _, ...report } }) => [router, report]),
    )
    const [first] = reportsByRouter.values()
    const comparisons = compareWithRecords([...reportsByRouter.keys()], registry).map(
      ({ router, findings }) => ({
        report: reportsByRouter.get(router),
        findings,
      }),
    )
    const fileReports = comparisons.flatMap(({ report, findings }): ConfiguredReport[] =>
      report ? [{ ...report, diagnostics: toVisibleDiagnostics(findings, report) }] : [],
    )
    const findingsWithoutFile = comparisons.flatMap(({ report, findings }) =>
      report ? [] : findings,
    )
    const folderReport = first && { ...first, path: folder, isFolder: true as const, text: '' }
    const missingFileReports =
      folderReport && findingsWithoutFile.length > 0
        ? [
            {
              ...folderReport,
              diagnostics: toVisibleDiagnostics(findingsWithoutFile, folderReport),
            },
          ]
        : []
    return [...fileReports, ...missingFileReports, ...reports.filter(({ router }) => !router)].sort(
      (left, right) => (left.path < right.path ? -1 : 1),
    )
  }

/** The routers of reports, each once, even if its file was named twice. */
const listRouters = (
  reports: readonly ConfiguredReport[],
): { report: ConfiguredReport; router: Router }[] =>
  [...new Map(reports.map((report) => [getReportKey(report), report])).values()].flatMap(
    (report) => (report.router ? [{ report, router: report.router }] : []),
  )

/** Applies the severities from the options of the file, and omits findings that comments in the file suppress. */
export function toVisibleDiagnostics(
  findings: readonly FleetFinding[],
  { text: reportText, options, embedded: knownEmbedded, findEmbedded }: ConfiguredReport,
): Diagnostic[] {
  if (findings.length === 0) return []
  const embeddedFile = knownEmbedded ?? findEmbedded?.()
  const text = embeddedFile?.text ?? reportText
  const diagnostics = locateVisible(findings, text, {
    options,
    document: () => parseDocument(text),
  })
  const outer = { text: reportText, lineStarts: () => findLineStarts(reportText) }
  return embeddedFile ? toOuterDiagnostics(diagnostics, embeddedFile, outer) : diagnostics
}

const getReportKey = ({ path, part }: ConfiguredReport): string =>
  formatReportPath({ path: resolve(path), ...(part !== undefined && { part }) })
