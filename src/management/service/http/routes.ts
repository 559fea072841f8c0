import type { Contract, Operation, Shape } from '../../operation.js'

export const basePath = '/edge/management/v1'

export const clientBasePath = '/edge/client/v1'

/** Where clients and routers reach what they need; the second is what it was called before. */
const clientBasePaths = [clientBasePath, '/edge/v1']

const textShape: Shape = { type: 'string' }

/** Everything that any method of enrollment takes. */
const enrollShape: Shape = {
  type: 'object',
  properties: {
    certCsr: textShape,
    clientCsr: textShape,
    name: textShape,
    password: { $ref: '#/$defs/Password' },
    serverCertCsr: textShape,
    serverCsr: textShape,
    token: textShape,
    username: { $ref: '#/$defs/Username' },
  },
  'x-contract': 'GenericEnroll',
}

const enrollOperation: Operation = {
  resource: 'enrollments',
  name: 'enroll',
  id: 'enroll',
  description: 'Enrolls an identity or a router.',
  method: 'POST',
  path: '/enroll',
  parameters: [],
  right: 'none',
  query: {},
  requiredQuery: [],
  headers: {},
  answer: 'data',
  status: 200,
  errors: [400, 409],
  idempotent: false,
  later: false,
  unserved: false,
}

/** What a router extends its certificates with. */
const extendRouterShape: Shape = {
  type: 'object',
  properties: { certCsr: textShape, serverCertCsr: textShape },
  required: ['certCsr', 'serverCertCsr'],
  'x-contract': 'RouterExtendEnrollmentRequest',
}

const extendRouterOperation: Operation = {
  ...enrollOperation,
  name: 'extendRouter',
  id: 'extendRouter',
  description: 'Renews the certificates of a router that presents its current one.',
  path: '/enroll/extend/router',
  body: { shape: extendRouterShape, optional: false, name: 'routerExtendEnrollmentRequest' },
  errors: [400, 401],
}

const certificateTypes = [
  'application/pkcs7',
  'application/pkcs7-mime',
  'application/x-pem-file',
  'text/plain',
]

/** How the body of an enrollment is read: a certificate request as it is, or JSON; some methods need none. */
function withBody(operation: Operation, contentType: string | null): Operation {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const { body: _, ...bodiless } = operation
  if (mediaType === '') return bodiless
  return {
    ...operation,
    body: certificateTypes.includes(mediaType)
      ? { text: mediaType, name: 'body' }
      : { shape: enrollShape, optional: true, name: 'body' },
  }
}

const prefixPaths = (base: string, operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => ({ ...operation, path: base + operation.path }))

const selectOperations = (operations: readonly Operation[], ...ids: string[]): Operation[] =>
  operations.filter(({ id }) => ids.includes(id))

/** What clients and routers reach: what tells about the service, and enrollment. */
export const listClientOperations = ({ operations }: Contract): Operation[] => [
  ...operations.filter(
    ({ resource, right, unserved }) => resource === 'information' && right === 'none' && !unserved,
  ),
  withBody(enrollOperation, 'application/json'),
  withBody(
    { ...enrollOperation, path: '/enroll/{method}', parameters: ['method'] },
    'application/json',
  ),
  extendRouterOperation,
]

/**
 * What leads from the method, the path and the media type of a request to its operation, through all APIs; `others` are
 * operations with their whole path.
 */
export function createRouter(
  contract: Contract,
  isServed: (operation: Operation) => boolean,
  others: readonly Operation[] = [],
): (method: string, path: string, contentType: string | null) => Route | undefined {
  const { operations } = contract
  const client = listClientOperations(contract)
  const route = createMatcher([
    ...prefixPaths(basePath, operations.filter(isServed)),
    ...selectOperations(operations, 'listVersion', 'listWellKnownCas'),
    ...clientBasePaths.flatMap((base) => prefixPaths(base, client)),
    ...others,
  ])
  return (method, path, contentType) => {
    const found = route(method, path)
    return found && 'operation' in found && found.operation.id === enrollOperation.id
      ? { ...found, operation: withBody(found.operation, contentType) }
      : found
  }
}

/** What a path leads to: the operation and its parameters, or the methods that it has instead. */
export type Route =
  { operation: Operation; parameters: Record<string, string> } | { methods: string[] }

type RouteNode = {
  operations: Map<string, Operation>
  next: Map<string, RouteNode>
  any?: RouteNode
}

const createNode = (): RouteNode => ({ operations: new Map(), next: new Map() })

/** A function from method and path, below the base address, to the operation; undefined where no operation has the path. */
function createMatcher(
  operations: readonly Operation[],
): (method: string, path: string) => Route | undefined {
  const root = createNode()
  for (const operation of operations) addRoute(root, operation)
  return (method, path) => {
    const values: string[] = []
    const found = findNode(root, splitPath(path), values)
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
const splitPath = (path: string): string[] => path.split('/').filter(Boolean)

function addRoute(root: RouteNode, operation: Operation): void {
  let at = root
  for (const segment of splitPath(operation.path)) {
    const known = segment.startsWith('{') ? at.any : at.next.get(segment)
    const next = known ?? createNode()
    if (segment.startsWith('{')) at.any = next
    else at.next.set(segment, next)
    at = next
  }
  at.operations.set(operation.method, operation)
}

function findNode(
  root: RouteNode,
  segments: readonly string[],
  values: string[],
): RouteNode | undefined {
  let at: RouteNode | undefined = root
  for (const segment of segments) {
    const named: RouteNode | undefined = at.next.get(segment)
    if (!named && at.any) values.push(decodeSegment(segment))
    at = named ?? at.any
    if (!at) return undefined
  }
  return at
}

/** A percent sign that does not begin an escape stays unchanged. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
