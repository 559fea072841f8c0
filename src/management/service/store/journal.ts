import type { Digest } from './records.js'

/** What becomes of a record: its new text, or nothing where it is deleted. */
export type Change = {
  readonly kind: string
  readonly id: string
  readonly text: string | undefined
}

/** Where records outlive the process. */
export type Journal = {
  /** Keeps all changes or none. Resolves when they survive a loss of power, with what all records are then known by. */
  commit: (changes: readonly Change[], digest: Digest) => Promise<void>
  close: () => Promise<void>
}
