import { dirname, resolve } from 'node:path'
import { once } from '../document/lazy.js'
import { describeError, findStats } from '../project/disk.js'
import type { FileReport } from '../project/reports.js'
import { outputFormats } from '../generated/formats.js'
import { UsageError } from './errors.js'
import type { Streams } from './command.js'
import type { OptionsOf } from './flags.js'
import { assignGroup, parseChoice } from './flags.js'
import type { OutputFormat, RunInfo, OutputStyle, FormatEntry } from './formats/format.js'
import { colorFlag, supportsLinks, usesColor, supportsUnicode, toChunks } from './ui/text.js'

export const reportFlags = assignGroup('Output', {
  format: {
    value: 'NAME[=FILE]',
    repeatable: true,
    short: 'f',
    help: 'output format, see below (repeatable)',
    words: () => outputFormats.map(({ name }) => name),
  },
})

/** Flags that decide which findings are shown, how they look, and whether they change the exit code. */
export const outputFlags = assignGroup('Output', {
  quiet: { short: 'q', help: 'show errors only' },
  verbose: { short: 'v', help: 'show every finding, even repeated ones' },
  'max-problems': {
    value: 'N',
    integerDescription: 'a whole number',
    help: 'show the first N findings only (pretty)',
  },
  'exit-zero': { help: 'exit with 0 despite findings' },
  color: colorFlag,
})

/** A format and the file to write; standard output if there is no path. */
export type ReportOutput = { format: OutputFormat; path: string | undefined }

type RequestedOutput = { entry: FormatEntry; path: string | undefined }

const getDefaultFormat = (): string =>
  process.env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'pretty'

/** Parses a value of --format: `NAME`, or `NAME=FILE`, with `-` for standard output. */
function parseFormatFlag(value: string): RequestedOutput {
  const [, name, file] = /^([^=]*)(?:=([\s\S]*))?$/.exec(value) ?? []
  const formatName = parseChoice(
    name,
    outputFormats.map((format) => format.name),
    'format',
  )
  const entry = outputFormats.find((format) => format.name === formatName) ?? outputFormats[0]
  if (file === '') throw new UsageError(`--format ${value}: name the file after =, or leave = out`)
  return { entry, path: file === '-' ? undefined : file }
}

/** Returns why an output file cannot be written, as far as this can be checked in advance. */
function findObstacle(path: string): string | undefined {
  const folder = dirname(path)
  const folderStats = findStats(folder)
  if (!folderStats) return `\`${path}\` cannot be written: the folder \`${folder}\` does not exist`
  if (!folderStats.isDirectory())
    return `\`${path}\` cannot be written: \`${folder}\` is not a folder`
  return findStats(path)?.isDirectory()
    ? `\`${path}\` cannot be written: it is a folder`
    : undefined
}

/**
 * Reads the values of --format. Throws a `UsageError` if two formats share an output, or if an output file cannot be
 * written.
 */
export async function readOutputs(values: readonly string[]): Promise<ReportOutput[]> {
  const requestedOutputs = (values.length > 0 ? values : [getDefaultFormat()]).map(parseFormatFlag)
  const formatByPath = new Map<string, string>()
  for (const {
    entry: { name },
    path,
  } of requestedOutputs) {
    const pathKey = path === undefined ? '-' : resolve(path)
    const otherFormat = formatByPath.get(pathKey)
    if (otherFormat !== undefined && path === undefined)
      throw new UsageError(
        `--format: ${otherFormat} and ${name} would both go to standard output; give one a file: --format ${name}=FILE`,
      )
    if (otherFormat !== undefined)
      throw new UsageError(
        `--format: ${otherFormat} and ${name} would both go to \`${path}\`; give each a file of its own`,
      )
    formatByPath.set(pathKey, name)
    const obstacle = path === undefined ? undefined : findObstacle(path)
    if (obstacle !== undefined) throw new UsageError(`--format: ${obstacle}`)
  }
  return Promise.all(
    requestedOutputs.map(async ({ entry, path }) => ({ format: await entry.load(), path })),
  )
}

export async function detectStyle(
  {
    color: colorChoice = 'auto',
    verbose,
    maxProblems = Infinity,
  }: Pick<OptionsOf<typeof outputFlags>, 'color' | 'verbose' | 'maxProblems'>,
  streams: Streams,
): Promise<OutputStyle> {
  const color = usesColor(colorChoice, streams)
  return {
    width: streams.width,
    usesColor: color,
    usesUnicode: supportsUnicode(),
    usesLinks: await supportsLinks(color, streams),
    isVerbose: verbose,
    maxFindings: maxProblems,
  }
}

const toFileStyle = (style: OutputStyle): OutputStyle => ({
  ...style,
  usesColor: false,
  usesLinks: false,
})

/** The repository if CI names it, otherwise the current directory. */
export const getRoot = (): string =>
  process.env['GITHUB_WORKSPACE'] || process.env['CI_PROJECT_DIR'] || process.cwd()

/**
 * Prints the reports to each output. Throws a `UsageError` if an output is one of the checked files, or cannot be
 * written.
 */
export async function printReports(
  outputs: readonly ReportOutput[],
  reports: readonly FileReport[],
  { run, style, out }: { run: RunInfo; style: OutputStyle; out: (text: string) => void },
): Promise<void> {
  const listInputs = once(() => new Set(reports.map(({ path }) => resolve(path))))
  const clash = outputs.find(({ path }) => path !== undefined && listInputs().has(resolve(path)))
  if (clash)
    throw new UsageError(
      `--format: \`${clash.path}\` is one of the checked files and was not overwritten`,
    )
  for (const { format, path } of outputs) {
    if (path === undefined)
      for (const chunk of toChunks(format.print(reports, run, style))) out(chunk)
    else
      await writeOutput(
        path,
        [...toChunks(format.print(reports, run, toFileStyle(style)))].join(''),
      )
  }
}

async function writeOutput(path: string, text: string): Promise<void> {
  try {
    const { replaceFile } = await import('../project/replace-file.js')
    replaceFile(path, text)
  } catch (error) {
    throw new UsageError(`--format: \`${path}\` cannot be written: ${describeError(error)}`)
  }
}
