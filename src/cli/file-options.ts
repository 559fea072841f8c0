import type { Source } from '../configuration/gather.js'
import type { Settings, Sourced } from '../configuration/settings.js'
import type { Severity } from '../diagnostic.js'
import type { Options } from '../load.js'
import type { Check } from '../world/host.js'

/** What is configured for a file: by flags, variables and configurations, the nearest first. Files with the same settings share the options. */
export type Configured = {
  sources: readonly Source[]
  settings: Settings
  options: FileOptions
  isExcluded: boolean
}

/** How a file is to be looked at. */
export type FileOptions = Options & {
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
