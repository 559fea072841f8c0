import { compareBytes } from '../call/byte-order.js'
import { countWhile } from '../../../document/search.js'

/**
 * Unique strings sorted by their bytes, in non-empty blocks, so that insertion stays quick in large
 * sets. `changes` counts modifications.
 */
export type SortedIds = { readonly blocks: string[][]; length: number; changes: number }

const blockSize = 512

export const createSorted = (): SortedIds => ({ blocks: [], length: 0, changes: 0 })

type BlockPosition = { readonly blockIndex: number; readonly position: number }

/** The position at which a string is, or would be inserted. */
function findPosition({ blocks }: SortedIds, id: string): BlockPosition {
  const isBefore = (other: string): boolean => compareBytes(other, id) < 0
  const blockIndex = Math.min(
    countWhile(blocks.length, (index) => isBefore(blocks[index]?.at(-1) ?? '')),
    Math.max(blocks.length - 1, 0),
  )
  const texts = blocks[blockIndex] ?? []
  return { blockIndex, position: countWhile(texts.length, (index) => isBefore(texts[index] ?? '')) }
}

/** Adds a string that is not in the set. */
export function addSorted(sorted: SortedIds, id: string): void {
  const { blockIndex, position } = findPosition(sorted, id)
  const texts = sorted.blocks[blockIndex]
  if (!texts) sorted.blocks.push([id])
  // Strings that arrive in order, as when loading, fill one block after the other.
  else if (texts.length === blockSize && position === blockSize) sorted.blocks.push([id])
  else {
    texts.splice(position, 0, id)
    if (texts.length > blockSize)
      sorted.blocks.splice(blockIndex + 1, 0, texts.splice(blockSize >> 1))
  }
  sorted.length += 1
  sorted.changes += 1
}

/** Removes a string that is in the set. */
export function removeSorted(sorted: SortedIds, id: string): void {
  const { blockIndex, position } = findPosition(sorted, id)
  sorted.blocks[blockIndex]?.splice(position, 1)
  if (sorted.blocks[blockIndex]?.length === 0) sorted.blocks.splice(blockIndex, 1)
  sorted.length -= 1
  sorted.changes += 1
}

function findStart({ blocks }: SortedIds, start: number): BlockPosition {
  let position = Math.max(start, 0)
  let blockIndex = 0
  for (const { length } of blocks) {
    if (position < length) break
    position -= length
    blockIndex += 1
  }
  return { blockIndex, position }
}

/**
 * Iterates from a position on. If the set changes meanwhile, it continues after the last string
 * returned.
 */
export function* iterateFrom(sorted: SortedIds, start: number): Generator<string, void> {
  let { changes } = sorted
  let { blockIndex, position } = findStart(sorted, start)
  while (blockIndex < sorted.blocks.length) {
    const id = sorted.blocks[blockIndex]?.[position]
    if (id === undefined) {
      blockIndex += 1
      position = 0
      continue
    }
    yield id
    position += 1
    if (sorted.changes === changes) continue
    changes = sorted.changes
    const lastPosition = findPosition(sorted, id)
    blockIndex = lastPosition.blockIndex
    position =
      lastPosition.position + (sorted.blocks[blockIndex]?.[lastPosition.position] === id ? 1 : 0)
  }
}
