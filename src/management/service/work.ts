/**
 * Work in parts: at each `yield` others may be served, and the work may be given up. What takes long for some requests
 * only, such as a filter over many records, is written this way.
 */
export type Work<Result> = Generator<void, Result, void>

/** Steps that a part has at most, and one piece of work more; a step is about as long as the test of a condition. */
const maxSteps = 50_000

let steps = 0

/** Counts steps of the part that is under way. */
export function countSteps(count: number): void {
  steps += count
}

/** Characters that are searched or written in the time of a step, as a power of two. */
const characterShift = 6

/** Counts the steps that it takes to search or write a string. */
export function countCharacters(length: number): void {
  // Stays an integer, which engines count faster.
  steps += length >> characterShift
}

/** Whether the part that is under way has been long enough: who can then yields. */
export const isPartOver = (): boolean => steps >= maxSteps

/** Goes on with work until its part is over. */
export function runPart<Result>(work: Work<Result>): IteratorResult<void, Result> {
  steps = 0
  for (;;) {
    const part = work.next()
    if (part.done || isPartOver()) return part
  }
}

/** Does all of the work at once; its steps count for the part that is under way. */
export function runAtOnce<Result>(work: Work<Result>): Result {
  let total = steps
  for (;;) {
    // Work does nothing while a part is over.
    steps = 0
    const part = work.next()
    total += steps
    if (part.done) {
      steps = total
      return part.value
    }
  }
}
