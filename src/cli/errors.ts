import { isProjectError } from '../project/project-error.js'

/**
 * A wrong way to call the program: printed as one sentence, exit code 2. Told by its name, as parts of the program that
 * are loaded later have a class of their own.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whether an error is no fault of the program, and its message a sentence for whoever called it. */
export const isUserError = (error: unknown): error is Error =>
  isProjectError(error) || (error instanceof Error && error.name === 'UsageError')

/** Thrown where the user interrupts the work. Told by its name, as UsageError is. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}
