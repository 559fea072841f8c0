export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The message of an error, without the invalid JSON that V8 quotes in it, because the JSON may contain secrets. */
export function getFailureMessage(error: unknown): string {
  const message = getErrorMessage(error)
  return error instanceof SyntaxError && message.endsWith(' JSON')
    ? message.replace(/".*/s, '… is not valid JSON')
    : message
}
