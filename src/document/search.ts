/**
 * How many items of a list, from the first on, pass a test that none after them passes: a binary search. The test takes
 * the index.
 */
export function countWhile(length: number, passes: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) low = middle + 1
    else high = middle
  }
  return low
}
