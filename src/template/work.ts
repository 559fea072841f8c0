/** Counts what a check of a template takes, so that no template takes more than its limit. */
export type WorkBudget = {
  /** Counts steps. False if there are more than the limit allows; then the caller gives up. */
  spend: (steps: number) => boolean
  isExhausted: () => boolean
  steps: () => number
}

/**
 * The most steps for one template: about three seconds. A step is a character that is linted, a part that is rendered,
 * or eight characters that are rendered. The Helm charts of routers that were published take less than half of this.
 */
export const maxSteps = 4_000_000

export function createWorkBudget(limit = maxSteps): WorkBudget {
  let steps = 0
  return {
    spend: (count) => {
      steps += count
      return steps <= limit
    },
    isExhausted: () => steps > limit,
    steps: () => steps,
  }
}
