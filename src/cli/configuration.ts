import { dirname, resolve } from 'node:path'
import type { ConfigurationSource } from '../project/configuration.js'
import type { Settings } from '../project/settings.js'
import { createSettingsMerger } from '../project/settings.js'
import type { Environment } from '../document/environment.js'
import { readText } from '../project/file.js'
import { once } from '../document/lazy.js'
import { createUpwardSearch } from '../project/configuration-search.js'
import type { ConfiguredFile, LintFileOptions } from '../project/file-options.js'
import { UsageError } from '../project/usage-error.js'
import type { Streams } from './command.js'
import { findNamedRelease } from './command.js'
import type { Flags, FlagValues } from './flags.js'
import { detectStyle } from './output.js'
import {
  defaultSettings,
  createEnvironmentReader,
  readFlagSettings,
  getVariableName,
  readVariableSettings,
} from './settings.js'

export const configurationFlags: Flags = {
  config: {
    value: 'FILE',
    short: 'c',
    help: 'configuration to use instead of those in the folder of a file and above',
  },
  isolated: { help: 'use no configuration' },
}

/** A function that gives the configuration of a file. What is wrong with one is a usage error that shows it. */
export function createConfigurationLookup(
  given: FlagValues,
  streams: Streams,
): (path: string) => Promise<ConfiguredFile> {
  const above = [readVariableSettings(process.env), readFlagSettings(given)]
  const sourcesOf = createConfigurationSearch(given, streams)
  const lay = createSettingsMerger()
  const environmentOf = createEnvironmentReader()
  const known = new Map<Settings, LintFileOptions>()
  return async (path) => {
    const sources = await sourcesOf(path)
    const said = sources.map((source) => source.settingsFor(path))
    const settings = lay([
      defaultSettings,
      ...said.toReversed().flatMap(({ layers }) => layers),
      ...above,
    ])
    const options = known.get(settings) ?? {
      ...createFileOptions(settings, environmentOf(settings)),
      suppressions: !given.has('no-suppressions'),
    }
    known.set(settings, options)
    return { sources, settings, options, isExcluded: said.some(({ isExcluded }) => isExcluded) }
  }
}

/** Stands for any file of the current folder. */
export const anyFile = '-'

/** Whether it is a fault where there is no router file, by what is set for the current folder. A configuration that cannot be read requires nothing: it is reported where a file needs it. */
export async function requiresFiles(
  configurationOf: (path: string) => Promise<ConfiguredFile>,
): Promise<boolean> {
  try {
    const { settings } = await configurationOf(anyFile)
    return settings.requireFiles?.value ?? false
  } catch (error) {
    if (error instanceof UsageError) return false
    throw error
  }
}

function createFileOptions(
  { target, rules, check, failOn, maxWarnings, baseline, kind }: Settings,
  env: Environment | undefined,
): LintFileOptions {
  return {
    target: findNamedRelease(target?.value, target?.from ?? ''),
    rules: Object.fromEntries(Object.entries(rules).map(([id, { value }]) => [id, value])),
    ...(env && { env }),
    checks: check?.value ?? defaultSettings.check.value,
    failOn: failOn?.value ?? defaultSettings.failOn.value,
    ...(maxWarnings && { maxWarnings }),
    ...(baseline && { baseline }),
    ...(kind && { isRouter: true }),
  }
}

/** The configurations that count for a file: the one that is named, or those in its folder and above. */
function createConfigurationSearch(
  given: FlagValues,
  streams: Streams,
): (path: string) => Promise<readonly ConfigurationSource[]> {
  const named = findNamedConfiguration(given)
  if (named === 'none') return async () => []
  const nearest = named ? () => undefined : createUpwardSearch()
  const format = given.values('format').includes('compact') ? 'compact' : 'pretty'
  const reader = once(async () =>
    (await import('./configured.js')).createConfigurationReader(nearest, {
      format,
      style: await detectStyle(given, streams),
    }),
  )
  return async (path) => {
    const found = named?.path ?? nearest(dirname(resolve(path)))
    return found === undefined ? [] : (await reader())(found)
  }
}

/** The configuration that a flag or a variable names, where one does; a flag wins over variables. */
function findNamedConfiguration(given: FlagValues): { path: string } | 'none' | undefined {
  if (given.has('config') && given.has('isolated'))
    throw new UsageError(
      '--config and --isolated: the one names a configuration, the other wants none',
    )
  if (given.has('isolated')) return 'none'
  const from = given.has('config') ? '--config' : getVariableName('config')
  if (!given.has('config') && process.env[getVariableName('isolated')]) return 'none'
  const path = given.last('config') ?? process.env[getVariableName('config')]
  if (!path) return undefined
  const read = readText(path)
  if ('why' in read) throw new UsageError(`${from}: ${read.why}`)
  return { path: resolve(path) }
}
