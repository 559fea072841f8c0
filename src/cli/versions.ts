import { decodeText } from '../project/file.js'
import { findStats } from '../project/disk.js'
import type { RouterInput } from '../project/inputs.js'
import { openSource } from '../project/inputs.js'
import { UsageError } from './errors.js'
import { formatRefusal, readInput } from './selection-flags.js'

/** One version of a router file: its text, its name in messages, and the path whose configuration applies. */
export type Version = { name: string; path: string; text: string }

/** A kind of source for versions: reads an argument of its form, and leaves others to the next kind. */
type VersionSource = (argument: string) => Promise<Version | undefined> | Version | undefined

/** Where versions come from; the first source that knows an argument reads it. */
const sources: readonly VersionSource[] = [readFile, readFromGit]

/** Reads one version of a router file: a file, `-` for standard input, or `REV:FILE` of git. */
export async function readVersion(argument: string): Promise<Version> {
  for (const read of sources) {
    const version = await read(argument)
    if (version) return version
  }
  return toVersion(argument, readInput(argument))
}

const toVersion = (name: string, { path, text }: RouterInput): Version => ({ name, path, text })

/** A file on disk wins over a revision with the same name. */
function readFile(argument: string): Version | undefined {
  if (argument === '-') return toVersion('standard input', readInput(argument))
  return findStats(argument) ? toVersion(argument, readInput(argument)) : undefined
}

/** A file as git has it: `HEAD~1:router.yml`, or `:router.yml` for the staged content. */
async function readFromGit(argument: string): Promise<Version | undefined> {
  const [, revision, path = ''] = /^([^:]*):(.+)$/s.exec(argument) ?? []
  if (revision === undefined) return undefined
  const { readRevision } = await import('../project/git.js')
  const decoded = decodeText(readRevision(revision, path), `\`${argument}\``)
  if ('why' in decoded) throw new UsageError(decoded.why)
  const opened = openSource({ path, text: decoded.text, origin: 'named', under: [] })
  if (opened && 'text' in opened) return toVersion(argument, opened)
  throw new UsageError(
    opened ? formatRefusal(opened) : `\`${argument}\` is not a router config file`,
  )
}
