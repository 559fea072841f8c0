import { dirname, relative, resolve, sep } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import type {
  BrokenConfiguration,
  ConfigurationSource,
  ConfigurationHost,
} from '../project/configuration.js'
import { readConfigurationChain } from '../project/configuration.js'
import { readText } from '../project/file.js'
import { toRelativePath } from '../project/configuration-search.js'
import { UsageError } from '../project/usage-error.js'
import { createMatcher } from '../project/pattern.js'
import type { ConfiguredFile } from '../project/file-options.js'
import { formatLines } from './formats/compact.js'
import type { OutputStyle } from './formats/format.js'
import { formatReport } from './formats/pretty.js'

/** What is needed only where there is a configuration, or somebody wants to see one. */

/** How mistakes in a configuration are shown. */
export type ErrorStyle = { format: 'compact' | 'pretty'; style: OutputStyle }

/** Configurations on this machine. */
const nodeHost: ConfigurationHost = {
  read: readText,
  resolve: (file, path) => toRelativePath(resolve(dirname(file), path)),
  relate: (file, path) => relative(dirname(file), path).replaceAll(sep, '/'),
  matcher: createMatcher,
}

/**
 * Reads a configuration with all that it extends and, unless it is a root, those in the folders above, the nearest
 * first; each is read once. Mistakes are thrown as a usage error that shows them.
 */
export function createConfigurationReader(
  nearest: (folder: string) => string | undefined,
  complaint: ErrorStyle,
): (path: string) => readonly ConfigurationSource[] {
  const known = new Map<string, readonly ConfigurationSource[]>()
  const read = (path: string): readonly ConfigurationSource[] => {
    const found = known.get(path)
    if (found) return found
    const sources = readOneConfiguration(path, complaint)
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
export const findMistakes = (path: string, text: string): readonly Diagnostic[] =>
  readConfigurationChain(toRelativePath(path), text, nodeHost).broken.find(
    (item) => item.path === toRelativePath(path),
  )?.diagnostics ?? []

function readOneConfiguration(path: string, complaint: ErrorStyle): readonly ConfigurationSource[] {
  const text = readText(path)
  if ('why' in text) throw new UsageError(text.why)
  const { sources, broken } = readConfigurationChain(toRelativePath(path), text.text, nodeHost)
  if (broken.length > 0) throwBroken(broken, complaint)
  return sources.toReversed()
}

function throwBroken(broken: readonly BrokenConfiguration[], { format, style }: ErrorStyle): never {
  const reports = broken.map((item) => ({ ...item, release: '' }))
  const shown =
    format === 'compact'
      ? formatLines(reports)
      : reports.map((report) => formatReport(report, { ...style, links: false })).join('')
  const count = broken.flatMap(({ diagnostics }) => diagnostics).length
  throw new UsageError(
    `${count === 1 ? 'a mistake' : `${count} mistakes`} in the configuration ${broken.map(({ path }) => `\`${path}\``).join(' and ')}; nothing is looked at before ${count === 1 ? 'it is' : 'they are'} mended`,
    shown,
  )
}

/** The configuration of a file as JSON: each value with where it comes from, values of variables left out. */
export function formatConfiguration(
  path: string,
  { sources, settings, options, isExcluded }: ConfiguredFile,
): string {
  const release = options.target
  const { env, target = { value: release, from: 'default' }, ...others } = settings
  const shown = {
    file: path,
    excluded: isExcluded,
    configurations: sources.map((source) => source.path),
    settings: {
      target: { ...target, release },
      ...others,
      env: Object.fromEntries(
        env.flatMap((item) => ('name' in item ? [[item.name, { ...item.value, value: '…' }]] : [])),
      ),
      envFile: env.flatMap((item) => ('file' in item ? [item.file] : [])),
    },
  }
  return `${JSON.stringify(shown, undefined, 2)}\n`
}
