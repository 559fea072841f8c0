import { UsageError } from './flags.js'

/**
 * The part of a list that `I/N` names: every N-th item, from the I-th on. The N parts of a list have no item in common,
 * and all items together; none is longer than another by more than one.
 */
export function shardOf<Item>(items: readonly Item[], given: string | undefined): readonly Item[] {
  if (given === undefined) return items
  const [, index = '', total = ''] = /^(\d+)\/(\d+)$/.exec(given) ?? []
  if (index === '')
    throw new UsageError(`--shard ${given}: write I/N, as in 1/4 for the first of four parts`)
  if (Number(total) < 1 || Number(index) < 1 || Number(index) > Number(total)) {
    throw new UsageError(`--shard ${given}: parts count from 1 to their number, as in 1/4 to 4/4`)
  }
  return items.filter((_, at) => at % Number(total) === Number(index) - 1)
}
