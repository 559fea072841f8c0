import { dirname } from 'node:path'
import type { Severity } from '../../document/diagnostic.js'
import { toPathKey } from '../../document/diagnostic.js'
import type { LintHost } from '../../lint/host.js'
import { applyUpgradeFixes } from '../../config/upgrade/apply-fixes.js'
import { findRefusal } from '../../config/upgrade/change.js'
import type { UpgradeOptions } from '../../config/upgrade/upgrade.js'
import { compareReleases } from '../../config/upgrade/upgrade.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { printPatch } from '../diff.js'
import type { CommandOptions, Flags } from '../flags.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import {
  liveFlags,
  readsLive,
  createSelectionError,
  formatRefusedFile,
  selectionFlags,
  openProjectFor,
  settingFlags,
} from '../project-flags.js'
import { readRunningFiles } from '../live/network.js'
import { UsageError } from '../errors.js'
import type { RouterInput, RefusedFile } from '../../project/inputs.js'
import { attempt, createFailure, isFailure, isRefused } from '../../project/inputs.js'
import type { Project } from '../../project/project.js'
import type { OpenedFile } from '../open-selected.js'
import { openSelectedFiles } from '../open-selected.js'
import { isProgramFormat, printForPrograms, programFormats } from '../program-formats.js'
import { createHostCache } from '../../project/lint-files.js'
import { getRelease, severities } from '../../project/settings.js'
import { formatList } from '../../document/words.js'
import { replaceFileText } from '../../project/replace-file.js'
import { colorFlag, usesColor, escapeControls, formatNote } from '../ui/text.js'
import { toUpgradeFindings, upgradeSummaries, upgradeParts } from './upgrade/parts.js'
import { upgradeJson } from './upgrade/report.js'
import { upgradeMarkdown } from './upgrade/markdown.js'
import { upgradePretty } from './upgrade/pretty.js'
import type { UpgradeFormat, UpgradeReport } from './upgrade/report.js'

const formats = {
  pretty: upgradePretty,
  json: upgradeJson,
  markdown: upgradeMarkdown,
} satisfies Record<string, UpgradeFormat>

/**
 * Fixes a file and reports what is left. It does not report that the new release reads a key added by a fix, because
 * that is the purpose of the fix.
 */
function createFixedReport(
  input: RouterInput,
  options: UpgradeOptions,
  host: LintHost,
): UpgradeReport {
  const { text, applied } = applyUpgradeFixes(input.text, options, host)
  if (text !== input.text) replaceFileText(input.path, input.text, text)
  const comparison = compareReleases(text, options, { host })
  const changes = comparison.changes.filter(
    ({ kind, path }) => kind !== 'read' || !applied.has(toPathKey(path)),
  )
  return { ...comparison, changes, path: input.path, text, fixed: applied.size }
}

const flags = {
  help: commonFlags.help,
  from: {
    value: 'RELEASE',
    help: 'release that runs now, such as 1.6 or 1.6.14',
    group: 'Router',
  },
  to: {
    value: 'RELEASE',
    help: 'new release, may be older (default: newest LTS)',
    group: 'Router',
  },
  ...environmentFlags,
  ...selectionFlags,
  ...liveFlags,
  check: settingFlags.check,
  ...configurationFlags,
  ...createFormatFlag(['pretty', 'json', 'markdown', ...programFormats]),
  verbose: { short: 'v', help: 'show each file in full', group: 'Output' },
  fix: {
    help: 'edit the files to keep the behavior of the old release',
    group: 'Fix',
  },
  'dry-run': { help: 'print fixes as a patch, change nothing (with --fix)', group: 'Fix' },
  'fail-on': { ...settingFlags['fail-on'], choices: severities },
  color: colorFlag,
} as const satisfies Flags

type UpgradeCommandOptions = CommandOptions<typeof flags>

export const upgrade = defineCommand({
  name: 'upgrade',
  usage: 'FILE... --from RELEASE',
  summary: 'show what changes with another release, and what to do',
  examples: [
    'routerfile upgrade router.yml --from 1.6',
    'routerfile upgrade . --from 1.6 --to 2.0',
    'routerfile upgrade . --from 1.6 --fix --dry-run',
    'routerfile upgrade --live --to 2.0',
  ],
  page: 'docs/upgrade.md',
  flags,
  run: async (options, streams) => {
    const { format = 'pretty', color = 'auto', failOn = 'error', verbose } = options
    const isLive = readsLive(options, fileFlags)
    if (!isLive) checkFileOptions(options)
    const note = (text: string): void => streams.err(formatNote(text))
    const releases = {
      from: getRelease(options.from, '--from', note),
      to: getRelease(options.to, '--to', note),
    }
    const project = openProjectFor(options, streams)
    const { reports, refused, failures } = isLive
      ? await compareRunning(options, streams, releases.to)
      : await upgradeFiles(project, options, { releases, streams })

    const { compared, refusals } = separateRefused(reports)
    const style = { width: streams.width, color: usesColor(color, streams), verbose }
    const allRefused = [...refused, ...refusals, ...failures.map(formatRefusedFile)]
    if (isProgramFormat(format))
      await printForPrograms(
        format,
        compared.map((report) => toUpgradeFindings(report, { omitsFixes: format !== 'sarif' })),
        {
          command: 'upgrade',
          release: formatSteps(compared, releases),
          refused: allRefused,
          summaries: upgradeSummaries,
          streams,
        },
      )
    else if (compared.length > 0) streams.out(formats[format](compared, style))
    if (allRefused.length > 0) throw createSelectionError(allRefused, failures.some(isFailure))
    return isOverThreshold(compared, failOn) ? 1 : 0
  },
})

