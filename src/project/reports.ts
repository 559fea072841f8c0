import type { Diagnostic, Severity } from '../document/diagnostic.js'
import { computeFix, withoutFix } from '../document/diagnostic.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import type { Router } from '../lint/fleet/rule.js'
import { groupBy } from '../document/group.js'
import type { LintFileOptions, Sourced } from './settings.js'
import type { RefusedFile } from './inputs.js'
import type { MachineAnswers } from './machine-answers.js'
import { formatOrigin, severities } from './settings.js'

/** The purpose of the results; everything else is not computed. */
export type LintNeeds = {
  /** Whether the files are compared with each other afterwards. */
  isFleet: boolean
  /** Whether the files are checked for several releases, which may read different keys. */
  mixesReleases?: boolean
  /** Whether the fixes of findings are needed. */
  wantsFixes: boolean
  /** Whether results are kept for later runs, and have to say what they depend on. */
  isCached?: boolean
}

/** Whether the keys of a router that not every release reads are needed: now, or by a later run. */
export const needsKeys = ({ mixesReleases, isCached }: LintNeeds): boolean =>
  mixesReleases === true || isCached === true

/** The result of linting one file, and the release it was checked for. */
export type FileReport = {
  path: string
  /** The path is that of a folder: the findings are about files that it lacks. */
  isFolder?: true
  /** Which router file in the file at the path, if that is another file: such as `ConfigMap/north:router.yaml`. */
  part?: string
  text: string
  diagnostics: readonly Diagnostic[]
  release: string
  /** Whether no fix writes down a secret of the text; if absent, whoever shows a fix has to look. */
  hasOpenFixes?: true
}

/** The path of a report as messages show it. */
export const formatReportPath = ({ path, part }: Pick<FileReport, 'path' | 'part'>): string =>
  part === undefined ? path : `${path}#${part}`

/** A report with the data that rules about several files need, and a note for the user on how the file was checked. */
export type LintedReport = FileReport & {
  router?: Router
  embedded?: EmbeddedFile
  /** Finds that file again, for a report of an earlier run. */
  findEmbedded?: () => EmbeddedFile | undefined
  note?: FileNote
  /** What the result depends on, if it is kept; absent if that cannot be checked again. */
  answers?: MachineAnswers
}

/** How a file was checked, and a kind for notes that several files can share. */
export type FileNote = { text: string; kind?: 'rendered' | 'unrendered' }

/** The reports of the router files in the strings of another file. */
export type EmbeddedReports = { embedded: readonly LintedReport[] }

export type ConfiguredReport = LintedReport & { options: LintFileOptions }

/** The outcome for a source; undefined if it is not a router file. */
export type LintOutcome = LintedReport | EmbeddedReports | RefusedFile | undefined

export function listReports(outcome: LintOutcome): readonly LintedReport[] {
  if (!outcome || 'why' in outcome) return []
  return 'diagnostics' in outcome ? [outcome] : outcome.embedded
}

/** The reports with the findings to show: those at or above the level of each file. */
export const selectVisible = (reports: readonly ConfiguredReport[]): readonly ConfiguredReport[] =>
  reports.map((report) => {
    const { level } = report.options
    if (level === severities.at(-1)) return report
    return {
      ...report,
      diagnostics: report.diagnostics.filter(({ severity }) => isVisible(severity, level)),
    }
  })

/** Whether findings of a severity are shown at a level. */
const isVisible = (severity: Severity, level: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(level)

/** A limit that findings exceed. */
export type ExceededLimit = {
  setting: 'failOn' | 'maxWarnings'
  limit: Sourced<Severity> | Sourced<number>
  /** The number of findings that count, by severity, most severe first. */
  counts: ReadonlyMap<Severity, number>
  /** The same for those that are not shown. */
  hidden: ReadonlyMap<Severity, number>
  /** The setting that hides them. */
  level: Sourced<Severity>
}

/** The limits that findings exceed; files that share a limit share their counts. */
export function findExceededLimits(reports: readonly ConfiguredReport[]): ExceededLimit[] {
  const found = reports.filter(({ diagnostics }) => diagnostics.length > 0)
  if (found.length === 0) return []
  const perFile = found.flatMap((report): ExceededLimit[] => {
    const { level, failOn, maxWarnings, origins } = report.options
    const count = (counts: (severity: Severity) => boolean): ReadonlyMap<Severity, number> =>
      countSeverities(report.diagnostics, counts)
    const isHidden = (severity: Severity): boolean => !isVisible(severity, level)
    const shared = { level: { value: level, from: origins?.level ?? 'default' } }
    return [
      {
        ...shared,
        setting: 'failOn',
        limit: { value: failOn, from: origins?.failOn ?? 'default' },
        counts: count((severity) => isVisible(severity, failOn)),
        hidden: count((severity) => isVisible(severity, failOn) && isHidden(severity)),
      },
      ...(maxWarnings
        ? [
            {
              ...shared,
              setting: 'maxWarnings' as const,
              limit: maxWarnings,
              counts: count((severity) => severity === 'warning'),
              hidden: count((severity) => severity === 'warning' && isHidden(severity)),
            },
          ]
        : []),
    ]
  })
  const bySetting = groupBy(
    perFile,
    ({ setting, limit }) => `${setting} ${formatOrigin(limit.from)}: ${limit.value}`,
  )
  return [...bySetting.values()]
    .map((all) => ({
      ...(all.find(({ hidden }) => hidden.size > 0) ?? all[0]),
      counts: addCounts(all.map(({ counts }) => counts)),
      hidden: addCounts(all.map(({ hidden }) => hidden)),
    }))
    .filter(({ limit: { value }, counts }) => sum(counts) > (typeof value === 'number' ? value : 0))
}

const sum = (counts: ReadonlyMap<Severity, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

function countSeverities(
  diagnostics: readonly Diagnostic[],
  isCounted: (severity: Severity) => boolean,
): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>()
  for (const { severity } of diagnostics)
    if (isCounted(severity)) counts.set(severity, (counts.get(severity) ?? 0) + 1)
  return counts
}

const addCounts = (all: readonly ReadonlyMap<Severity, number>[]): ReadonlyMap<Severity, number> =>
  new Map(
    severities.flatMap((severity): [Severity, number][] => {
      const total = all.reduce((count, counts) => count + (counts.get(severity) ?? 0), 0)
      return total > 0 ? [[severity, total]] : []
    }),
  )

/** Computes the fixes to be shown and drops the others: one that is still to be computed keeps its file in memory. */
export const computeFixes = (
  diagnostics: readonly Diagnostic[],
  { level, wantsFixes }: { level: Severity; wantsFixes: boolean },
): Diagnostic[] =>
  diagnostics.map((diagnostic) => {
    const fix =
      wantsFixes && isVisible(diagnostic.severity, level) ? computeFix(diagnostic) : undefined
    const settled = withoutFix(diagnostic)
    if (fix) settled.fix = fix
    return settled
  })
