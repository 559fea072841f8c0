import { compareBytes } from '../call/byte-order.js'
import { countWhile } from '../../../document/search.js'

/**
 * Unique strings sorted by their bytes, in non-empty blocks, so that insertion stays quick in large
 * sets. `changes` counts modifications.
 */
export type SortedIds = { readonly blocks: string[][]; length: number; changes: number }

const blockSize = 512

export const createSorted = (): SortedIds => ({ blocks: [], length: 0, changes: 0 })

type BlockPosition = { readonly block: number; readonly position: number }

/** The position at which a string is, or would be inserted. */
function findPosition({ blocks }: SortedIds, id: string): BlockPosition {
  const isBefore = (other: string): boolean => compareBytes(other, id) < 0
  const block = Math.min(
    countWhile(blocks.length, (index) => isBefore(blocks[index]?.at(-1) ?? '')),
    Math.max(blocks.length - 1, 0),
  )
  const texts = blocks[block] ?? []
  return { block, position: countWhile(texts.length, (index) => isBefore(texts[index] ?? '')) }
}

/** Adds a string that is not in the set. */
export function addSorted(sorted: SortedIds, id: string): void {
  const { block, position } = findPosition(sorted, id)
  const texts = sorted.blocks[block]
  if (!texts) sorted.blocks.push([id])
  // Strings that arrive in order, as when loading, fill one block after the other.
  else if (texts.length === blockSize && position === blockSize) sorted.blocks.push([id])
  else {
    texts.splice(position, 0, id)
    if (texts.length > blockSize) sorted.blocks.splice(block + 1, 0, texts.splice(blockSize >> 1))
  }
  sorted.length += 1
  sorted.changes += 1
}

/** Removes a string that is in the set. */
export function removeSorted(sorted: SortedIds, id: string): void {
  const { block, position } = findPosition(sorted, id)
  sorted.blocks[block]?.splice(position, 1)
  if (sorted.blocks[block]?.length === 0) sorted.blocks.splice(block, 1)
  sorted.length -= 1
  sorted.changes += 1
}

function findPositionAt({ blocks }: SortedIds, start: number): BlockPosition {
  let position = Math.max(start, 0)
  let block = 0
  for (const { length } of blocks) {
    if (position < length) break
    position -= length
    block += 1
  }
  return { block, position }
}

/**
 * Iterates from a position on. If the set changes meanwhile, it continues after the last string
 * returned.
 */
export function* iterateFrom(sorted: SortedIds, start: number): Generator<string, void> {
  let { changes } = sorted
  let { block, position } = findPositionAt(sorted, start)
  while (block < sorted.blocks.length) {
    const id = sorted.blocks[block]?.[position]
    if (id === undefined) {
      block += 1
      position = 0
      continue
    }
    yield id
    position += 1
    if (sorted.changes === changes) continue
    changes = sorted.changes
    const place = findPosition(sorted, id)
    block = place.block
    position = place.position + (sorted.blocks[block]?.[place.position] === id ? 1 : 0)
  }
}
