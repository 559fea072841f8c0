import { createHash } from 'node:crypto'
import type { RandomBytes } from '../../src/management/service/call/identifiers.js'

/** Creates bytes that look random and are the same in each run: SHA-256 of a seed and a counter. */
export function createRandomBytes(seed: string): RandomBytes {
  let count = 0
  let left = Buffer.alloc(0)
  return (size) => {
    while (left.length < size) {
      left = Buffer.concat([left, createHash('sha256').update(`${seed} ${count}`).digest()])
      count += 1
    }
    const bytes = left.subarray(0, size)
    left = left.subarray(size)
    return Uint8Array.from(bytes)
  }
}
