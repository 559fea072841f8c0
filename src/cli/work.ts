import type { Refused, Source } from './inputs.js'
import type { Seen } from './threshold.js'

/** What became of a source; undefined where it is no router file. */
export type Outcome = Seen | Refused | undefined

/** What there is to do: sources, and whether they are compared with each other afterwards. */
export type Sources<Item extends Source> = { sources: readonly Item[]; isFleet: boolean }

/** What several threads share: the same, and the number of the next source that nobody has taken. */
export type Work<Item extends Source = Source> = Sources<Item> & { next: Int32Array }

/** Takes in the outcomes of some sources, the first of which has a number. */
export type Settle = (from: number, outcomes: readonly Outcome[]) => void
