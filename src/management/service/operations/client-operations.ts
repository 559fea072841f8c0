import type { Contract, Operation } from '../../operation.js'
import type { Schema } from '../../../schema/data-schema.js'

export const managementBasePath = '/edge/management/v1'

export const clientBasePath = '/edge/client/v1'

export const oidcPath = '/oidc'

const textShape: Schema = { type: 'string' }

/** The body of an enrollment, with the fields of all methods. */
const enrollShape: Schema = {
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
}

/** The operation that enrolls an identity or a router. It needs no session, because its caller cannot have one yet. */
export const enrollOperation: Operation = {
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

/** The body of a request to renew the certificates of a router. */
const extendRouterShape: Schema = {
  type: 'object',
  properties: { certCsr: textShape, serverCertCsr: textShape },
  required: ['certCsr', 'serverCertCsr'],
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

/**
 * Returns the enrollment operation with the type of body that `Content-Type` announces: a certificate request for the
 * types in `certificateTypes`, JSON for all other types. Without this header, the operation has no body.
 */
export function withBody(operation: Operation, contentType: string | null): Operation {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const { body: _, ...operationWithoutBody } = operation
  if (mediaType === '') return operationWithoutBody
  return {
    ...operation,
    body: certificateTypes.includes(mediaType)
      ? { text: mediaType, name: 'body', optional: true }
      : { shape: enrollShape, optional: true, name: 'body' },
  }
}

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
