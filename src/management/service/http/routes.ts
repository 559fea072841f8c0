import type { Contract, Operation } from '../../operation.js'
import {
  clientBasePath,
  listClientOperations,
  managementBasePath,
  enrollOperation,
  withBody,
} from '../operations/client-operations.js'

/** The base path of the client API, and its former base path. */
const clientBasePaths = [clientBasePath, '/edge/v1']

const prefixPaths = (base: string, operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => ({ ...operation, path: base + operation.path }))

const selectOperations = (operations: readonly Operation[], ...ids: string[]): Operation[] =>
  operations.filter(({ id }) => ids.includes(id))

/**
 * Creates the function that finds the operation for the method, path and media type of a request,
 * in all APIs; `others` are operations with full paths.
 */
export function createRouteFinder(
  contract: Contract,
  isServed: (operation: Operation) => boolean,
  others: readonly Operation[] = [],
): (method: string, path: string, contentType: string | null) => Route | undefined {
  const { operations } = contract
  const clientOperations = listClientOperations(contract)
  const route = createMatcher([
    ...prefixPaths(managementBasePath, operations.filter(isServed)),
    ...selectOperations(operations, 'listVersion', 'listWellKnownCas'),
    ...clientBasePaths.flatMap((base) => prefixPaths(base, clientOperations)),
    ...others,
  ])
  return (method, path, contentType) => {
    const match = route(method, path)
    return match && 'operation' in match && match.operation.id === enrollOperation.id
      ? { ...match, operation: withBody(match.operation, contentType) }
      : match
  }
}

/**
 * The result of routing: the operation and the parameters in its path; or, if the path is known but not with this
 * method, the methods of the path.
 */
export type Route =
  { operation: Operation; parameters: Record<string, string> } | { methods: string[] }

type RouteNode = {
  operations: Map<string, Operation>
  children: Map<string, RouteNode>
  parameterChild?: RouteNode
}

const createNode = (): RouteNode => ({ operations: new Map(), children: new Map() })

/** Creates a function that finds an operation by its method and full path; undefined for an unknown path. */
function createMatcher(
  operations: readonly Operation[],
): (method: string, path: string) => Route | undefined {
  const root = createNode()
  for (const operation of operations) addRoute(root, operation)
  return (method, path) => {
    const values: string[] = []
    const node = findNode(root, splitPath(path), values)
    if (!node || node.operations.size === 0) return undefined
    const operation = node.operations.get(method)
    if (!operation) return { methods: [...node.operations.keys()] }
    return {
      operation,
      parameters: Object.fromEntries(
        operation.parameters.map((name, index) => [name, values[index] ?? '']),
      ),
    }
  }
}

/** The segments of a path; repeated, leading and trailing slashes do not count. */
const splitPath = (path: string): string[] => path.split('/').filter(Boolean)

function addRoute(root: RouteNode, operation: Operation): void {
  let node = root
  for (const segment of splitPath(operation.path)) {
    const existingNode = segment.startsWith('{') ? node.parameterChild : node.children.get(segment)
    const child = existingNode ?? createNode()
    if (segment.startsWith('{')) node.parameterChild = child
    else node.children.set(segment, child)
    node = child
  }
  node.operations.set(operation.method, operation)
}

function findNode(
  root: RouteNode,
  segments: readonly string[],
  values: string[],
): RouteNode | undefined {
  let node: RouteNode | undefined = root
  for (const segment of segments) {
    const namedChild: RouteNode | undefined = node.children.get(segment)
    if (!namedChild && node.parameterChild) values.push(decodeSegment(segment))
    node = namedChild ?? node.parameterChild
    if (!node) return undefined
  }
  return node
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
