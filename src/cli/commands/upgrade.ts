import { dirname } from 'node:path'
import type { Severity } from '../../document/diagnostic.js'
import type { Host } from '../../lint/host.js'
import { applyUpgradeFixes } from '../../config/upgrade/apply-fixes.js'
import { findRefusal, formatAddress } from '../../config/upgrade/change.js'
import type { UpgradeOptions } from '../../config/upgrade/upgrade.js'
import { compareReleases } from '../../config/upgrade/upgrade.js'
import type { Command, Streams } from '../command.js'
import type { LintFileOptions } from '../../project/file-options.js'
import { printPatch } from '../diff.js'
import type { FlagValues } from '../flags.js'
import { commonFlags, parseChoice } from '../flags.js'
import { liveFlags, readsLive } from '../live/flags.js'
import { readRunningFiles } from '../live/network.js'
import { UsageError } from '../errors.js'
import type { RouterInput, RefusedFile } from '../../project/inputs.js'
import { attempt, isFailure, openSource, refuseBegun } from '../../project/inputs.js'
import {
  configurationFlags,
  environmentFlags,
  openProjectFor,
  settingFlags,
} from '../project-flags.js'
import {
  createRefusalError,
  formatRefusal,
  readSelection,
  reportUnfulfilled,
  selectionFlags,
} from '../selection-flags.js'
import { createHostCache } from '../../project/lint-files.js'
import { getRelease } from '../../project/release.js'
import type { LintTarget } from '../../project/select-files.js'
import { findUnfulfilled } from '../../project/select-files.js'
import { severities } from '../../project/settings.js'
import { replaceText } from '../../project/replace-file.js'
import { colorChoices, usesColor } from '../ui/terminal.js'
import { escapeControls } from '../ui/text.js'
import { json } from './upgrade/json.js'
import { markdown } from './upgrade/markdown.js'
import { pretty } from './upgrade/pretty.js'
import type { UpgradeFormat, UpgradeReport } from './upgrade/report.js'

const formats = { pretty, json, markdown } satisfies Record<string, UpgradeFormat>

/**
 * Fixes a file and reports what is left. It does not report that the new release reads a key added by a fix, because
 * that is the purpose of the fix.
 */
function createFixedReport(input: RouterInput, options: UpgradeOptions, host: Host): UpgradeReport {
  const { text, applied } = applyUpgradeFixes(input.text, options, host)
  if (text !== input.text) replaceText(input.path, input.text, text)
  const comparison = compareReleases(text, options, { host })
  const changes = comparison.changes.filter(
    ({ kind, path }) => kind !== 'read' || !applied.has(formatAddress(path)),
  )
  return { ...comparison, changes, path: input.path, fixed: applied.size }
}

