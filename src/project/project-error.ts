import type { BrokenConfiguration } from './configuration.js'

/** Kinds of errors to which whoever shows them can add what to do about it. */
export type ProjectErrorCode =
  | 'baseline-missing'
  | 'baseline-unwritable'
  | 'configuration'
  | 'git'
  | 'ignore-file'
  | 'unknown-release'

type ProjectErrorDetails = {
  code?: ProjectErrorCode
  /** The file that the error is about. */
  path?: string
  /** Configurations that have mistakes. */
  broken?: readonly BrokenConfiguration[]
}

/**
 * Something on this machine that cannot be used, in one sentence. Told by its name, as parts of the program that are
 * loaded later have a class of their own.
 */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
  readonly details: ProjectErrorDetails

  constructor(message: string, details: ProjectErrorDetails = {}) {
    super(message)
    this.details = details
  }
}

export const isProjectError = (error: unknown): error is ProjectError =>
  error instanceof Error && error.name === 'ProjectError'
