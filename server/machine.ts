import type { BaselineEntry } from '../src/lint/baseline.js'
import type { ConfigurationTrust } from '../src/project/configurations.js'
import type { Settings, VariableSource } from '../src/project/settings.js'
import type { Diagnostic } from '../src/document/diagnostic.js'
import type { Variable } from '../src/document/environment.js'
import type { Check } from '../src/project/machine.js'
import type { Options } from '../src/lint/lint.js'
import type { LintHost } from '../src/lint/host.js'

/** Which configurations apply to a file: those found in its folder and above, a named one, or none. */
export type ConfigurationSearch = ConfigurationTrust & { named?: string; isIsolated: boolean }

/** The configuration of a file; `problem` if a configuration is invalid and was ignored. */
export type FileConfiguration = {
  layers: readonly Settings[]
  isExcluded: boolean
  problem?: string
}

/** The machine on which the server runs. A browser has none, and a server there knows only open texts. */
export type Machine = {
  /** The system of this machine, unless settings name that of the router. */
  platform: Options['platform']
  /** The path of a URI; undefined if it does not refer to a file. */
  toPath: (uri: string) => string | undefined
  toUri: (path: string) => string
  /** Resolves a path from the first folder in which it exists, else from the first one. */
  resolvePath: (path: string, folders: readonly string[]) => string
  getFolder: (path: string) => string
  toRelativePath: (folder: string, path: string) => string
  /** The text of a file; undefined if it cannot be read. */
  readText: (path: string) => string | undefined
  /** A string that changes whenever the file does; undefined if there is no file. */
  getStamp: (path: string) => string | undefined
  /** Files below a folder that may be router files; with `only`, just those among these. Ignored files are left out. */
  findFilesBelow: (folder: string, candidates?: readonly string[]) => Promise<readonly string[]>
  /** Names in a folder; folders end with a slash. */
  listNames: (folder: string) => readonly string[]
  /** Names of the network interfaces, those that lead to other machines first. */
  listInterfaces: () => readonly string[]
  createHost: (checks: readonly Check[], folders: readonly string[]) => LintHost
  readConfiguration: (path: string, search: ConfigurationSearch) => FileConfiguration
  findMistakes: (path: string, text: string, trust: ConfigurationTrust) => readonly Diagnostic[]
  /** Whether `file` is outside of the project of the file at `path`, and of the folders that are open in the editor. */
  isOutside: (file: string, path: string, folders: readonly string[]) => boolean
  /** Findings in a file that are in the baseline of the settings; throws if the baseline cannot be read. */
  findBaselineEntries: (path: string, settings: Settings) => readonly BaselineEntry[]
  /** The configuration file that is nearest to a folder. */
  findNearestConfiguration: (folder: string) => string | undefined
  /** The address of the page of a rule: the published one, or that of the package. */
  findRulePage: (rule: string) => string | undefined
  /** Variables that settings define; throws if a file of variables cannot be read. */
  readVariables: (sources: readonly VariableSource[]) => readonly Variable[]
  /** Returns unused memory to the operating system, if there is much of it. */
  freeMemory: () => void
  /** Does background work with little memory. */
  useLittleMemory: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Drops everything that was read, because files changed. */
  clear: () => void
}