export const upgrade: Command = {
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
  flags: {
    help: commonFlags['help'] ?? { help: '' },
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
    check: settingFlags['check'] ?? { help: '' },
    ...configurationFlags,
    format: {
      value: 'NAME',
      short: 'f',
      help: `${Object.keys(formats).join(', ')} (default: pretty)`,
      group: 'Output',
      words: () => Object.keys(formats),
    },
    verbose: { short: 'v', help: 'show each file in full', group: 'Output' },
    fix: {
      help: 'edit the files to keep what the old release does',
      group: 'Fix',
    },
    'dry-run': { help: 'print fixes as a patch, change nothing (with --fix)', group: 'Fix' },
    'fail-on': {
      value: 'SEVERITY',
      help: 'exit with 1 from error (default), warning or info on',
      group: 'Output',
      words: () => severities,
    },
    color: {
      value: 'WHEN',
      help: 'auto (default), always or never',
      group: 'Output',
      words: () => colorChoices,
    },
  },
  run: async (flags, streams) => {
    const isLive = readsLive(flags, fileFlags)
    if (!isLive && !flags.has('from'))
      throw new UsageError(
        'upgrade needs the release that runs now; add --from RELEASE, such as --from 1.6',
      )
    const releases = {
      from: getRelease(flags.last('from'), '--from'),
      to: getRelease(flags.last('to'), '--to'),
    }
    const project = openProjectFor(flags)
    const format =
      formats[
        parseChoice(flags.last('format'), ['pretty', 'json', 'markdown'] as const, 'format') ??
          'pretty'
      ]
    const least = parseChoice(flags.last('fail-on'), severities, 'fail-on') ?? 'error'
    const color = usesColor(
      parseChoice(flags.last('color'), colorChoices, 'color') ?? 'auto',
      streams,
    )
    const { width } = streams
    const style = { width, color, verbose: flags.has('verbose') }
    if (isLive) {
      const running = await compareRunning(flags, streams, releases.to)
      const { compared, refusals } = separateRefused(running)
      if (compared.length > 0) streams.out(format(compared, style))
      if (refusals.length > 0) throw createRefusalError(refusals)
      return isOverThreshold(compared, least) ? 1 : 0
    }
    const getHost = createHostCache()
    if (flags.has('dry-run') && !flags.has('fix'))
      throw new UsageError('--dry-run has no effect without --fix')
    if (flags.has('fix') && !flags.has('dry-run') && flags.rest.includes('-'))
      throw new UsageError('--fix cannot edit stdin (-)')
    const selected = await project.selectFiles(readSelection(flags))
    const opened = selected.sources.map((source) => openWithOptions(source, flags.has('fix')))
    const files = opened.filter((item) => item !== undefined && 'text' in item)
    const refused = reportUnfulfilled(findUnfulfilled(selected, opened), {
      flags,
      streams,
      selected,
      hasRouter: files.length > 0,
      isRequired: await project.requiresFiles(),
    })
    // The table does not show fixes, and computing them is expensive: each is tried on the text.
    const fixes = files.length === 1 || flags.has('verbose') || format !== pretty
    const reports: UpgradeReport[] = []
    const upgradeFile = (item: (typeof files)[number]): void => {
      const { env, checks } = item.options
      const options = { ...releases, ...(env && { env }) }
      const host = getHost(dirname(item.path), checks)
      if (flags.has('dry-run')) {
        const fixed = applyUpgradeFixes(item.text, options, host)
        if (fixed.refusal !== undefined) refused.push(`${item.path}: ${fixed.refusal}`)
        if (fixed.text !== item.text) printPatch(streams, item.path, item.text, fixed.text)
      } else
        reports.push(
          flags.has('fix')
            ? createFixedReport(item, options, host)
            : {
                ...compareReleases(item.text, options, { host, fixes }),
                path: item.path,
                fixed: 0,
              },
        )
    }
    const failures = files
      .map((item) => attempt(item.path, () => upgradeFile(item)))
      .filter((failure) => failure !== undefined)
    const { compared, refusals } = separateRefused(reports)
    if (compared.length > 0) streams.out(format(compared, style))
    const allRefused = [...refused, ...refusals, ...failures.map(formatRefusal)]
    if (allRefused.length > 0) throw createRefusalError(allRefused, failures.some(isFailure))
    return isOverThreshold(compared, least) ? 1 : 0
  },
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
  flags: FlagValues,
  streams: Streams,
  to: string,
): Promise<UpgradeReport[]> {
  const { running } = await readRunningFiles(flags, streams, {
    flag: '--from',
    release: (path) => {
      const from = flags.last('from')
      if (from !== undefined) return getRelease(from, '--from')
      throw new UsageError(
        `\`${escapeControls(path)}\` does not report a known release; add the one that runs: --from RELEASE`,
      )
    },
  })
  if (running.length === 0) streams.err('routerfile: no router has reported its configuration\n')
  return running.map(({ path, text, release }) => ({
    ...compareReleases(text, { from: release, to }, { fixes: false }),
    path,
    fixed: 0,
  }))
}

/** An opened source, with its options if it is a router file. The beginning of one is not edited. */
function openWithOptions(
  source: LintTarget,
  isEditing: boolean,
): (RouterInput & { options: LintFileOptions }) | RefusedFile | undefined {
  const read = openSource(source)
  if (isEditing && read && 'text' in read && read.isBegun) return refuseBegun(read)
  return read && 'text' in read ? { ...read, options: source.options } : read
}

/** Whether a file that was accepted is now refused, or another change reaches the severity of --fail-on. */
function isOverThreshold(reports: readonly UpgradeReport[], least: Severity): boolean {
  const over = least === 'error' ? [] : severities.slice(0, severities.indexOf(least) + 1)
  return reports.some(({ changes }) =>
    changes.some(({ kind, severity }) => kind === 'refused' || over.includes(severity)),
  )
}
