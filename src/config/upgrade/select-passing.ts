import type { Edit, Path } from '../../document/diagnostic.js'
import { formatPath } from '../../document/diagnostic.js'
import { selectCompatible } from '../../edit/edits.js'
import { groupBy } from '../../document/group.js'

type Candidate = { change: { path: Path }; edits: readonly Edit[] }

/** If there are more candidates than this, those for the same key in different items of a list are tested together. */
const maxSingleTests = 32

/**
 * The candidates whose edits pass a test, in their order. A test analyzes the whole file, so many candidates are tested
 * in groups: a group that passes as a whole is taken, and any other is halved. A group is given up if neither the whole
 * passes nor its first, middle or last candidate alone.
 */
export function selectPassing<Item extends Candidate>(
  candidates: readonly Item[],
  passes: (candidates: readonly Item[]) => boolean,
): readonly Item[] {
  if (candidates.length <= maxSingleTests)
    return candidates.filter((candidate) => passes([candidate]))
  const passedItems = new Set(
    groupByKey(candidates).flatMap((group) =>
      splitCompatible(group).flatMap((part) => selectPassingPart(part, passes)),
    ),
  )
  return candidates.filter((candidate) => passedItems.has(candidate))
}

/** Groups candidates by key; indexes of lists in the path are ignored. */
function groupByKey<Item extends Candidate>(
  candidates: readonly Item[],
): readonly (readonly Item[])[] {
  const groups = groupBy(candidates, ({ change: { path } }) =>
    formatPath(path.map((step) => (typeof step === 'number' ? 0 : step))),
  )
  return [...groups.values()]
}

/** Splits candidates into parts, so that the edits in each part do not overlap. */
function splitCompatible<Item extends Candidate>(
  candidates: readonly Item[],
): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = []
  let remainingCandidates = candidates
  while (remainingCandidates.length > 0) {
    const part = selectCompatible(remainingCandidates)
    parts.push(part)
    const selectedItems = new Set(part)
    remainingCandidates = remainingCandidates.filter((candidate) => !selectedItems.has(candidate))
  }
  return parts
}

function selectPassingPart<Item>(
  part: readonly Item[],
  passes: (candidates: readonly Item[]) => boolean,
): readonly Item[] {
  if (part.length === 0 || passes(part)) return part
  const middle = part.length >> 1
  const samples = new Set([part[0], part[middle], part.at(-1)])
  if (part.length === 1 || [...samples].every((sample) => sample && !passes([sample]))) return []
  return [part.slice(0, middle), part.slice(middle)].flatMap((half) =>
    selectPassingPart(half, passes),
  )
}
