import type { Severity } from '../document/diagnostic.js'
import type { Options } from '../lint/lint.js'
import type { ConfigurationSource } from './configuration.js'
import type { Settings, Sourced } from './settings.js'
import type { Check } from './machine.js'

/** What is configured for a file: by flags, variables and configurations, the nearest first. Files with the same settings share the options. */
export type ConfiguredFile = {
  sources: readonly ConfigurationSource[]
  settings: Settings
  options: LintFileOptions
  isExcluded: boolean
}

/** How a file is to be checked. */
export type LintFileOptions = Options & {
  /** The release that the target means. */
  target: string
  checks: readonly Check[]
  /** Findings below this severity are not shown; they count all the same. */
  level: Severity
  failOn: Severity
  /** The same object for files whose warnings are counted together. */
  maxWarnings?: Sourced<number>
  baseline?: Sourced<string>
  /** A configuration says that it is a router file. */
  isRouter?: true
}

/** What configurations say of a file: their settings, the stronger later, and whether one of them excludes it. The nearest configuration comes first. */
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
