/** Milliseconds without a change after which somebody rests. */
const restTime = 3000

/** A function that notes a change of a text; some time after the last one, something is done. */
export function createRest(run: () => void): () => void {
  const state: { timer?: ReturnType<typeof setTimeout> } = {}
  return () => {
    clearTimeout(state.timer)
    state.timer = setTimeout(run, restTime)
    state.timer.unref?.()
  }
}
