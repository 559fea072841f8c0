/** Lets what is waiting go first: messages of the client above all. Browsers have no `setImmediate`. */
export function pause(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds > 0 || typeof setImmediate !== 'function') setTimeout(resolve, milliseconds)
    else setImmediate(resolve)
  })
}
