/** What is needed only where there is a configuration, or somebody wants to see one. */
import { dirname, relative, resolve, sep } from 'node:path'
import type { Diagnostic } from '../diagnostic.js'
import type { Broken } from '../configuration/read.js'
import type { Source, Surroundings } from '../configuration/gather.js'
import { gather } from '../configuration/gather.js'
import { readText } from '../file.js'
import { fromHere } from './configuration-search.js'
import { UsageError } from './flags.js'
import { showLines } from './formats/compact.js'
import type { Style } from './formats/format.js'
import { showReport } from './formats/pretty.js'
import { matcher } from './pattern.js'

export { printConfiguration } from './print-configuration.js'

/** How mistakes in a configuration are shown. */
export type Complaint = { format: 'compact' | 'pretty'; style: Style }

/** Configurations on this machine. */
const here: Surroundings = {
  read: readText,
  resolve: (file, path) => fromHere(resolve(dirname(file), path)),
  relate: (file, path) => relative(dirname(file), path).replaceAll(sep, '/'),
  matcher,
}

/**
 * Reads a configuration with all that it extends and, unless it is a root, those in the folders above, the nearest
 * first; each is read once. Mistakes are thrown as a usage error that shows them.
 */
export function configurationReader(
  nearest: (folder: string) => string | undefined,
  complaint: Complaint,
): (path: string) => readonly Source[] {
  const known = new Map<string, readonly Source[]>()
  const read = (path: string): readonly Source[] => {
    const found = known.get(path)
    if (found) return found
    const sources = readOne(path, complaint)
    const above = sources[0]?.isRoot ? undefined : nearest(dirname(dirname(path)))
    const all = [...sources, ...(above === undefined ? [] : read(above))]
    const first = all.filter(
      (source, index) => all.findIndex((other) => other.path === source.path) === index,
    )
    known.set(path, first)
    return first
  }
  return read
}

/** What is wrong with a text as the configuration of a path, alone and with what it extends. */
export const mistakesIn = (path: string, text: string): readonly Diagnostic[] =>
  gather(fromHere(path), text, here).broken.find((item) => item.path === fromHere(path))
    ?.diagnostics ?? []

function readOne(path: string, complaint: Complaint): readonly Source[] {
  const text = readText(path)
  if ('why' in text) throw new UsageError(text.why)
  const { sources, broken } = gather(fromHere(path), text.text, here)
  if (broken.length > 0) complain(broken, complaint)
  return sources.toReversed()
}

function complain(broken: readonly Broken[], { format, style }: Complaint): never {
  const reports = broken.map((item) => ({ ...item, release: '' }))
  const shown =
    format === 'compact'
      ? showLines(reports)
      : reports.map((report) => showReport(report, { ...style, links: false })).join('')
  const count = broken.flatMap(({ diagnostics }) => diagnostics).length
  throw new UsageError(
    `${count === 1 ? 'a mistake' : `${count} mistakes`} in the configuration ${broken.map(({ path }) => `\`${path}\``).join(' and ')}; nothing is looked at before ${count === 1 ? 'it is' : 'they are'} mended`,
    shown,
  )
}
