export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Leaves out invalid JSON, which V8 quotes in its message, because it may contain secrets. */
export function getFailureMessage(error: unknown): string {
  const message = getErrorMessage(error)
  return error instanceof SyntaxError && message.endsWith(' JSON')
    ? message.replace(/".*/s, '… is not valid JSON')
    : message
}
