import type { Diagnostic } from '../document/diagnostic.js'

/** An invalid config file: its text without secrets, and its mistakes. */
export type BrokenConfiguration = { path: string; text: string; diagnostics: readonly Diagnostic[] }

/** Codes of errors for which the caller can add a remedy. */
export type ProjectErrorCode =
  | 'baseline-missing'
  | 'baseline-unwritable'
  | 'configuration'
  | 'git'
  | 'ignore-file'
  | 'unknown-release'

type ProjectErrorDetails = {
  code?: ProjectErrorCode
  path?: string
  broken?: readonly BrokenConfiguration[]
}

/**
 * Thrown if something on this machine cannot be used; the message is one sentence. Recognized by its name, not its
 * class, because parts of the program that are loaded later have their own copy of the class.
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
  error instanceof Error && error.name === 'ProjectError' && 'details' in error
