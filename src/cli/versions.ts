import { decodeText } from '../document/decode-text.js'
import { readNamedText, readStandardInput, findStats } from '../project/disk.js'
import { formatReportPath } from '../project/reports.js'
import { UsageError } from './errors.js'
import type { PartPlace } from './parts.js'
import { openPart, splitPartName } from './parts.js'

/**
 * The text that an argument names. Messages call it `name`, and the configuration of `path` applies to it. With
 * `place`, it is embedded in the file at `path`.
 */
export type FileVersion = { name: string; path: string; text: string; place?: PartPlace }

/** Reads arguments of one form, such as `-`; undefined for arguments of other forms. */
type VersionSource = (
  argument: string,
) => Promise<FileVersion | undefined> | FileVersion | undefined

/** The sources of versions: the first that recognizes an argument reads it. */
const sources: readonly VersionSource[] = [readStandard, readFile, readFromGit]

/** Reads any text: from one of `extraSources`, a file, standard input (`-`), or git (`REV:FILE`). */
export async function readAnyVersion(
  argument: string,
  extraSources: readonly VersionSource[] = [],
): Promise<FileVersion> {
  for (const readSource of [...extraSources, ...sources]) {
    const version = await readSource(argument)
    if (version) return version
  }
  return readNamed(argument)
}

/** Reads the file itself, the embedded file that `FILE#PART` names, or the only embedded file. */
export async function readVersion(
  argument: string,
  extraSources: readonly VersionSource[] = [],
): Promise<FileVersion> {
  const [file, part] = splitPartName(argument)
  const version = await readAnyVersion(file, extraSources)
  const { path, text } = version
  const { place, text: partText } = await openPart(
    { path, text, origin: 'named', foundUnder: [] },
    file,
    part,
  )
  if (!place) return version
  return {
    name: formatReportPath({ path: version.name, part: place.part.name }),
    path,
    text: partText,
    place,
  }
}

function readStandard(argument: string): FileVersion | undefined {
  if (argument !== '-') return undefined
  const result = readStandardInput()
  if ('why' in result) throw new UsageError(result.why)
  return { name: 'standard input', path: 'standard input', text: result.text }
}

/**
 * Reads an argument as the path of a file; undefined if there is no such file. A file on disk wins over a git revision
 * with the same name.
 */
function readFile(argument: string): FileVersion | undefined {
  return findStats(argument) ? readNamed(argument) : undefined
}

function readNamed(path: string): FileVersion {
  const result = readNamedText(path)
  if ('why' in result) throw new UsageError(result.why)
  return { name: path, path, text: result.text }
}

/** Reads a version of a file from git: `HEAD~1:router.yml`, or `:router.yml` for the staged content. */
async function readFromGit(argument: string): Promise<FileVersion | undefined> {
  const [, revision, path = ''] = /^([^:]*):(.+)$/s.exec(argument) ?? []
  if (revision === undefined) return undefined
  const { readRevision } = await import('../project/git.js')
  const decodedText = decodeText(readRevision(revision, path), `\`${argument}\``)
  if ('why' in decodedText) throw new UsageError(decodedText.why)
  return { name: argument, path, text: decodedText.text }
}
