import { getFailureMessage } from './errors.js'
import { hideSecretsInFile } from './secrets.js'

/** The message of an unexpected error, without secrets, because a message may quote the text of a file. */
export const describeFailure = (error: unknown): string =>
  hideSecretsInFile(getFailureMessage(error))

/** Like `describeFailure`, with the stack trace, for a log. */
export const describeFailureWithStack = (error: unknown): string =>
  error instanceof Error && error.stack
    ? hideSecretsInFile(error.stack.replace(error.message, () => getFailureMessage(error)))
    : describeFailure(error)
