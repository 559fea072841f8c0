import type { SharedFile } from './share.js'

/** A real mistake: what an operator saw, why, and what to do. */
export type Sample = {
  /** The name in addresses, such as `#sample=NAME`. */
  name: string
  title: string
  story: string
  files: readonly SharedFile[]
}

export const samples: readonly Sample[] = []
