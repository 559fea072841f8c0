/** The message of what was thrown, which may be anything. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The same of a mistake of ours, without what V8 quotes of JSON that cannot be read: it may be a secret. */
export function getFailureMessage(error: unknown): string {
  const message = getErrorMessage(error)
  return error instanceof SyntaxError && message.endsWith(' JSON')
    ? message.replace(/".*/s, '… is not valid JSON')
    : message
}
