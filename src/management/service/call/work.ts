/**
 * Work that may take long, such as filtering many records, done in parts: at each `yield`, other
 * requests may be served, and the work may be cancelled.
 */
export type Work<Result> = Generator<void, Result, void>

/** Number of steps after which a part of the work should end; a step takes about as long as testing one condition. */
const maxSteps = 50_000

let stepCount = 0

export function countSteps(count: number): void {
  stepCount += count
}

/** The binary logarithm of the number of characters that can be searched or written in one step. */
const characterShift = 6

/** Counts the steps of searching or writing a string. */
export function countCharacters(length: number): void {
  // Shifting keeps `stepCount` an integer, which engines add faster than a fraction.
  stepCount += length >> characterShift
}

/** Whether the current part has used up its steps; if so, the work should yield. */
export const isPartOver = (): boolean => stepCount >= maxSteps

export function runPart<Result>(work: Work<Result>): IteratorResult<void, Result> {
  stepCount = 0
  for (;;) {
    const part = work.next()
    if (part.done || isPartOver()) return part
  }
}

/** Does all of the work without yielding; its steps are added to the current part. */
export function runToCompletion<Result>(work: Work<Result>): Result {
  let total = stepCount
  for (;;) {
    // Resets the counter, because some work does nothing but yield once the counter has reached `maxSteps`.
    stepCount = 0
    const part = work.next()
    total += stepCount
    if (part.done) {
      stepCount = total
      return part.value
    }
  }
}
