/** Milliseconds without work after which a rest begins. */
const restTime = 3000

/** A function that notes work; some time after the last work, something is done. */
export function createRest(run: () => void): () => void {
  const state: { timer?: ReturnType<typeof setTimeout> } = {}
  return () => {
    clearTimeout(state.timer)
    state.timer = setTimeout(run, restTime)
    state.timer.unref?.()
  }
}
