// Made by `npm run derive`; do not edit.

/**
 * Release of the router, such as 2.0, 1.6.14, 2.1.0-pre2, latest or lts. Default: the newest line with long-term support.
 */
export type Target = string
/**
 * System of the router, which decides how it reads paths of keys and certificates. Default: windows if routerfile itself runs on Windows, else linux, where a drive letter such as C: is only a warning unless linux is set.
 */
export type Platform = 'linux' | 'windows'
/**
 * Severity of a finding; off disables the rule.
 */
export type Severity = 'error' | 'warning' | 'info' | 'off'
/**
 * Files with environment variables as NAME=VALUE lines, as paths relative to this file; env takes precedence.
 */
export type EnvFile = string | string[]
/**
 * Checks that may read files and settings of this machine; an empty list means none.
 */
export type Check = ('files' | 'certificates')[]

/**
 * Configuration of routerfile for a directory and all directories below it.
 */
export interface Configuration {
  /**
   * Schema of this file, for editors.
   */
  $schema?: string
  /**
   * Whether to ignore configurations in parent directories. Otherwise they also apply, and the nearest one takes precedence.
   */
  root?: boolean
  /**
   * Configurations to extend, as paths relative to this file. Settings in this file take precedence, then the later of several.
   */
  extends?: string | string[]
  /**
   * Glob patterns of files and directories to skip, relative to this directory. A file named on the command line is always checked.
   */
  exclude?: string | string[]
  target?: Target
  platform?: Platform
  rules?: Rules
  env?: Env
  envFile?: EnvFile
  check?: Check
  /**
   * Findings below this severity are hidden; they still count for the exit code.
   */
  level?: 'error' | 'warning' | 'info'
  /**
   * Lowest severity that sets the exit code to 1.
   */
  failOn?: 'error' | 'warning' | 'info'
  /**
   * Maximum number of warnings; more than this set the exit code to 1.
   */
  maxWarnings?: number
  /**
   * Baseline file with known findings that are not reported, as a path relative to this file.
   */
  baseline?: string
  /**
   * Whether the exit code is 2 if there is no router config file to check.
   */
  requireFiles?: boolean
  /**
   * Settings for some of the files. If several match a file, the last one takes precedence.
   */
  overrides?: {
    /**
     * Glob patterns of the files and directories to apply this to, relative to this directory.
     */
    files: string | string[]
    /**
     * Glob patterns of files and directories to leave out.
     */
    exclude?: string | string[]
    /**
     * Treat the files as router config files even if they contain too little to recognize. Files that look like something else are still skipped.
     */
    kind?: 'router'
    target?: Target
    platform?: Platform
    rules?: Rules
    env?: Env
    envFile?: EnvFile
    check?: Check
  }[]
}
/**
 * Severity of each rule by its id; off disables the rule.
 */
export interface Rules {
  [k: string]: Severity
}
/**
 * Environment variables of the router: values by name. With env or envFile, all other variables are unset.
 */
export interface Env {
  [k: string]: string | number | boolean
}