/** Comparisons, why some files were not selected, and files that could not be upgraded. */
type Upgraded = {
  reports: readonly UpgradeReport[]
  refused: readonly string[]
  failures: readonly RefusedFile[]
}

/** The releases that are compared, such as "1.6.20 to 2.0.3". */
const formatSteps = (
  reports: readonly UpgradeReport[],
  { from, to }: { from: string; to: string },
): string => {
  const old = new Set(reports.map((report) => report.from.release))
  return `${old.size > 0 ? formatList([...old]) : from} to ${to}`
}

function checkFileOptions({ from, fix, dryRun, args }: UpgradeCommandOptions): void {
  if (from === undefined)
    throw new UsageError(
      'upgrade needs the release that runs now; add --from RELEASE, such as --from 1.6',
    )
  if (dryRun && !fix) throw new UsageError('--dry-run has no effect without --fix')
  if (fix && !dryRun && args.includes('-')) throw new UsageError('--fix cannot edit stdin (-)')
}

/** Compares each selected file for both releases, and applies or prints fixes if these are requested. */
async function upgradeFiles(
  project: Project,
  options: UpgradeCommandOptions,
  { releases, streams }: { releases: { from: string; to: string }; streams: Streams },
): Promise<Upgraded> {
  const { fix, dryRun, verbose, format = 'pretty' } = options
  const { files, outers, refused } = await openSelectedFiles(project, options, {
    streams,
    isEditing: fix,
    opensParts: true,
  })
  const getHost = createHostCache()
  // The table does not show fixes, and computing them is expensive: each is tried on the text.
  const count = outers.reduce((sum, { parts }) => sum + parts.length, files.length)
  const fixes =
    count === 1 ||
    (format === 'pretty' || format === 'markdown' ? verbose : !['github', 'junit'].includes(format))
  const upgradeFile = (file: OpenedFile): UpgradeReport | RefusedFile | undefined => {
    const { checks } = file.options
    const own = { ...toUpgradeOptions(file, releases), path: file.path }
    const host = getHost(dirname(file.path), checks)
    if (dryRun) return printFixes(file, own, { host, streams })
    if (fix) return createFixedReport(file, own, host)
    return {
      ...compareReleases(file.text, own, { host, fixes }),
      path: file.path,
      text: file.text,
      fixed: 0,
    }
  }
  const outcomes: (UpgradeReport | RefusedFile | undefined)[] = files.map((file) =>
    attempt(file.path, () => upgradeFile(file)),
  )
  const fixing = dryRun ? 'patch' : fix ? 'write' : 'report'
  for (const outer of outers) {
    const own = toUpgradeOptions(outer, releases)
    const reported = await upgradeParts(outer, own, { fixing, fixes, streams }).catch(
      (error: unknown) => [createFailure(outer.path, error)],
    )
    outcomes.push(...reported)
  }
  return {
    reports: outcomes.flatMap((outcome) => (!outcome || isRefused(outcome) ? [] : [outcome])),
    refused,
    failures: outcomes.filter(isRefused),
  }
}

/** The releases to compare for a file, with what is known of its router. */
const toUpgradeOptions = (
  { options: { env, platform } }: Pick<OpenedFile, 'options'>,
  releases: { from: string; to: string },
): UpgradeOptions => ({ ...releases, ...(env && { env }), ...(platform && { platform }) })

/** Prints the fixes of a file as a patch; says why it has none if it cannot be fixed. */
function printFixes(
  { path, text }: RouterInput,
  options: UpgradeOptions,
  { host, streams }: { host: LintHost; streams: Streams },
): RefusedFile | undefined {
  const fixed = applyUpgradeFixes(text, options, host)
  if (fixed.text !== text) printPatch(streams, path, text, fixed.text)
  return fixed.refusal === undefined ? undefined : { why: `${path}: ${fixed.refusal}` }
}

/** The reports of files that could be compared, and for each other file why it could not. */
function separateRefused(reports: readonly UpgradeReport[]): {
  compared: readonly UpgradeReport[]
  refusals: readonly string[]
} {
  return {
    compared: reports.filter(({ changes }) => findRefusal(changes) === undefined),
    refusals: reports.flatMap(({ path, changes }) => {
      const refusal = findRefusal(changes)
      return refusal === undefined ? [] : [`${path}: ${refusal}`]
    }),
  }
}

/** Flags that select or change files on disk. */
const fileFlags = Object.keys({
  ...selectionFlags,
  ...environmentFlags,
  check: '',
  fix: '',
  'dry-run': '',
})

/** Compares what runs on each router of a network with the new release. The release that runs is known, or --from. */
async function compareRunning(
  options: UpgradeCommandOptions,
  streams: Streams,
  to: string,
): Promise<Upgraded> {
  const { from } = options
  const { running } = await readRunningFiles(options, streams, {
    flag: '--from',
    release: (path) => {
      if (from !== undefined) return getRelease(from, '--from')
      throw new UsageError(
        `\`${escapeControls(path)}\` does not report a known release; add the one that runs: --from RELEASE`,
      )
    },
  })
  if (running.length === 0) streams.err('routerfile: no router has reported its configuration\n')
  const reports = running.map(({ path, text, release }) => ({
    ...compareReleases(text, { from: release, to }, { fixes: false }),
    path,
    text,
    fixed: 0,
  }))
  return { reports, refused: [], failures: [] }
}

/** Whether a file that was accepted is now refused, or another change reaches the severity of --fail-on. */
function isOverThreshold(reports: readonly UpgradeReport[], least: Severity): boolean {
  const over = least === 'error' ? [] : severities.slice(0, severities.indexOf(least) + 1)
  return reports.some(({ changes }) =>
    changes.some(({ kind, severity }) => kind === 'refused' || over.includes(severity)),
  )
}
