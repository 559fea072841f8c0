/** Different texts in the order of their bytes. `changes` counts what was done to them. */
export type Sorted = { readonly ids: string[]; changes: number }

/** UTF-16 writes characters above U+FFFF with units below U+E000, in UTF-8 they come last. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Below zero where the UTF-8 bytes of the left text come first, above where those of the right do. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index)
    if (difference !== 0) return rank(left.charCodeAt(index)) - rank(right.charCodeAt(index))
  }
  return left.length - right.length
}

/** The number of texts before this one, itself included where asked. */
function countBefore({ ids }: Sorted, id: string, withIt: boolean): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compareBytes(ids[middle] ?? '', id)
    if (order < 0 || (withIt && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds a text that is not there yet. */
export function add(sorted: Sorted, id: string): void {
  const last = sorted.ids.at(-1)
  // What comes in order, as all that is loaded does, needs no search.
  if (last === undefined || compareBytes(last, id) < 0) sorted.ids.push(id)
  else sorted.ids.splice(countBefore(sorted, id, false), 0, id)
  sorted.changes += 1
}

/** Takes out a text that is there. */
export function remove(sorted: Sorted, id: string): void {
  sorted.ids.splice(countBefore(sorted, id, false), 1)
  sorted.changes += 1
}

/** The texts from a position on. Who changes them meanwhile goes on behind the last one seen. */
export function* from(sorted: Sorted, start: number): Generator<string, void> {
  let { changes } = sorted
  for (let position = start; position < sorted.ids.length; position += 1) {
    const id = sorted.ids[position]
    if (id === undefined) return
    yield id
    if (sorted.changes === changes) continue
    changes = sorted.changes
    position = countBefore(sorted, id, true) - 1
  }
}
