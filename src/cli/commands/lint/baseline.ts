import type { BaselineFilter } from '../../baseline-file.js'
import type { Streams } from '../../command.js'
import type { LintFileOptions } from '../../../project/file-options.js'
import type { Flags, FlagValues } from '../../flags.js'
import { UsageError } from '../../../project/usage-error.js'
import type { Report } from '../../formats/format.js'
import { formatPlace } from '../../settings.js'

export const baselineFlags: Flags = {
  baseline: { value: 'FILE', help: 'leave out findings that stand in this file' },
  'write-baseline': { value: 'FILE', help: 'write all findings into this file and exit with 0' },
  'prune-baseline': { help: 'take out of the file of --baseline what is found no more' },
}

/** A report with the options of its file. */
type ReportWithOptions = Report & { options: LintFileOptions }

/** What to do with findings before they are shown: leave out known ones, or write them all and show nothing. */
type ApplyBaseline = <Item extends ReportWithOptions>(
  reports: readonly Item[],
  streams: Streams,
) => readonly Item[] | 'written'

/** What flags and configurations say about known findings of files with these options. Baselines are read at once. */
export async function createBaselineStep(
  given: FlagValues,
  files: readonly LintFileOptions[],
): Promise<ApplyBaseline> {
  const [from, to] = [given.last('baseline'), given.last('write-baseline')]
  const isPruned = given.has('prune-baseline')
  if (to !== undefined && (from !== undefined || isPruned))
    throw new UsageError(
      '--write-baseline writes anew and goes with neither --baseline nor --prune-baseline',
    )
  if (to === '-')
    throw new UsageError(
      '--write-baseline -: it takes a file, as a baseline names files by their paths from it',
    )
  if (to !== undefined && given.has('dry-run'))
    throw new UsageError(
      '--write-baseline writes down what is found in the files as they are, which --dry-run does not look at',
    )
  if (to !== undefined) return (await import('../../baseline-file.js')).createBaselineWriter(to)
  const named = new Map(
    files.flatMap(({ baseline }) => (baseline ? [[baseline.value, baseline] as const] : [])),
  )
  if (isPruned && named.size === 0)
    throw new UsageError(
      '--prune-baseline needs --baseline FILE, or `baseline` in the configuration',
    )
  if (named.size === 0) return (reports) => reports
  const { createBaselineFilter } = await import('../../baseline-file.js')
  return combineFilters(
    [...named].map(([path, { from: source }]) => [
      path,
      createBaselineFilter(path, formatPlace(source, 'baseline'), isPruned),
    ]),
  )
}

/** Leaves out what each baseline knows, in the reports of the files that have it. */
const combineFilters =
  (baselines: readonly (readonly [path: string, known: BaselineFilter])[]): ApplyBaseline =>
  (reports, streams) => {
    const fresh = new Map(
      baselines.map(([path, known]) => [
        path,
        known(
          reports.filter(({ options }) => options.baseline?.value === path),
          streams,
        ).values(),
      ]),
    )
    return reports.map(
      (report) => fresh.get(report.options.baseline?.value ?? '')?.next().value ?? report,
    )
  }
