import { dirname } from 'node:path'
import type { Severity } from '../../document/diagnostic.js'
import { toPathKey, createStartRange } from '../../document/diagnostic.js'
import type { LintHost } from '../../lint/host.js'
import { applyUpgradeFixes } from '../../config/upgrade/apply-fixes.js'
import { findRefusal } from '../../config/upgrade/change.js'
import type { UpgradeOptions, UpgradeChange, UpgradeKind } from '../../config/upgrade/upgrade.js'
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
import type { OpenedFile, OpenedOuterFile } from '../open-selected.js'
import { openSelectedFiles } from '../open-selected.js'
import { isProgramFormat, printForPrograms, programFormats } from '../program-formats.js'
import { createHostCache } from '../../project/lint-files.js'
import { getRelease, severities } from '../../project/settings.js'
import { formatList } from '../../document/words.js'
import { replaceFileText } from '../../project/replace-file.js'
import { colorFlag, usesColor, escapeControls, formatNote } from '../ui/text.js'
import { applyEditedFiles, editEmbedded } from '../../embedded/edit-embedded.js'
import type { EmbeddedFile } from '../../embedded/embedded-file.js'
import { createFixEncoder } from '../../embedded/embedded.js'
import { loadEmbeddedFinder } from '../../project/lint-embedded.js'
import { createLintHost } from '../../project/machine.js'
import { locateParts } from '../parts.js'
import { formatSentences } from '../../schema/messages.js'
import type { FileReport } from '../../project/reports.js'
import { upgradePretty } from './upgrade/pretty.js'
import { upgradeMarkdown, upgradeJson } from './upgrade/report.js'
import type { UpgradeFormat, UpgradeReport } from './upgrade/report.js'

const formats = {
  pretty: upgradePretty,
  json: upgradeJson,
  markdown: upgradeMarkdown,
} satisfies Record<string, UpgradeFormat>

/**
 * Applies fixes and compares the fixed file. Leaves out changes of kind `read` for keys that fixes added: the fixes
 * added these keys so that the new release reads them.
 */
function createFixedReport(
  input: RouterInput,
  options: UpgradeOptions,
  host: LintHost,
): UpgradeReport {
  const { text, appliedFixes } = applyUpgradeFixes(input.text, options, host)
  if (text !== input.text) replaceFileText(input.path, input.text, text)
  const comparison = compareReleases(text, options, { host })
  const changes = comparison.changes.filter(
    ({ kind, path }) => kind !== 'read' || !appliedFixes.has(toPathKey(path)),
  )
  return { ...comparison, changes, path: input.path, text, fixed: appliedFixes.size }
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
      ? await compareRunningConfigs(options, streams, releases.to)
      : await upgradeFiles(project, options, { releases, streams })

    const comparedReports = reports.filter(({ changes }) => findRefusal(changes) === undefined)
    const refusals = reports.flatMap(({ path, changes }) => {
      const refusal = findRefusal(changes)
      return refusal === undefined ? [] : [`${path}: ${refusal}`]
    })
    const style = {
      width: streams.width,
      usesColor: usesColor(color, streams),
      isVerbose: verbose,
    }
    const allRefused = [...refused, ...refusals, ...failures.map(formatRefusedFile)]
    if (isProgramFormat(format))
      await printForPrograms(
        format,
        comparedReports.map((report) =>
          toUpgradeFindings(report, { omitsFixes: format !== 'sarif' }),
        ),
        {
          command: 'upgrade',
          release: formatSteps(comparedReports, releases),
          refused: allRefused,
          summaries: upgradeSummaries,
          streams,
        },
      )
    else if (comparedReports.length > 0) streams.out(formats[format](comparedReports, style))
    if (allRefused.length > 0) throw createSelectionError(allRefused, failures.some(isFailure))
    return isOverThreshold(comparedReports, failOn) ? 1 : 0
  },
})

/** Comparisons, reasons why some files were not selected, and files that could not be upgraded. */
type UpgradeResults = {
  reports: readonly UpgradeReport[]
  refused: readonly string[]
  failures: readonly RefusedFile[]
}

/** The releases that are compared, such as "1.6.20 to 2.0.3". */
const formatSteps = (
  reports: readonly UpgradeReport[],
  { from, to }: { from: string; to: string },
): string => {
  const fromReleases = new Set(reports.map((report) => report.from.release))
  return `${fromReleases.size > 0 ? formatList([...fromReleases]) : from} to ${to}`
}

function checkFileOptions({ from, fix, dryRun, args }: UpgradeCommandOptions): void {
  if (from === undefined)
    throw new UsageError(
      'upgrade needs the release that runs now; add --from RELEASE, such as --from 1.6',
    )
  if (dryRun && !fix) throw new UsageError('--dry-run has no effect without --fix')
  if (fix && !dryRun && args.includes('-')) throw new UsageError('--fix cannot edit stdin (-)')
}

