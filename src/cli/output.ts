import { dirname, resolve } from 'node:path'
import { faultOf, statOf } from '../world/disk.js'
import type { Streams } from './command.js'
import type { Given } from './flags.js'
import { numberOf, oneOf, UsageError } from './flags.js'
import type { OutputFormat, Report, Run, Style } from './formats/format.js'
import type { FormatEntry } from './formats/index.js'
import { outputFormats } from './formats/index.js'
import { replaceFile } from './replace-file.js'
import { colorChoices, hasLinks, isColored, isUnicode } from './terminal.js'

/** A format and the file that it goes to; none where it goes to standard output. */
export type Output = { format: OutputFormat; path: string | undefined }

type Wanted = { entry: FormatEntry; path: string | undefined }

/** `pretty`, or annotations where a GitHub workflow runs. */
const standard = (): string => (process.env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'pretty')

/** One --format: `NAME`, or `NAME=FILE`, with `-` for standard output. */
function wanted(value: string): Wanted {
  const [, name, file] = /^([^=]*)(?:=([\s\S]*))?$/.exec(value) ?? []
  const known = oneOf(
    name,
    outputFormats.map((format) => format.name),
    'format',
  )
  const entry = outputFormats.find((format) => format.name === known) ?? outputFormats[0]
  if (file === '') throw new UsageError(`--format ${value}: name the file after =, or leave = out`)
  return { entry, path: file === '-' ? undefined : file }
}

/** What is wrong with a file to write to, as far as it can be known before; undefined if nothing. */
function obstacleOf(path: string): string | undefined {
  const folder = dirname(path)
  const parent = statOf(folder)
  if (!parent) return `\`${path}\` cannot be written: the folder \`${folder}\` does not exist`
  if (!parent.isDirectory()) return `\`${path}\` cannot be written: \`${folder}\` is no folder`
  return statOf(path)?.isDirectory() ? `\`${path}\` cannot be written: it is a folder` : undefined
}

/** The formats that --format names, each with the file it goes to; each place is given once. */
export async function outputsOf(given: Given): Promise<Output[]> {
  const values = given.values('format')
  const all = (values.length > 0 ? values : [standard()]).map(wanted)
  const taken = new Map<string, string>()
  for (const {
    entry: { name },
    path,
  } of all) {
    const place = path === undefined ? '-' : resolve(path)
    const other = taken.get(place)
    if (other !== undefined && path === undefined)
      throw new UsageError(
        `--format: ${other} and ${name} would both go to standard output; give one a file: --format ${name}=FILE`,
      )
    if (other !== undefined)
      throw new UsageError(
        `--format: ${other} and ${name} would both go to \`${path}\`; give each a file of its own`,
      )
    taken.set(place, name)
    const fault = path === undefined ? undefined : obstacleOf(path)
    if (fault !== undefined) throw new UsageError(`--format: ${fault}`)
  }
  return Promise.all(all.map(async ({ entry, path }) => ({ format: await entry.load(), path })))
}

/** What the terminal can show, as flags, the environment and the terminal itself say. */
export async function styleOf(given: Given, streams: Streams): Promise<Style> {
  const color = isColored(oneOf(given.last('color'), colorChoices, 'color') ?? 'auto', streams)
  return {
    width: streams.width,
    color,
    unicode: isUnicode(),
    links: await hasLinks(color, streams),
    most: numberOf(given, 'max-problems'),
  }
}

/** What goes to a file has neither colors nor links. */
const onFile = (style: Style): Style => ({ ...style, color: false, links: false })

/** The folder that paths count from for other programs: that of the repository where CI names it, else the current one. */
export const rootOf = (): string =>
  process.env['GITHUB_WORKSPACE'] || process.env['CI_PROJECT_DIR'] || process.cwd()

const piecesOf = (printed: string | Generator<string>): Iterable<string> =>
  typeof printed === 'string' ? [printed] : printed

/** Prints what was found in each format, to its place. */
export function print(
  outputs: readonly Output[],
  reports: readonly Report[],
  { run, style, out }: { run: Run; style: Style; out: (text: string) => void },
): void {
  const inputs = new Set(reports.map(({ path }) => resolve(path)))
  const clash = outputs.find(({ path }) => path !== undefined && inputs.has(resolve(path)))
  if (clash)
    throw new UsageError(
      `--format: \`${clash.path}\` is one of the files that were looked at, and is not overwritten`,
    )
  for (const { format, path } of outputs) {
    if (path === undefined)
      for (const piece of piecesOf(format.print(reports, run, style))) out(piece)
    else write(path, [...piecesOf(format.print(reports, run, onFile(style)))].join(''))
  }
}

function write(path: string, text: string): void {
  try {
    replaceFile(path, text)
  } catch (error) {
    throw new UsageError(`--format: \`${path}\` cannot be written: ${faultOf(error)}`)
  }
}
