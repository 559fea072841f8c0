/** Starts a service, and waits for a termination signal or a failure. */
export function waitForEnd(
  begin: (fail: (error: Error) => void) => Promise<void>,
): Promise<Error | undefined> {
  return new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => resolve(undefined))
    begin(resolve).catch(reject)
  })
}