async function upgradeFiles(
  project: Project,
  options: UpgradeCommandOptions,
  { releases, streams }: { releases: { from: string; to: string }; streams: Streams },
): Promise<UpgradeResults> {
  const { fix, dryRun, verbose, format = 'pretty' } = options
  const { files, outerFiles, refused } = await openSelectedFiles(project, options, {
    streams,
    isEditing: fix,
    opensParts: true,
  })
  const getHost = createHostCache()
  // Some formats show no fixes, and the table shows them only with --verbose. Computing them is expensive.
  const routerCount = outerFiles.reduce((sum, { parts }) => sum + parts.length, files.length)
  const computesFixes =
    routerCount === 1 ||
    (format === 'pretty' || format === 'markdown' ? verbose : !['github', 'junit'].includes(format))
  const upgradeFile = (file: OpenedFile): UpgradeReport | RefusedFile | undefined => {
    const { checks } = file.options
    const fileOptions = { ...toUpgradeOptions(file, releases), path: file.path }
    const host = getHost(dirname(file.path), checks)
    if (dryRun) return printFixes(file, fileOptions, { host, streams })
    if (fix) return createFixedReport(file, fileOptions, host)
    return {
      ...compareReleases(file.text, fileOptions, { host, fixes: computesFixes }),
      path: file.path,
      text: file.text,
      fixed: 0,
    }
  }
  const outcomes: (UpgradeReport | RefusedFile | undefined)[] = files.map((file) =>
    attempt(file.path, () => upgradeFile(file)),
  )
  const fixMode = dryRun ? 'patch' : fix ? 'write' : 'report'
  for (const outer of outerFiles) {
    const upgradeOptions = toUpgradeOptions(outer, releases)
    const partReports = await upgradeParts(outer, upgradeOptions, {
      fixMode,
      computesFixes,
      streams,
    }).catch((error: unknown) => [createFailure(outer.path, error)])
    outcomes.push(...partReports)
  }
  return {
    reports: outcomes.flatMap((outcome) => (!outcome || isRefused(outcome) ? [] : [outcome])),
    refused,
    failures: outcomes.filter(isRefused),
  }
}

const toUpgradeOptions = (
  { options: { env, platform } }: Pick<OpenedFile, 'options'>,
  releases: { from: string; to: string },
): UpgradeOptions => ({ ...releases, ...(env && { env }), ...(platform && { platform }) })

/** Prints the fixes of a file as a patch. Returns why the file cannot be fixed; undefined if it can. */
function printFixes(
  { path, text }: RouterInput,
  options: UpgradeOptions,
  { host, streams }: { host: LintHost; streams: Streams },
): RefusedFile | undefined {
  const result = applyUpgradeFixes(text, options, host)
  if (result.text !== text) printPatch(streams, path, text, result.text)
  return result.refusal === undefined ? undefined : { why: `${path}: ${result.refusal}` }
}

/** Flags that cannot be combined with `--live`, because they are for files on disk. */
const fileFlags = Object.keys({
  ...selectionFlags,
  ...environmentFlags,
  check: '',
  fix: '',
  'dry-run': '',
})

/**
 * Compares, for each running config, how `to` and the release of its router read it. If a router reports no known
 * release, --from sets its release.
 */
async function compareRunningConfigs(
  options: UpgradeCommandOptions,
  streams: Streams,
  to: string,
): Promise<UpgradeResults> {
  const { from } = options
  const { runningFiles } = await readRunningFiles(options, streams, {
    flag: '--from',
    findRelease: (path) => {
      if (from !== undefined) return getRelease(from, '--from')
      throw new UsageError(
        `\`${escapeControls(path)}\` does not report a known release; add the release that runs: --from RELEASE`,
      )
    },
  })
  if (runningFiles.length === 0)
    streams.err('routerfile: no router has reported its configuration\n')
  const reports = runningFiles.map(({ path, text, release }) => ({
    ...compareReleases(text, { from: release, to }, { fixes: false }),
    path,
    text,
    fixed: 0,
  }))
  return { reports, refused: [], failures: [] }
}

/**
 * Whether a file is newly refused or, with --fail-on warning or info, a change has at least the severity that the flag
 * names.
 */
function isOverThreshold(reports: readonly UpgradeReport[], failOn: Severity): boolean {
  const failingSeverities =
    failOn === 'error' ? [] : severities.slice(0, severities.indexOf(failOn) + 1)
  return reports.some(({ changes }) =>
    changes.some(
      ({ kind, severity }) => kind === 'refused' || failingSeverities.includes(severity),
    ),
  )
}

type FixMode = 'report' | 'write' | 'patch'

