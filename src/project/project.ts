import { dirname, resolve } from 'node:path'
import type { Environment } from '../document/environment.js'
import { once } from '../document/lazy.js'
import type { ConfigurationSource } from './configuration.js'
import { createUpwardSearch } from './configuration-search.js'
import { createEnvironmentReader } from './environment-file.js'
import type { ConfiguredFile, LintFileOptions } from './file-options.js'
import { layerSettings } from './file-options.js'
import { isProjectError } from './project-error.js'
import { getRelease } from './release.js'
import type { FileSelection, LintTarget, SelectedFiles } from './select-files.js'
import { selectConfigured, selectFiles } from './select-files.js'
import type { Settings } from './settings.js'
import { createSettingsMerger, defaultSettings } from './settings.js'

/** Which configurations count, and what is set beside them. */
export type ProjectOptions = {
  /** Those in the folder of a file and above, one alone, or none. */
  configuration: 'nearest' | 'none' | { path: string }
  /** Settings that win over configurations, the stronger later. */
  settings: readonly Settings[]
  /** Whether comments in files suppress findings. */
  suppressions: boolean
}

/** The files of this machine, and what is configured for them. What is read is read once. */
export type Project = {
  /** What is configured for a file. Throws where a configuration has mistakes. */
  configurationFor: (path: string) => Promise<ConfiguredFile>
  /** The router files to lint, each with its options; what configurations exclude is left out. */
  selectFiles: (selection: FileSelection) => Promise<SelectedFiles<LintTarget>>
  /** Whether it is a fault where there is no router file, by what is set for the current folder. */
  requiresFiles: () => Promise<boolean>
}

/** Stands for any file of the current folder. */
export const anyFile = '-'

export function openProject({
  configuration,
  settings: above,
  suppressions,
}: ProjectOptions): Project {
  const findSources = createSourceLookup(configuration)
  const mergeSettings = createSettingsMerger()
  const readEnvironment = createEnvironmentReader()
  const optionsBySettings = new Map<Settings, LintFileOptions>()

  const configurationFor = async (path: string): Promise<ConfiguredFile> => {
    const sources = await findSources(path)
    const { layers, isExcluded } = layerSettings(sources, path)
    const settings = mergeSettings([defaultSettings, ...layers, ...above])
    const options = optionsBySettings.get(settings) ?? {
      ...createFileOptions(settings, readEnvironment(settings)),
      suppressions,
    }
    optionsBySettings.set(settings, options)
    return { sources, settings, options, isExcluded }
  }

  return {
    configurationFor,
    selectFiles: async (selection) =>
      selectConfigured(await selectFiles(selection), configurationFor),
    requiresFiles: async () => {
      try {
        const { settings } = await configurationFor(anyFile)
        return settings.requireFiles?.value ?? false
      } catch (error) {
        // A configuration that cannot be read requires nothing: it is reported where a file needs it.
        if (isProjectError(error)) return false
        throw error
      }
    },
  }
}

/** The configurations that count for a file. What reads them is loaded where there is one. */
function createSourceLookup(
  configuration: ProjectOptions['configuration'],
): (path: string) => Promise<readonly ConfigurationSource[]> {
  if (configuration === 'none') return async () => []
  const findNearest = configuration === 'nearest' ? createUpwardSearch() : () => undefined
  const named = configuration === 'nearest' ? undefined : configuration.path
  const loadReader = once(async () =>
    (await import('./configurations.js')).createConfigurationReader(findNearest),
  )
  return async (path) => {
    const found = named ?? findNearest(dirname(resolve(path)))
    return found === undefined ? [] : (await loadReader())(found)
  }
}

function createFileOptions(
  { target, rules, check, level, failOn, maxWarnings, baseline, kind }: Settings,
  env: Environment | undefined,
): LintFileOptions {
  return {
    target: getRelease(target?.value, target?.from ?? ''),
    rules: Object.fromEntries(Object.entries(rules).map(([id, { value }]) => [id, value])),
    ...(env && { env }),
    checks: check?.value ?? defaultSettings.check.value,
    level: level?.value ?? defaultSettings.level.value,
    failOn: failOn?.value ?? defaultSettings.failOn.value,
    ...(maxWarnings && { maxWarnings }),
    ...(baseline && { baseline }),
    ...(kind && { isRouter: true }),
  }
}
