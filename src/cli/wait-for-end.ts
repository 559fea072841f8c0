/** Resolves with undefined after SIGINT or SIGTERM, or with the error passed to `fail`; rejects if `begin` does. */
export function waitForEnd(
  begin: (fail: (error: Error) => void) => Promise<void>,
): Promise<Error | undefined> {
  return new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => resolve(undefined))
    begin(resolve).catch(reject)
  })
}