/** Reports on embedded router files, after fixing them if `fixMode` is `write`; with `patch`, only prints a patch. */
async function upgradeParts(
  outer: OpenedOuterFile,
  options: UpgradeOptions,
  {
    fixMode,
    computesFixes,
    streams,
  }: { fixMode: FixMode; computesFixes: boolean; streams: Streams },
): Promise<UpgradeReport[]> {
  if (fixMode === 'report')
    return reportParts(outer, options, { computesFixes, appliedFixes: new Map() })
  const { path, text } = outer
  const fixedOuter = fixParts(outer, options)
  if (fixMode === 'patch') {
    if (fixedOuter.text !== text) printPatch(streams, path, text, fixedOuter.text)
    return []
  }
  if (fixedOuter.text !== text) replaceFileText(path, text, fixedOuter.text)
  const findEmbedded = await loadEmbeddedFinder()
  const updatedFile =
    fixedOuter.text === text
      ? outer
      : { ...outer, text: fixedOuter.text, parts: findEmbedded(fixedOuter.text) }
  return reportParts(updatedFile, options, {
    computesFixes: true,
    appliedFixes: fixedOuter.appliedFixes,
  })
}

/** The keys that fixes wrote, by the name of the embedded router file. */
type FixedKeysByPart = ReadonlyMap<string, ReadonlySet<string>>

function fixParts(
  { text, parts }: OpenedOuterFile,
  options: UpgradeOptions,
): { text: string; appliedFixes: FixedKeysByPart } {
  const edits = parts.flatMap((part) => {
    const { text: fixedText, appliedFixes } = applyUpgradeFixes(
      part.text,
      options,
      createPartHost(),
    )
    const edit = fixedText === part.text ? undefined : editEmbedded(part, fixedText, text)
    return edit ? [{ ...edit, applied: appliedFixes }] : []
  })
  const { text: updatedText, appliedFiles } = applyEditedFiles(text, parts, edits)
  return {
    text: updatedText,
    appliedFixes: new Map(
      appliedFiles.map(({ file, applied: appliedFixes }) => [file.name, appliedFixes]),
    ),
  }
}

/** Embedded router files are for another machine, so the files that they name are not expected on this one. */
const createPartHost = () => createLintHost([], [], Date.now())

function reportParts(
  outer: OpenedOuterFile,
  options: UpgradeOptions,
  { computesFixes, appliedFixes }: { computesFixes: boolean; appliedFixes: FixedKeysByPart },
): UpgradeReport[] {
  const encodeFix = createFixEncoder(outer.text)
  return locateParts(outer).map(({ part, shownText, toOuterRange }): UpgradeReport => {
    const host = createPartHost()
    const comparison = compareReleases(part.text, options, { host, fixes: computesFixes })
    const appliedKeys = appliedFixes.get(part.name) ?? new Set()
    const changes = comparison.changes.filter(
      ({ kind, path }) => kind !== 'read' || !appliedKeys.has(toPathKey(path)),
    )
    return {
      ...comparison,
      path: outer.path,
      part: part.name,
      text: shownText,
      fixed: appliedKeys.size,
      changes: changes.map((change) => moveChange(change, part, { toOuterRange, encodeFix })),
    }
  })
}

/** A change with its places in the outer file; a fix that cannot be written there is left out. */
function moveChange(
  { fix, range, ...change }: UpgradeChange,
  part: EmbeddedFile,
  {
    toOuterRange,
    encodeFix,
  }: Pick<ReturnType<typeof locateParts>[number], 'toOuterRange'> & {
    encodeFix: ReturnType<typeof createFixEncoder>
  },
): UpgradeChange {
  const outerFix = fix && encodeFix(fix, part)
  return {
    ...change,
    ...(range && { range: toOuterRange(range) }),
    ...(outerFix && { fix: outerFix }),
  }
}

type FindingId = `upgrade-${UpgradeKind}`

/** The meaning of the ids that machine-readable formats use for changes. */
const upgradeSummaries: Readonly<Record<FindingId, string>> = {
  'upgrade-refused': 'A router of the new release refuses to start.',
  'upgrade-accepted': 'Only the new release runs on the file.',
  'upgrade-ignored': 'The new release ignores a key.',
  'upgrade-read': 'The new release reads a key that the old one ignores.',
  'upgrade-value': 'The new release reads another value.',
  'upgrade-default': 'A default differs.',
  'upgrade-finding': 'Only one of the releases has a finding.',
  'upgrade-behavior': 'The router behaves differently.',
  'upgrade-unanswered': 'The releases cannot be compared.',
}

/** Changes become findings for the formats of `lint`; a change without a place gets the start of the file. */
const toUpgradeFindings = (
  { path, part, text, to, changes }: UpgradeReport,
  { omitsFixes }: { omitsFixes: boolean },
): FileReport => ({
  path,
  ...(part !== undefined && { part }),
  text,
  release: to.release,
  diagnostics: changes.map(
    ({ kind, severity, path: place, range, message, reason = '', advice, fix }) => ({
      rule: `upgrade-${kind}` satisfies FindingId,
      severity,
      message: formatSentences(message, reason, advice),
      path: place,
      range: range ?? createStartRange(),
      ...(fix && !omitsFixes && { fix }),
    }),
  ),
})
