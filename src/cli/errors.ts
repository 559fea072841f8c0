import { isProjectError } from '../project/project-error.js'
import type { Position } from '../document/diagnostic.js'

/**
 * Incorrect usage of the program: printed as one sentence, exit code 2. Recognized by its name, because parts of the
 * program that are loaded later have their own copy of the class.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whether an error is not a bug, and its message is a sentence for the user. */
export const isUserError = (error: unknown): error is Error =>
  isProjectError(error) || (error instanceof Error && error.name === 'UsageError')

/** Output that cannot be written, for example because the disk is full. Recognized by its name, like UsageError. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
}

/** Thrown when the user interrupts the work. Recognized by its name, like UsageError. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}

export const formatSyntaxError = (
  name: string,
  { line, character }: Position,
  consequence = '',
): string =>
  `\`${name}\` has a syntax error in line ${line + 1}, column ${character + 1}${consequence}; \`routerfile lint\` shows it`

/** Says that the router would refuse a file. The command uses the file anyway. */
export const formatRefusal = (path: string, reason: string): string =>
  `routerfile: ${path}: the router would not run: ${reason}${/[.?!]$/.test(reason) ? '' : '.'} \`routerfile lint\` shows all errors.\n`
