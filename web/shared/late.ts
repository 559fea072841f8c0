/** Delay before a wait is announced, in milliseconds: most waits are shorter. */
const delay = 200

/** Calls `say` if a wait takes long. Returns a function that ends the wait. */
export function sayLate(say: () => void): () => void {
  const timer = setTimeout(say, delay)
  return () => clearTimeout(timer)
}
