import { dirname, resolve } from 'node:path'
import type { Source } from '../configuration/gather.js'
import type { Settings } from '../configuration/settings.js'
import { laying } from '../configuration/settings.js'
import type { Environment } from '../expand.js'
import { readText } from '../file.js'
import { once } from '../once.js'
import type { Streams } from './command.js'
import { releaseNamed } from './command.js'
import { searchUpward } from './configuration-search.js'
import type { Configured, FileOptions } from './file-options.js'
import type { Flags, Given } from './flags.js'
import { UsageError } from './flags.js'
import { styleOf } from './output.js'
import { defaults, environments, flagSettings, variableFor, variableSettings } from './settings.js'

export const configurationFlags: Flags = {
  config: {
    value: 'FILE',
    short: 'c',
    help: 'configuration to use instead of those in the folder of a file and above',
  },
  isolated: { help: 'use no configuration' },
}

/** A function that gives the configuration of a file. What is wrong with one is a usage error that shows it. */
export function configurations(
  given: Given,
  streams: Streams,
): (path: string) => Promise<Configured> {
  const above = [variableSettings(process.env), flagSettings(given)]
  const sourcesOf = searching(given, streams)
  const lay = laying()
  const environmentOf = environments()
  const known = new Map<Settings, FileOptions>()
  return async (path) => {
    const sources = await sourcesOf(path)
    const said = sources.map((source) => source.of(path))
    const settings = lay([defaults, ...said.toReversed().flatMap(({ layers }) => layers), ...above])
    const options = known.get(settings) ?? {
      ...optionsBy(settings, environmentOf(settings)),
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
  configurationOf: (path: string) => Promise<Configured>,
): Promise<boolean> {
  try {
    const { settings } = await configurationOf(anyFile)
    return settings.requireFiles?.value ?? false
  } catch (error) {
    if (error instanceof UsageError) return false
    throw error
  }
}

function optionsBy(
  { target, rules, check, failOn, maxWarnings, baseline, kind }: Settings,
  env: Environment | undefined,
): FileOptions {
  return {
    target: releaseNamed(target?.value, target?.from ?? ''),
    rules: Object.fromEntries(Object.entries(rules).map(([id, { value }]) => [id, value])),
    ...(env && { env }),
    checks: check?.value ?? defaults.check.value,
    failOn: failOn?.value ?? defaults.failOn.value,
    ...(maxWarnings && { maxWarnings }),
    ...(baseline && { baseline }),
    ...(kind && { isRouter: true }),
  }
}

/** The configurations that count for a file: the one that is named, or those in its folder and above. */
function searching(given: Given, streams: Streams): (path: string) => Promise<readonly Source[]> {
  const named = configurationNamed(given)
  if (named === 'none') return async () => []
  const nearest = named ? () => undefined : searchUpward()
  const format = given.values('format').includes('compact') ? 'compact' : 'pretty'
  const reader = once(async () =>
    (await import('./configured.js')).configurationReader(nearest, {
      format,
      style: await styleOf(given, streams),
    }),
  )
  return async (path) => {
    const found = named?.path ?? nearest(dirname(resolve(path)))
    return found === undefined ? [] : (await reader())(found)
  }
}

/** The configuration that a flag or a variable names, where one does; a flag wins over variables. */
function configurationNamed(given: Given): { path: string } | 'none' | undefined {
  if (given.has('config') && given.has('isolated'))
    throw new UsageError(
      '--config and --isolated: the one names a configuration, the other wants none',
    )
  if (given.has('isolated')) return 'none'
  const from = given.has('config') ? '--config' : variableFor('config')
  if (!given.has('config') && process.env[variableFor('isolated')]) return 'none'
  const path = given.last('config') ?? process.env[variableFor('config')]
  if (!path) return undefined
  const read = readText(path)
  if ('why' in read) throw new UsageError(`${from}: ${read.why}`)
  return { path: resolve(path) }
}
