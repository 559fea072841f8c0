/** Waits, in ms; ends with the reason of the signal where that comes first. */
export const wait = (delay: number, signal?: AbortSignal): Promise<void> => {
  const timer: { id?: ReturnType<typeof setTimeout> } = {}
  const waited = new Promise<void>((resolve) => {
    timer.id = setTimeout(resolve, delay)
  })
  return abortable(waited, signal).finally(() => clearTimeout(timer.id))
}

/** A promise that ends with the reason of the signal where that comes first. What is behind it goes on. */
export function abortable<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
