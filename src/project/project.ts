import { dirname, resolve } from 'node:path'
import type { Variable } from '../document/environment.js'
import { toEnvironment } from '../document/environment.js'
import { memoizePerObject, once } from '../document/lazy.js'
import type {
  ConfigurationSource,
  ConfiguredFile,
  LintFileOptions,
  RuleChoice,
  Settings,
} from './settings.js'
import type { ConfigurationTrust } from './configurations.js'
import { createUpwardSearch, findUnreadFiles } from './configuration-search.js'
import { createVariableReader } from './environment-file.js'
import {
  layerSettings,
  restrictRules,
  getRelease,
  createSettingsMerger,
  defaultSettings,
  formatOrigin,
} from './settings.js'
import { getOwnPlatform } from './machine.js'
import { isProjectError } from './project-error.js'
import type { FileSelection, ConfiguredSource, SelectedFiles } from './select-files.js'
import { listFolders, selectConfigured, collectSources } from './select-files.js'

export type ProjectOptions = {
  /** The config files to use: those in the directory of a file and above, a single one, or none. */
  configuration: 'nearest' | 'none' | { path: string }
  /** Settings that override config files; later ones win. */
  settings: readonly Settings[]
  /** Whether config files may name files outside of their project. */
  trustsConfiguration: boolean
  /** The rules to run, which take precedence over config files; if absent, config files decide. */
  rules?: RuleChoice
  /** Whether comments in files suppress findings. */
  suppressions: boolean
  /** Called with a sentence for the user, once for each target that is newer than all known releases of its line. */
  note?: (text: string) => void
}

/** Gives access to the files of this machine and their configuration. */
export type Project = {
  /** The configuration for a file. Throws if a config file has mistakes. */
  configurationFor: (path: string) => Promise<ConfiguredFile>
  /** The router files to lint, each with its options. Omits files that config files exclude, unless they are named. */
  selectFiles: (selection: FileSelection) => Promise<SelectedFiles<ConfiguredSource>>
  /** Whether the settings of the current directory require router files. False if these settings cannot be read. */
  requiresFiles: () => Promise<boolean>
}

/** A name for any file in the current directory, to find the settings there. */
export const anyFile = '-'

export function openProject({
  configuration,
  settings: extraLayers,
  trustsConfiguration,
  suppressions,
  rules,
  note,
}: ProjectOptions): Project {
  const findSources = createSourceLookup(configuration, { isTrusted: trustsConfiguration })
  const mergeSettings = createSettingsMerger()
  const chooseRules = memoizePerObject((settings: Settings) =>
    rules ? restrictRules(settings, rules) : settings,
  )
  const variableReader = once(() => createVariableReader())
  const optionsBySettings = new Map<Settings, LintFileOptions>()

  const notedTexts = new Set<string>()
  const noteOnce = (text: string): void => {
    if (!notedTexts.has(text)) note?.(text)
    notedTexts.add(text)
  }

  const configurationFor = async (path: string): Promise<ConfiguredFile> => {
    const sources = await findSources(path)
    const { layers, isExcluded } = layerSettings(sources, path)
    const settings = chooseRules(mergeSettings([defaultSettings, ...layers, ...extraLayers]))
    const options = optionsBySettings.get(settings) ?? {
      // If no setting names variables, all variables are unknown.
      ...createFileOptions(
        settings,
        settings.env.length > 0 ? variableReader()(settings.env) : undefined,
        noteOnce,
      ),
      suppressions,
    }
    optionsBySettings.set(settings, options)
    return { sources, settings, options, isExcluded }
  }

  return {
    configurationFor,
    selectFiles: async (selection) => {
      const selectedFiles = await selectConfigured(
        await collectSources(selection),
        configurationFor,
        selection,
      )
      const unread =
        configuration === 'nearest'
          ? new Set([...findUnreadFiles(listFolders(selection)), ...selectedFiles.unread])
          : []
      return { ...selectedFiles, unread: [...unread] }
    },
    requiresFiles: async () => {
      try {
        const { settings } = await configurationFor(anyFile)
        return settings.requireFiles?.value ?? false
      } catch (error) {
        // A config file with mistakes does not require files; its mistakes are reported when a file needs it.
        if (isProjectError(error)) return false
        throw error
      }
    },
  }
}

/** The code that reads config files is only loaded if there are any. */
function createSourceLookup(
  configuration: ProjectOptions['configuration'],
  trust: ConfigurationTrust,
): (path: string) => Promise<readonly ConfigurationSource[]> {
  if (configuration === 'none') return async () => []
  const findNearest = configuration === 'nearest' ? createUpwardSearch(trust) : () => undefined
  const givenPath = configuration === 'nearest' ? undefined : configuration.path
  const loadReader = once(async () =>
    (await import('./configurations.js')).createConfigurationReader(findNearest, trust),
  )
  return async (path) => {
    const configurationPath = givenPath ?? findNearest(dirname(resolve(path)))
    return configurationPath === undefined ? [] : (await loadReader())(configurationPath)
  }
}

function createFileOptions(
  { target, platform, rules, check, level, failOn, maxWarnings, baseline, kind }: Settings,
  variables: readonly Variable[] | undefined,
  note: (text: string) => void,
): LintFileOptions {
  return {
    target: getRelease(target?.value, formatOrigin(target?.origin ?? ''), note),
    rules: Object.fromEntries(Object.entries(rules).map(([id, { value }]) => [id, value])),
    ...(platform ? { platform: platform.value } : getOwnPlatform()),
    ...(variables && { env: toEnvironment(variables) }),
    checks: check?.value ?? defaultSettings.check.value,
    level: level?.value ?? defaultSettings.level.value,
    failOn: failOn?.value ?? defaultSettings.failOn.value,
    origins: {
      level: level?.origin ?? defaultSettings.level.origin,
      failOn: failOn?.origin ?? defaultSettings.failOn.origin,
    },
    ...(maxWarnings && { maxWarnings }),
    ...(baseline && { baseline }),
    ...(kind && { isRouter: true }),
  }
}
