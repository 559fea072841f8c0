import type { LintFileOptions, SettingOrigin } from '../../../project/settings.js'
import type { FileReport } from '../../../project/reports.js'
import { formatOrigin } from '../../../project/settings.js'
import type { Streams } from '../../command.js'
import { UsageError } from '../../errors.js'
import type { Flags, OptionsOf } from '../../flags.js'
import { formatCount } from '../../../document/words.js'

export const baselineFlags = {
  baseline: { value: 'FILE', help: 'hide the findings that this file lists' },
  'write-baseline': { value: 'FILE', help: 'write all findings to this file' },
  'prune-baseline': { help: 'remove fixed findings from the --baseline file' },
} as const satisfies Flags

type BaselineOptions = Partial<OptionsOf<typeof baselineFlags> & { dryRun: boolean }>

type ReportWithOptions = FileReport & { options: LintFileOptions }

/** Returns the reports without the findings that a baseline lists. */
export type HideBaselined = <Report extends ReportWithOptions>(
  reports: readonly Report[],
  streams: Streams,
) => readonly Report[]

/** Reads the baselines. Returns undefined if the run writes a baseline, because that lists all findings. */
export async function readBaselines(
  options: BaselineOptions,
  files: readonly { options: LintFileOptions }[],
): Promise<HideBaselined | undefined> {
  const { writeBaseline, pruneBaseline = false } = options
  if (writeBaseline !== undefined) {
    checkWriteOptions(options, writeBaseline)
    return undefined
  }
  const baselineOrigins = new Map(
    files.flatMap(({ options: { baseline } }) =>
      baseline ? [[baseline.value, baseline.origin] as const] : [],
    ),
  )
  if (pruneBaseline && baselineOrigins.size === 0)
    throw new UsageError(
      '--prune-baseline needs --baseline FILE, or `baseline` in the configuration',
    )
  return createHideStep(baselineOrigins, pruneBaseline)
}

function checkWriteOptions(
  { baseline, pruneBaseline, dryRun }: BaselineOptions,
  path: string,
): void {
  if (baseline !== undefined || pruneBaseline)
    throw new UsageError('--write-baseline cannot be used with --baseline or --prune-baseline')
  if (path === '-')
    throw new UsageError(
      '--write-baseline -: name a file; a baseline lists files by their paths relative to it',
    )
  if (dryRun) throw new UsageError('--write-baseline cannot be used with --dry-run')
}

export async function saveBaseline(
  path: string,
  reports: readonly FileReport[],
  { err }: Streams,
): Promise<void> {
  const { createBaselineWriter } = await import('../../../project/baseline-file.js')
  const { findingCount, fileCount } = createBaselineWriter(path)(reports)
  err(
    `routerfile: wrote ${formatCount(findingCount, 'finding')} in ${formatCount(fileCount, 'file')} to \`${path}\`\n`,
  )
}

/** Opens the baselines, to hide their findings. `shouldPrune` removes fixed findings from the baselines. */
async function createHideStep(
  baselineOrigins: ReadonlyMap<string, SettingOrigin>,
  shouldPrune: boolean,
): Promise<HideBaselined> {
  const { openBaseline } = await import('../../../project/baseline-file.js')
  const baselines = [...baselineOrigins].map(([path, from]) => ({
    path,
    baseline: openBaseline(path, formatOrigin(from, 'baseline')),
  }))
  return (reports, { err }) => {
    const newReportsByPath = new Map(
      baselines.map(({ path, baseline }) => {
        const coveredReports = reports.filter(({ options }) => options.baseline?.value === path)
        const { newFindings, goneCount, prune } = baseline.compare(coveredReports)
        if (shouldPrune && goneCount > 0) prune()
        if (goneCount > 0)
          err(
            `routerfile: ${formatCount(goneCount, 'finding')} in \`${path}\` ${goneCount === 1 ? 'is' : 'are'} fixed; ${shouldPrune ? 'removed' : `run with --prune-baseline to remove ${goneCount === 1 ? 'it' : 'them'}`}\n`,
          )
        return [path, newFindings.values()] as const
      }),
    )
    return reports.map(
      (report) =>
        newReportsByPath.get(report.options.baseline?.value ?? '')?.next().value ?? report,
    )
  }
}
