import type { Mesh } from './predict.js'

/** The parts of a network that no certain link joins: the names of their routers, the largest part first. */
export function findParts({ routers, links }: Pick<Mesh, 'routers' | 'links'>): string[][] {
  const neighbors = new Map(routers.map(({ name }): [string, string[]] => [name, []]))
  for (const { between, certain } of links) {
    if (!certain) continue
    const [left, right] = between
    neighbors.get(left)?.push(right)
    neighbors.get(right)?.push(left)
  }
  const seen = new Set<string>()
  const parts = routers.flatMap(({ name }) => {
    const part = collectReachable(name, neighbors, seen)
    return part.length > 0 ? [part.sort()] : []
  })
  return parts.sort((left, right) => right.length - left.length)
}

/** The routers that are reached from one, itself included; adds them to those that are known. */
function collectReachable(
  name: string,
  neighbors: ReadonlyMap<string, readonly string[]>,
  known: Set<string>,
): string[] {
  const found: string[] = []
  const waiting = [name]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (known.has(next)) continue
    known.add(next)
    found.push(next)
    for (const neighbor of neighbors.get(next) ?? []) waiting.push(neighbor)
  }
  return found
}
