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

/** How a file is to be looked at. */
export type LintFileOptions = Options & {
  /** The release that the target means. */
  target: string
  checks: readonly Check[]
  failOn: Severity
  /** The same object for files whose warnings are counted together. */
  maxWarnings?: Sourced<number>
  baseline?: Sourced<string>
  /** A configuration says that it is a router file. */
  isRouter?: true
}
