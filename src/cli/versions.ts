import { decodeText } from '../document/decode-text.js'
import { readNamedText, readStandardInput, findStats } from '../project/disk.js'
import { formatReportPath } from '../project/reports.js'
import { UsageError } from './errors.js'
import type { PartPlace } from './parts.js'
import { openPart, splitPartName } from './parts.js'

/**
 * One version of a file: its text, its name in messages, and the path whose configuration applies. With `place`, the
 * text is a string of the file at the path.
 */
export type FileVersion = { name: string; path: string; text: string; place?: PartPlace }

/** A kind of source for versions: reads an argument of its form, and leaves others to the next kind. */
type VersionSource = (
  argument: string,
) => Promise<FileVersion | undefined> | FileVersion | undefined

/** The kinds of sources, in order; the first one that recognizes an argument reads it. */
const sources: readonly VersionSource[] = [readStandard, readFile, readFromGit]

/** Reads any text: a file, `-` for standard input, `REV:FILE` of git, or a source in `others`. */
export async function readAnyVersion(
  argument: string,
  others: readonly VersionSource[] = [],
): Promise<FileVersion> {
  for (const read of [...others, ...sources]) {
    const version = await read(argument)
    if (version) return version
  }
  return readNamed(argument)
}

/** Reads a router file: a file itself, the router file that `FILE#PART` names in its strings, or the only one there. */
export async function readVersion(
  argument: string,
  others: readonly VersionSource[] = [],
): Promise<FileVersion> {
  const [file, part] = splitPartName(argument)
  const version = await readAnyVersion(file, others)
  const { path, text } = version
  const { place, text: found } = await openPart(
    { path, text, origin: 'named', under: [] },
    file,
    part,
  )
  if (!place) return version
  return {
    name: formatReportPath({ path: version.name, part: place.part.name }),
    path,
    text: found,
    place,
  }
}

function readStandard(argument: string): FileVersion | undefined {
  if (argument !== '-') return undefined
  const read = readStandardInput()
  if ('why' in read) throw new UsageError(read.why)
  return { name: 'standard input', path: 'standard input', text: read.text }
}

/** A file on disk wins over a revision with the same name. */
function readFile(argument: string): FileVersion | undefined {
  return findStats(argument) ? readNamed(argument) : undefined
}

function readNamed(path: string): FileVersion {
  const read = readNamedText(path)
  if ('why' in read) throw new UsageError(read.why)
  return { name: path, path, text: read.text }
}

/** A file as git has it: `HEAD~1:router.yml`, or `:router.yml` for the staged content. */
async function readFromGit(argument: string): Promise<FileVersion | undefined> {
  const [, revision, path = ''] = /^([^:]*):(.+)$/s.exec(argument) ?? []
  if (revision === undefined) return undefined
  const { readRevision } = await import('../project/git.js')
  const decoded = decodeText(readRevision(revision, path), `\`${argument}\``)
  if ('why' in decoded) throw new UsageError(decoded.why)
  return { name: argument, path, text: decoded.text }
}
