import type { Edit } from '../diagnostic.js'

/** The text with edits made; none of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let done = 0
  for (const { start, end, text: inserted } of [...edits].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    result += text.slice(done, start) + inserted
    done = end
  }
  return result + text.slice(done)
}

/** Whether two edits touch: then neither knows what the other makes of its surroundings. */
const touch = (left: Edit, right: Edit): boolean =>
  left.start <= right.end && right.start <= left.end

/** Those of some groups of edits that can be made together: all edits of a group or none, earlier groups first. */
export function compatible<Group extends { edits: readonly Edit[] }>(
  groups: readonly Group[],
): Group[] {
  const taken: Edit[] = []
  return groups.filter(({ edits }) => {
    if (edits.some((edit) => taken.some((other) => touch(edit, other)))) return false
    taken.push(...edits)
    return true
  })
}
