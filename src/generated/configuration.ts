// Made by `npm run derive`; do not edit.

/**
 * Release of the router, such as 2.0, 1.6.14 or 2.1.0-pre2; without it the newest line with long-term support.
 */
export type Target = string
/**
 * How grave a finding is; off drops it.
 */
export type Severity = 'error' | 'warning' | 'info' | 'off'
/**
 * The same from files of NAME=VALUE lines, as paths from this file; env wins.
 */
export type EnvFile = string | string[]
/**
 * Which checks may look at this machine; an empty list means none.
 */
export type Check = ('files' | 'certificates')[]

/**
 * How routerfile looks at the router files of a folder and of all below.
 */
export interface Configuration {
  /**
   * Schema of this file, for editors.
   */
  $schema?: string
  /**
   * Whether the search for configurations ends here; without it those of the folders above count too, and the nearer wins.
   */
  root?: boolean
  /**
   * Configurations that this one builds on, as paths from this file; what stands here wins, and of several the later.
   */
  extends?: string | string[]
  /**
   * Glob patterns, relative to this folder, of files and folders to skip; a file named on the command line is checked anyway.
   */
  exclude?: string | string[]
  target?: Target
  rules?: Rules
  env?: Env
  envFile?: EnvFile
  check?: Check
  /**
   * Findings below this severity are hidden; they still count for the exit code.
   */
  level?: 'error' | 'warning' | 'info'
  /**
   * Least severity at which the exit code is 1.
   */
  failOn?: 'error' | 'warning' | 'info'
  /**
   * Number of warnings above which the exit code is 1.
   */
  maxWarnings?: number
  /**
   * File with the findings that are known and not reported, as a path from this file.
   */
  baseline?: string
  /**
   * Whether the exit code is 2 where there is no router file to check.
   */
  requireFiles?: boolean
  /**
   * Settings for some of the files; where several concern a file, the later wins.
   */
  overrides?: {
    /**
     * Files and folders that are concerned, as globs from the folder of this configuration.
     */
    files: string | string[]
    /**
     * Files and folders among them that are not concerned.
     */
    exclude?: string | string[]
    /**
     * That they are router files, also where too little is in them to recognize one; files that look like something else are not.
     */
    kind?: 'router'
    target?: Target
    rules?: Rules
    env?: Env
    envFile?: EnvFile
    check?: Check
  }[]
}
/**
 * Severities by the id of the rule; off drops what the rule finds.
 */
export interface Rules {
  [k: string]: Severity
}
/**
 * Environment of the router: values by name. With it, or with envFile, all other variables are unset.
 */
export interface Env {
  [k: string]: string | number | boolean
}
