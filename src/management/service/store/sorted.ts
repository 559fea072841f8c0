import { compareBytes } from '../call/byte-order.js'
import { countWhile } from '../../../document/search.js'

/**
 * A set of strings, sorted by their bytes and divided into non-empty blocks, so that insertion stays quick in large
 * sets. `length` is the number of strings; `changeCount` counts additions and removals.
 */
export type SortedIds = { readonly blocks: string[][]; length: number; changeCount: number }

/** Maximum number of strings in a block. */
const blockSize = 512

export const createSorted = (): SortedIds => ({ blocks: [], length: 0, changeCount: 0 })

type BlockPosition = { readonly blockIndex: number; readonly position: number }

/** The position of a string, or the position at which it would be inserted. */
function findPosition({ blocks }: SortedIds, id: string): BlockPosition {
  const isBefore = (other: string): boolean => compareBytes(other, id) < 0
  const blockIndex = Math.min(
    countWhile(blocks.length, (index) => isBefore(blocks[index]?.at(-1) ?? '')),
    Math.max(blocks.length - 1, 0),
  )
  const texts = blocks[blockIndex] ?? []
  return { blockIndex, position: countWhile(texts.length, (index) => isBefore(texts[index] ?? '')) }
}

/** Adds a string, which must not be in the set yet. */
export function addSorted(sortedIds: SortedIds, id: string): void {
  const { blockIndex, position } = findPosition(sortedIds, id)
  const texts = sortedIds.blocks[blockIndex]
  if (!texts) sortedIds.blocks.push([id])
  // Strings that are added in order, as when the store is loaded, fill one block after the other.
  else if (texts.length === blockSize && position === blockSize) sortedIds.blocks.push([id])
  else {
    texts.splice(position, 0, id)
    if (texts.length > blockSize)
      sortedIds.blocks.splice(blockIndex + 1, 0, texts.splice(blockSize >> 1))
  }
  sortedIds.length += 1
  sortedIds.changeCount += 1
}

/** Removes a string, which must be in the set. */
export function removeSorted(sortedIds: SortedIds, id: string): void {
  const { blockIndex, position } = findPosition(sortedIds, id)
  sortedIds.blocks[blockIndex]?.splice(position, 1)
  if (sortedIds.blocks[blockIndex]?.length === 0) sortedIds.blocks.splice(blockIndex, 1)
  sortedIds.length -= 1
  sortedIds.changeCount += 1
}

/** Converts a position in the whole set to a block and a position in that block. */
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

/** Yields the strings from a position on. If the set changes meanwhile, continues after the last yielded string. */
export function* iterateFrom(sortedIds: SortedIds, start: number): Generator<string, void> {
  let { changeCount } = sortedIds
  let { blockIndex, position } = findStart(sortedIds, start)
  while (blockIndex < sortedIds.blocks.length) {
    const id = sortedIds.blocks[blockIndex]?.[position]
    if (id === undefined) {
      blockIndex += 1
      position = 0
      continue
    }
    yield id
    position += 1
    if (sortedIds.changeCount === changeCount) continue
    changeCount = sortedIds.changeCount
    const lastPosition = findPosition(sortedIds, id)
    blockIndex = lastPosition.blockIndex
    position =
      lastPosition.position + (sortedIds.blocks[blockIndex]?.[lastPosition.position] === id ? 1 : 0)
  }
}
