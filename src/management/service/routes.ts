import type { Operation } from '../operation.js'

/** What a path leads to: the operation and its parameters, or the methods that it has instead. */
export type Route =
  { operation: Operation; parameters: Record<string, string> } | { methods: string[] }

type Branch = { operations: Map<string, Operation>; next: Map<string, Branch>; any?: Branch }

const branch = (): Branch => ({ operations: new Map(), next: new Map() })

/** A function from method and path, below the base address, to the operation; undefined where no operation has the path. */
export function routes(
  operations: readonly Operation[],
): (method: string, path: string) => Route | undefined {
  const root = branch()
  for (const operation of operations) plant(root, operation)
  return (method, path) => {
    const values: string[] = []
    const found = follow(root, segmentsOf(path), values)
    if (!found || found.operations.size === 0) return undefined
    const operation = found.operations.get(method)
    if (!operation) return { methods: [...found.operations.keys()] }
    return {
      operation,
      parameters: Object.fromEntries(
        operation.parameters.map((name, index) => [name, values[index] ?? '']),
      ),
    }
  }
}

/** Slashes that are doubled or trail do not count. */
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)

function plant(root: Branch, operation: Operation): void {
  let at = root
  for (const segment of segmentsOf(operation.path)) {
    const known = segment.startsWith('{') ? at.any : at.next.get(segment)
    const next = known ?? branch()
    if (segment.startsWith('{')) at.any = next
    else at.next.set(segment, next)
    at = next
  }
  at.operations.set(operation.method, operation)
}

function follow(root: Branch, segments: readonly string[], values: string[]): Branch | undefined {
  let at: Branch | undefined = root
  for (const segment of segments) {
    const named: Branch | undefined = at.next.get(segment)
    if (!named && at.any) values.push(decode(segment))
    at = named ?? at.any
    if (!at) return undefined
  }
  return at
}

/** A percent sign that begins no code stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
