import { load } from '../../lint/lint.js'
import type { LintFileOptions } from '../../project/settings.js'
import type { Project } from '../../project/project.js'
import type { Diagnostic, Range } from '../../document/diagnostic.js'
import { memoizePerObject } from '../../document/lazy.js'
import { findLineStarts, toPosition, createStartRange, toRange } from '../../document/diagnostic.js'
import type { Difference, DiffValue } from '../../versions/diff.js'
import { diff as compare } from '../../versions/diff.js'
import { findSyntaxError } from '../../versions/format.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { connectionFlags } from '../connection/flags.js'
import { formatRefusal, formatSyntaxError, UsageError } from '../errors.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import { readRunningVersion } from '../live/network.js'
import { isProgramFormat, printForPrograms, programFormats } from '../program-formats.js'
import { openProjectFor } from '../project-flags.js'
import type { FileVersion } from '../versions.js'
import { readVersion } from '../versions.js'
import type { FileReport } from '../../project/reports.js'
import type { DiffReport } from './diff/formats.js'
import { formatDiffJson, formatDiffText, findPath, formatDifference } from './diff/formats.js'

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
    const readOne = (argument: string): Promise<FileVersion> =>
      readVersion(argument, [
        (name) =>
          readRunningVersion(
            name,
            options,
            async (path) => (await project.configurationFor(path)).options.target,
          ),
      ])
    const versions = { before: await readOne(before), after: await readOne(after) }
    for (const version of Object.values(versions)) rejectBrokenSyntax(version)
    const common = await findCommonOptions(project, versions)
    for (const version of Object.values(versions)) reportRefusal(version, common, streams)
    const differences = compare(versions.before.text, versions.after.text, common)
    const report = {
      before: toShownVersion(versions.before),
      after: toShownVersion(versions.after),
      release: common.target,
      differences: differences.map((difference) => convertLines(difference, versions)),
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

/** For an embedded router file, uses the text of the outer file, to which line numbers of differences refer. */
const toShownVersion = (version: FileVersion): FileVersion =>
  version.place ? { ...version, text: version.place.shownText } : version

/** Converts the line numbers of a difference to those of the outer file, if a version is embedded in another file. */
function convertLines(
  difference: Difference,
  { before, after }: Record<'before' | 'after', FileVersion>,
): Difference {
  const converted = {
    before: (value: DiffValue) => ({ before: convertValueLines(value, before) }),
    after: (value: DiffValue) => ({ after: convertValueLines(value, after) }),
  }
  switch (difference.kind) {
    case 'changed':
      return {
        ...difference,
        ...converted.before(difference.before),
        ...converted.after(difference.after),
      }
    case 'added':
      return { ...difference, ...converted.after(difference.after) }
    case 'removed':
      return { ...difference, ...converted.before(difference.before) }
    case 'reordered':
      return difference
  }
}

const getLineStarts = memoizePerObject(({ text }: FileVersion) => findLineStarts(text))

function convertValueLines(value: DiffValue, version: FileVersion): DiffValue {
  const { text, place } = version
  if (!place) return value
  const starts = getLineStarts(version)
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

/** Refuses a version with a syntax error, because the values after the error cannot be compared. */
function rejectBrokenSyntax({ name, text }: FileVersion): void {
  const error = findSyntaxError(text)
  if (error) throw new UsageError(formatSyntaxError(name, error))
}

/** Uses the options of the second version. Throws a `UsageError` if the versions have different releases. */
async function findCommonOptions(
  project: Project,
  { before, after }: { before: FileVersion; after: FileVersion },
): Promise<LintFileOptions> {
  const [optionsBefore, optionsAfter] = [
    (await project.configurationFor(before.path)).options,
    (await project.configurationFor(after.path)).options,
  ]
  if (optionsBefore.target !== optionsAfter.target)
    throw new UsageError(
      `the configurations of \`${before.name}\` and \`${after.name}\` name different releases, ${optionsBefore.target} and ${optionsAfter.target}; add --target`,
    )
  return optionsAfter
}

/** Warns if the router would refuse a version. The values of this version are compared anyway. */
function reportRefusal(
  { name, text }: FileVersion,
  options: LintFileOptions,
  { err }: Streams,
): void {
  const error = load(text, options).diagnostics.find(({ severity }) => severity === 'error')
  if (error) err(formatRefusal(name, error.message))
}

/** The meaning of the ids that machine-readable formats use for differences. */
const diffSummaries = {
  'diff-changed': 'The router uses another value.',
  'diff-added': 'Only the second version has the value.',
  'diff-removed': 'Only the first version has the value.',
  'diff-reordered': 'A list has the same items in another order.',
} as const satisfies Readonly<Record<`diff-${Difference['kind']}`, string>>

/** The differences as findings in the second version, for the formats of `lint`. */
const toDiffFindings = (report: DiffReport, isVerbose: boolean): FileReport => ({
  path: report.after.path,
  text: report.after.text,
  release: report.release,
  diagnostics: report.differences.flatMap((difference): Diagnostic[] =>
    formatDifference(report, difference, isVerbose).map((line) => ({
      rule: `diff-${difference.kind}` satisfies keyof typeof diffSummaries,
      severity: 'warning',
      // Omits the sign, such as `+`, because the id of the finding says the same.
      message: line.slice(2),
      path: findPath(difference),
      range: findRange(report, difference),
    })),
  ),
})

/** The line of the value in the second version; the start of the file if that version does not set the value. */
function findRange({ after }: DiffReport, difference: Difference): Range {
  const line = 'after' in difference ? difference.after.line : undefined
  if (line === undefined) return createStartRange()
  const starts = getLineStarts(after)
  const start = starts[line - 1] ?? 0
  const content = after.text.slice(start, starts[line]).trimEnd()
  const indent = content.length - content.trimStart().length
  return toRange(starts, { start: start + indent, end: start + content.length })
}
