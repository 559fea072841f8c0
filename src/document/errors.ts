/** The message of what was thrown, which may be anything. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The message of an unexpected error. It leaves out what V8 quotes of JSON that cannot be read, which may be a secret. */
export function getFailureMessage(error: unknown): string {
  const message = getErrorMessage(error)
  return error instanceof SyntaxError && message.endsWith(' JSON')
    ? message.replace(/".*/s, '… is not valid JSON')
    : message
}
