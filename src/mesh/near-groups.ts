import { editDistance } from '../schema/suggest.js'
import type { RouterInMesh } from './predict.js'

export type NearGroups = {
  /** The name that is probably misspelled. Its group has at most as many routers as the group `meant`. */
  name: string
  /** The names of routers that dial or listen in this group. */
  routers: readonly string[]
  /** The name that was probably meant. */
  meant: string
  /** The number of routers in the group `meant`. */
  meantCount: number
}

/** Maximum number of names to compare, because each is compared with all others. */
const maxGroups = 400

/** Longer names are not compared. */
const maxLength = 100

/**
 * Each link group with the names of the routers that dial or listen in it. Groups with more routers come first; groups
 * of the same size stay in the order in which `routers` first names them.
 */
export function listGroups(
  routers: readonly Pick<RouterInMesh, 'name' | 'dials' | 'listens'>[],
): { name: string; routers: readonly string[] }[] {
  const members = new Map<string, string[]>()
  for (const { name, dials, listens } of routers)
    for (const group of new Set([...dials, ...listens])) {
      const groupMembers = members.get(group)
      if (groupMembers) groupMembers.push(name)
      else members.set(group, [name])
    }
  return [...members]
    .map(([name, names]) => ({ name, routers: names }))
    .sort((left, right) => right.routers.length - left.routers.length)
}

/**
 * Groups with nearly the same name. Ignores names that differ in a number, in a word of fewer than four letters
 * (`zone-a` and `zone-b`), or by one different letter in a word of fewer than six letters (`test` and `west`).
 */
export function findNearGroups(
  routers: readonly Pick<RouterInMesh, 'name' | 'dials' | 'listens'>[],
): NearGroups[] {
  const groups = listGroups(routers)
    .filter(({ name }) => name.length <= maxLength)
    .slice(0, maxGroups)
    .map((group) => ({ ...group, words: splitWords(group.name) }))
  return groups.flatMap((group, index) => {
    const meant = groups.slice(0, index).find((other) => areNear(group.words, other.words))
    return meant
      ? [
          {
            name: group.name,
            routers: group.routers,
            meant: meant.name,
            meantCount: meant.routers.length,
          },
        ]
      : []
  })
}

/** Words and numbers of a name, in lower case. */
const splitWords = (name: string): readonly string[] =>
  name.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []

function areNear(left: readonly string[], right: readonly string[]): boolean {
  if (left.join('') === right.join('')) return left.length > 0
  if (left.length !== right.length) return false
  const pairs = left.flatMap((word, index): [string, string][] => {
    const other = right[index] ?? ''
    return word === other ? [] : [[word, other]]
  })
  const [pair] = pairs
  return pair !== undefined && pairs.length === 1 && isMisspelled(...pair)
}

/**
 * Whether two words differ by one typing mistake; long words, by two. False for words with digits and for very short
 * words.
 */
function isMisspelled(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length)
  if (shorter < 4 || /\p{N}/u.test(left + right)) return false
  const maxDistance = shorter >= 9 ? 2 : 1
  if (editDistance(left, right, maxDistance) > maxDistance) return false
  // A different letter makes a short word another word, as in `test` and `west`; two swapped letters do not.
  return (
    left.length !== right.length ||
    shorter >= 6 ||
    [...left].sort().join() === [...right].sort().join()
  )
}
