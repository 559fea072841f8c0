/** Counts the steps of checking a template, and limits them. */
export type WorkBudget = {
  /** Adds steps. Returns false if they are more than the limit; then the caller stops. */
  spend: (stepCount: number) => boolean
  isExhausted: () => boolean
  steps: () => number
}

/**
 * Maximum number of steps for one template, which take about three seconds. A step is a character that is linted, a
 * part that is rendered, or eight characters that are rendered. The published Helm charts of routers take less than
 * half of these steps.
 */
export const maxSteps = 4_000_000

export function createWorkBudget(limit = maxSteps): WorkBudget {
  let stepCount = 0
  return {
    spend: (count) => {
      stepCount += count
      return stepCount <= limit
    },
    isExhausted: () => stepCount > limit,
    steps: () => stepCount,
  }
}
