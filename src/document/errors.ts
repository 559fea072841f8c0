const jsonFault = ' is not valid JSON'

/** The message of what was thrown, which may be anything. What V8 quotes of JSON that cannot be read is left out. */
export function getErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const quote = message.indexOf('"')
  return error instanceof SyntaxError && quote >= 0 && message.endsWith(jsonFault)
    ? `${message.slice(0, quote)}…${jsonFault}`
    : message
}
