import { load } from '../../lint/lint.js'
import type { LintFileOptions } from '../../project/settings.js'
import type { Project } from '../../project/project.js'
import { findLineStarts, toPosition } from '../../document/diagnostic.js'
import type { Difference, DiffValue } from '../../versions/diff.js'
import { diff as compare } from '../../versions/diff.js'
import { findSyntaxError } from '../../versions/format.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { connectionFlags } from '../connection/flags.js'
import { formatRefusal, formatSyntaxError, UsageError } from '../errors.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import { readRunningVersion } from '../live/running-version.js'
import { isProgramFormat, printForPrograms, programFormats } from '../program-formats.js'
import { openProjectFor } from '../project-flags.js'
import type { FileVersion } from '../versions.js'
import { readVersion } from '../versions.js'
import { diffSummaries, toDiffFindings } from './diff/findings.js'
import { formatDiffJson, formatDiffText } from './diff/formats.js'

export const diff = defineCommand({
  name: 'diff',
  usage: 'A B',
  summary: 'compare what the router does with two versions of a file',
  examples: [
    'routerfile diff HEAD:router.yml router.yml',
    'routerfile diff north.yml south.yml --target 1.6',
    'routerfile diff live:north north.yml --url https://ctrl.example.com:1280',
    'routerfile diff old.yml new.yml --format sarif',
    'routerfile diff cm.yml#ConfigMap/north:router.yaml north.yml',
  ],
  page: 'docs/versions.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...configurationFlags,
    ...connectionFlags,
    ...createFormatFlag(['text', 'json', ...programFormats]),
    verbose: { short: 'v', help: 'show defaults of added and removed parts', group: 'Output' },
  },
  run: async (options, streams) => {
    const {
      args: [before, after, ...more],
      format = 'text',
    } = options
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError(
        'diff takes two versions of a file: paths, REV:FILE as in HEAD:router.yml, live:ROUTER, or - for stdin',
      )
    if (before === '-' && after === '-')
      throw new UsageError('`-` is given twice, but stdin can be read only once')
    const project = openProjectFor(options, streams)
    const read = (argument: string): Promise<FileVersion> =>
      readVersion(argument, [
        (name) =>
          readRunningVersion(
            name,
            options,
            async (path) => (await project.configurationFor(path)).options.target,
          ),
      ])
    const versions = { before: await read(before), after: await read(after) }
    for (const version of Object.values(versions)) rejectBrokenSyntax(version)
    const common = await findCommonOptions(project, versions)
    for (const version of Object.values(versions)) reportRefusal(version, common, streams)
    const differences = compare(versions.before.text, versions.after.text, common)
    const report = {
      before: toShownVersion(versions.before),
      after: toShownVersion(versions.after),
      release: common.target,
      differences: differences.map((difference) => movePlaces(difference, versions)),
    }
    if (isProgramFormat(format))
      await printForPrograms(format, [toDiffFindings(report, options.verbose)], {
        command: 'diff',
        release: common.target,
        refused: [],
        summaries: diffSummaries,
        streams,
      })
    else
      streams.out(
        format === 'json' ? formatDiffJson(report) : formatDiffText(report, options.verbose),
      )
    return differences.length > 0 ? 1 : 0
  },
})

/** A version with the text in which the lines of the differences are. */
const toShownVersion = (version: FileVersion): FileVersion =>
  version.place ? { ...version, text: version.place.shownText } : version

/** A difference with lines of the files that the versions are strings of. */
function movePlaces(
  difference: Difference,
  { before, after }: Record<'before' | 'after', FileVersion>,
): Difference {
  const moved = {
    before: (value: DiffValue) => ({ before: moveValue(value, before) }),
    after: (value: DiffValue) => ({ after: moveValue(value, after) }),
  }
  switch (difference.kind) {
    case 'changed':
      return { ...difference, ...moved.before(difference.before), ...moved.after(difference.after) }
    case 'added':
      return { ...difference, ...moved.after(difference.after) }
    case 'removed':
      return { ...difference, ...moved.before(difference.before) }
    case 'reordered':
      return difference
  }
}

function moveValue(value: DiffValue, { text, place }: FileVersion): DiffValue {
  if (!place) return value
  const starts = findLineStarts(text)
  const move = (line: number): number => {
    const start = toPosition(starts, starts[line - 1] ?? text.length)
    return place.toOuterRange({ start, end: start }).start.line + 1
  }
  const { line, unread } = value
  return {
    ...value,
    ...(line !== undefined && { line: move(line) }),
    ...(unread && { unread: { ...unread, line: move(unread.line) } }),
  }
}

/** Values after a syntax error are not known, so nothing can be said about them. */
function rejectBrokenSyntax({ name, text }: FileVersion): void {
  const error = findSyntaxError(text)
  if (error) throw new UsageError(formatSyntaxError(name, error))
}

/** Both versions are read for the same release with the same variables. */
async function findCommonOptions(
  project: Project,
  { before, after }: { before: FileVersion; after: FileVersion },
): Promise<LintFileOptions> {
  const [old, now] = [
    (await project.configurationFor(before.path)).options,
    (await project.configurationFor(after.path)).options,
  ]
  if (old.target !== now.target)
    throw new UsageError(
      `the configurations of \`${before.name}\` and \`${after.name}\` name different releases, ${old.target} and ${now.target}; add --target`,
    )
  return now
}

/** The comparison is still about everything that the router would read. */
function reportRefusal(
  { name, text }: FileVersion,
  options: LintFileOptions,
  { err }: Streams,
): void {
  const error = load(text, options).diagnostics.find(({ severity }) => severity === 'error')
  if (error) err(formatRefusal(name, error.message))
}
