/** How long nothing is said of a wait, in milliseconds: most are over before. */
const delay = 200

/** Says that something takes time, if it does. Gives what ends the wait. */
export function sayLate(say: () => void): () => void {
  const timer = setTimeout(say, delay)
  return () => clearTimeout(timer)
}
