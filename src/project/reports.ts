import type { Diagnostic, Severity } from '../document/diagnostic.js'
import { computeFix, withoutFix } from '../document/diagnostic.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import type { Router } from '../lint/fleet/rule.js'
import { memoizePerObject } from '../document/lazy.js'
import type { LintFileOptions, Sourced } from './settings.js'
import type { RefusedFile } from './inputs.js'
import type { MachineAnswers } from './machine-answers.js'
import { formatOrigin, severities } from './settings.js'

/** What the results of linting are needed for; nothing else is computed. */
export type LintNeeds = {
  /** Whether the files are compared with each other after they are linted. */
  isFleet: boolean
  /** Whether the files are checked for several releases, which may read different keys. */
  mixesReleases?: boolean
  wantsFixes: boolean
  /** Whether results are cached for later runs, and must say what they depend on. */
  isCached?: boolean
}

/** Whether comparing routers needs the keys that only some releases read, in this run or in a later one. */
export const needsKeys = ({ mixesReleases, isCached }: LintNeeds): boolean =>
  mixesReleases === true || isCached === true

export type FileReport = {
  path: string
  /** Set if the path is a folder: the findings are about router files that the folder lacks. */
  isFolder?: true
  /** The name of a router file inside another file, such as `ConfigMap/north:router.yaml`. */
  part?: string
  text: string
  diagnostics: readonly Diagnostic[]
  release: string
  /** If absent, formats must remove secrets from fixes before they show them. */
  hasSecretFreeFixes?: true
}

export const formatReportPath = ({ path, part }: Pick<FileReport, 'path' | 'part'>): string =>
  part === undefined ? path : `${path}#${part}`

/** A report with data for rules about several files, and a note for the user on how the file was checked. */
export type LintedReport = FileReport & {
  router?: Router
  embedded?: EmbeddedFile
  /** Finds the embedded file again; set for cached reports, which do not contain it. */
  findEmbedded?: () => EmbeddedFile | undefined
  note?: FileNote
  /**
   * The facts about the machine that the result depends on, if results are cached; absent if it depends on the exact
   * time.
   */
  answers?: MachineAnswers
}

/** A sentence on how a file was checked. Notes of the same kind can be shown once for several files. */
export type FileNote = { text: string; kind?: 'rendered' | 'unrendered' }

/** The reports of the router files embedded in another file. */
export type EmbeddedReports = { embedded: readonly LintedReport[] }

export type ConfiguredReport = LintedReport & { options: LintFileOptions }

/** The outcome for a source; undefined if the source is skipped, for example because it is not a router file. */
export type LintOutcome = LintedReport | EmbeddedReports | RefusedFile | undefined

export function listReports(outcome: LintOutcome): readonly LintedReport[] {
  if (!outcome || 'why' in outcome) return []
  return 'diagnostics' in outcome ? [outcome] : outcome.embedded
}

export const selectByLevel = (reports: readonly ConfiguredReport[]): readonly ConfiguredReport[] =>
  reports.map((report) => {
    const { level } = report.options
    if (level === severities.at(-1)) return report
    return {
      ...report,
      diagnostics: report.diagnostics.filter(({ severity }) => isVisible(severity, level)),
    }
  })

const isVisible = (severity: Severity, level: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(level)

export type ExceededLimit = {
  setting: 'failOn' | 'maxWarnings'
  limit: Sourced<Severity> | Sourced<number>
  /** The number of findings that count toward the limit, by severity, most severe first. */
  counts: ReadonlyMap<Severity, number>
  /** The number of findings that count toward the limit but are not shown, by severity. */
  hidden: ReadonlyMap<Severity, number>
  /** The level below which findings are not shown, and where it is set. */
  level: Sourced<Severity>
}

/** A limit on the findings of files. Files with different options can share a limit, which `name` identifies. */
type Limit = Pick<ExceededLimit, 'setting' | 'limit' | 'level'> & {
  name: string
  isCounted: (severity: Severity) => boolean
}

const listLimits = memoizePerObject(
  ({ level, failOn, maxWarnings, origins }: LintFileOptions): readonly Limit[] => {
    const createLimit = (
      setting: Limit['setting'],
      limit: Limit['limit'],
      isCounted: Limit['isCounted'],
    ): Limit => ({
      name: `${setting} ${formatOrigin(limit.origin)}: ${limit.value}`,
      setting,
      limit,
      level: { value: level, origin: origins?.level ?? 'default' },
      isCounted,
    })
    const failOnLimit = { value: failOn, origin: origins?.failOn ?? 'default' } as const
    return [
      createLimit('failOn', failOnLimit, (severity) => isVisible(severity, failOn)),
      ...(maxWarnings
        ? [createLimit('maxWarnings', maxWarnings, (severity) => severity === 'warning')]
        : []),
    ]
  },
)

type Counts = Map<Severity, number>

/** The limits that findings exceed. The findings of files that share a limit are counted together. */
export function findExceededLimits(reports: readonly ConfiguredReport[]): ExceededLimit[] {
  const tallies = new Map<string, ExceededLimit & { counts: Counts; hidden: Counts }>()
  for (const { diagnostics, options } of reports) {
    if (diagnostics.length === 0) continue
    for (const { name, setting, limit, level, isCounted } of listLimits(options)) {
      const tally = tallies.get(name) ?? {
        setting,
        limit,
        level,
        counts: new Map<Severity, number>(),
        hidden: new Map<Severity, number>(),
      }
      tallies.set(name, tally)
      for (const { severity } of diagnostics) {
        if (!isCounted(severity)) continue
        increment(tally.counts, severity)
        if (isVisible(severity, level.value)) continue
        // If files have several levels, the level of the first file with a hidden finding is reported.
        if (tally.hidden.size === 0) tally.level = level
        increment(tally.hidden, severity)
      }
    }
  }
  return [...tallies.values()]
    .filter(({ limit: { value }, counts }) => sum(counts) > (typeof value === 'number' ? value : 0))
    .map((tally) => ({
      ...tally,
      counts: sortCounts(tally.counts),
      hidden: sortCounts(tally.hidden),
    }))
}

const increment = (counts: Counts, severity: Severity): void =>
  void counts.set(severity, (counts.get(severity) ?? 0) + 1)

const sum = (counts: ReadonlyMap<Severity, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

const sortCounts = (counts: Counts): Counts =>
  new Map(
    severities.flatMap((severity): [Severity, number][] => {
      const count = counts.get(severity)
      return count === undefined ? [] : [[severity, count]]
    }),
  )

/**
 * Computes the fixes that will be shown, and drops the others, because a fix that is not yet computed keeps its file in
 * memory.
 */
export const computeFixes = (
  diagnostics: readonly Diagnostic[],
  { level, wantsFixes }: { level: Severity; wantsFixes: boolean },
): Diagnostic[] =>
  diagnostics.map((diagnostic) => {
    const fix =
      wantsFixes && isVisible(diagnostic.severity, level) ? computeFix(diagnostic) : undefined
    const result = withoutFix(diagnostic)
    if (fix) result.fix = fix
    return result
  })
