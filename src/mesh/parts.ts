import type { MeshOutline } from './predict.js'

/** The parts of a network that no certain link joins: the names of their routers, the largest part first. */
export function findParts({ routers, links }: MeshOutline): string[][] {
  const heads = new Map(routers.map(({ name }) => [name, name]))
  const findHead = (name: string): string => {
    let head = name
    for (let above = heads.get(head); above !== undefined && above !== head;) {
      // Every step halves the way for the next search.
      const next = heads.get(above) ?? above
      heads.set(head, next)
      head = next
      above = heads.get(head)
    }
    return head
  }
  for (const { between, certain } of links)
    if (certain) heads.set(findHead(between[1]), findHead(between[0]))
  const parts = new Map<string, string[]>()
  for (const { name } of routers) {
    const head = findHead(name)
    const part = parts.get(head)
    if (part) part.push(name)
    else parts.set(head, [name])
  }
  return [...parts.values()]
    .map((part) => part.sort())
    .sort((left, right) => right.length - left.length)
}
