/** Runs so many tasks at a time, and the others in the order in which they came. */
export function createGate(width: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let free = width
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
