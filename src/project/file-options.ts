import type { Severity } from '../document/diagnostic.js'
import type { Options } from '../lint/lint.js'
import { describeAssumption, findModel, targets } from '../schema/model.js'
import type { ConfigurationSource } from './configuration.js'
import type { SettingOrigin, Settings, Sourced } from './settings.js'
import type { Check } from './machine.js'
import { ProjectError } from './project-error.js'

/**
 * The configuration of a file: from flags, variables and config files, nearest first. Files with the same settings
 * share the options object.
 */
export type ConfiguredFile = {
  sources: readonly ConfigurationSource[]
  settings: Settings
  options: LintFileOptions
  isExcluded: boolean
}

/** The options for checking a file. */
export type LintFileOptions = Options & {
  /** The release that the target resolves to. */
  target: string
  checks: readonly Check[]
  /** Findings below this severity are not shown, but still count. */
  level: Severity
  failOn: Severity
  /** Where these two are set; the defaults if it is absent. */
  origins?: { readonly level: SettingOrigin; readonly failOn: SettingOrigin }
  /** The same object for files whose warnings are counted together. */
  maxWarnings?: Sourced<number>
  baseline?: Sourced<string>
  /** A config file declares it a router file. */
  isRouter?: true
}

/**
 * What config files set for a file: their settings, later ones win, and whether one of them excludes it. The nearest
 * config file comes first.
 */
export function layerSettings(
  sources: readonly ConfigurationSource[],
  path: string,
): { layers: readonly Settings[]; isExcluded: boolean } {
  const parts = sources.map((source) => source.settingsFor(path))
  return {
    layers: parts.toReversed().flatMap(({ layers }) => layers),
    isExcluded: parts.some(({ isExcluded }) => isExcluded),
  }
}

/**
 * The release that a target resolves to; `from` is the setting, flag or variable that names it, and `note` is told if
 * the release came after the known ones.
 */
export function getRelease(
  target: string | undefined,
  from: string,
  note?: (text: string) => void,
): string {
  const model = findModel(target)
  const assumption = describeAssumption(target)
  if (assumption !== undefined) note?.(assumption)
  if (model) return model.release
  const lines = targets().map(({ line }) => line)
  throw new ProjectError(
    `${from} ${target}: unknown release; known release lines are ${lines.join(', ')}`,
    { code: 'unknown-release' },
  )
}
