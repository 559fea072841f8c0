/**
 * The number of items at the start of a list that pass a test, by binary search. The list must be partitioned: no item
 * after one that fails may pass. The test takes the index.
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
