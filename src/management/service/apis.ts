import type { Contract, Operation, Shape } from '../operation.js'
import type { Route } from './routes.js'
import { routes } from './routes.js'

export const basePath = '/edge/management/v1'

export const clientPath = '/edge/client/v1'

/** Where clients and routers reach what they need; the second is what it was called before. */
const clientPaths = [clientPath, '/edge/v1']

const text: Shape = { type: 'string' }

/** Everything that any method of enrollment takes. */
const enrollee: Shape = {
  type: 'object',
  properties: {
    certCsr: text,
    clientCsr: text,
    name: text,
    password: { $ref: '#/$defs/Password' },
    serverCertCsr: text,
    serverCsr: text,
    token: text,
    username: { $ref: '#/$defs/Username' },
  },
  'x-contract': 'GenericEnroll',
}

const enrollment: Operation = {
  resource: 'enrollments',
  name: 'enroll',
  id: 'enroll',
  description: 'Takes up an enrollment.',
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
const routerRequests: Shape = {
  type: 'object',
  properties: { certCsr: text, serverCertCsr: text },
  required: ['certCsr', 'serverCertCsr'],
  'x-contract': 'RouterExtendEnrollmentRequest',
}

const extension: Operation = {
  ...enrollment,
  name: 'extendRouter',
  id: 'extendRouter',
  description: 'Gives a router the certificates that follow the one that it shows.',
  path: '/enroll/extend/router',
  body: { shape: routerRequests, optional: false, name: 'routerExtendEnrollmentRequest' },
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
      : { shape: enrollee, optional: true, name: 'body' },
  }
}

const below = (base: string, operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => ({ ...operation, path: base + operation.path }))

const byId = (operations: readonly Operation[], ...ids: string[]): Operation[] =>
  operations.filter(({ id }) => ids.includes(id))

/** What clients and routers reach: what tells about the service, and enrollment. */
export const forClients = ({ operations }: Contract): Operation[] => [
  ...operations.filter(
    ({ resource, right, unserved }) => resource === 'information' && right === 'none' && !unserved,
  ),
  withBody(enrollment, 'application/json'),
  withBody({ ...enrollment, path: '/enroll/{method}', parameters: ['method'] }, 'application/json'),
  extension,
]

/** What leads from the method, the path and the media type of a request to its operation, through all APIs. */
export function routesOf(
  contract: Contract,
  isServed: (operation: Operation) => boolean,
): (method: string, path: string, contentType: string | null) => Route | undefined {
  const { operations } = contract
  const client = forClients(contract)
  const route = routes([
    ...below(basePath, operations.filter(isServed)),
    ...byId(operations, 'listVersion', 'listWellKnownCas'),
    ...clientPaths.flatMap((base) => below(base, client)),
  ])
  return (method, path, contentType) => {
    const found = route(method, path)
    return found && 'operation' in found && found.operation.id === enrollment.id
      ? { ...found, operation: withBody(found.operation, contentType) }
      : found
  }
}
