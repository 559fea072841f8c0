import type { BaselineEntry } from '../src/lint/baseline.js'
import type { ConfigurationTrust } from '../src/project/configurations.js'
import type { Settings, VariableSource } from '../src/project/settings.js'
import type { Diagnostic } from '../src/document/diagnostic.js'
import type { Variable } from '../src/document/environment.js'
import type { Check } from '../src/project/machine.js'
import type { Options } from '../src/lint/lint.js'
import type { LintHost } from '../src/lint/host.js'

/** The configurations that apply to a file: those found in its folder and above, a specific one, or none. */
export type ConfigurationSearch = ConfigurationTrust & { configPath?: string; isIsolated: boolean }

/** The configuration of a file. If a configuration cannot be used, `problem` says why, and `layers` is empty. */
export type FileConfiguration = {
  layers: readonly Settings[]
  isExcluded: boolean
  /** The paths of the config files that were read. */
  paths?: readonly string[]
  problem?: string
}

/** The machine on which the server runs. In a browser there is none, and the server only knows open texts. */
export type Machine = {
  /** The operating system of this machine. Files are checked for this system, unless settings name another one. */
  platform: Options['platform']
  /** Converts a URI to a path; undefined if it does not refer to a file. */
  toPath: (uri: string) => string | undefined
  toUri: (path: string) => string
  /** Resolves a path relative to the first folder in which it exists or, if it exists in none, to the first folder. */
  resolvePath: (path: string, folders: readonly string[]) => string
  getFolder: (path: string) => string
  toRelativePath: (folder: string, path: string) => string
  /** Reads the text of a file; undefined if it cannot be read. */
  readText: (path: string) => string | undefined
  /**
   * Returns a string that changes when a file is written, made of the modification time and the size of the file.
   * Undefined if there is no regular file.
   */
  getStamp: (path: string) => string | undefined
  /**
   * Finds the files below a folder that may be router files, except ignored files. With `candidates`, considers only
   * these.
   */
  findFilesBelow: (folder: string, candidates?: readonly string[]) => Promise<readonly string[]>
  /** Lists the files and folders in a folder by name; names of folders end with a slash. */
  listNames: (folder: string) => readonly string[]
  /** Lists the names of the network interfaces; loopback interfaces come last. */
  listInterfaces: () => readonly string[]
  createHost: (checks: readonly Check[], folders: readonly string[]) => LintHost
  readConfiguration: (path: string, search: ConfigurationSearch) => FileConfiguration
  findMistakes: (path: string, text: string, trust: ConfigurationTrust) => readonly Diagnostic[]
  /** Whether `file` is outside of the project of the file at `path`, and of the folders that are open in the editor. */
  isOutside: (file: string, path: string, folders: readonly string[]) => boolean
  /** Finds the baseline entries for a file; throws if the baseline of the settings cannot be read. */
  findBaselineEntries: (path: string, settings: Settings) => readonly BaselineEntry[]
  /** Finds the path of the nearest configuration file in a folder or above it; undefined if there is none. */
  findNearestConfiguration: (folder: string) => string | undefined
  /**
   * Returns the URL of the published page about a rule or, if there is none, of the page in the package; undefined if
   * there is neither.
   */
  findRulePage: (rule: string) => string | undefined
  /** Reads the variables that settings define; throws if an environment file cannot be read. */
  readVariables: (sources: readonly VariableSource[]) => readonly Variable[]
  /** Collects garbage if the heap has grown by several megabytes. */
  freeMemory: () => void
  useLittleMemory: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Drops all cached file contents, because files changed. */
  clear: () => void
}
