import { entities } from '../../../generated/management/entities.js'
import type { ServiceContext } from '../call/context.js'
import type { ReadTransaction } from '../call/records.js'
import type { Answer, Handlers } from '../call/call.js'
import { createReadHandler } from '../call/scope.js'
import { createOpenApi } from '../../openapi.js'
import { Refusal } from '../call/failure.js'
import { signNetworkJwt } from '../auth/enrollment-tokens.js'
import { createCertificateBundle } from '../pki/certificate.js'
import { hasSessionToken } from '../entities/sessions.js'
import { createLinks, formatTime } from '../entities/present.js'
import {
  oidcPath,
  managementBasePath,
  clientBasePath,
  listClientOperations,
} from './client-operations.js'

/** The capabilities that controllers of this release report. */
const capabilities = ['OIDC_AUTH', 'OIDC_AUTH_WITH_CSR']

const createApiVersion = (path: string, url: string) => ({ v1: { apiBaseUrls: [url], path } })

/** Lists the APIs of a controller. Clients only check whether the fabric API is listed, so its URL has no path. */
function answerVersion(context: ServiceContext): Answer {
  const host = `https://${context.address()}`
  const apiVersions = {
    edge: createApiVersion(clientBasePath, `${host}${clientBasePath}`),
    'edge-client': createApiVersion(clientBasePath, `${host}${clientBasePath}`),
    'edge-management': createApiVersion(managementBasePath, `${host}${managementBasePath}`),
    'edge-oidc': createApiVersion(oidcPath, `${host}${oidcPath}`),
    fabric: createApiVersion('/fabric/v1', host),
    'health-checks': createApiVersion('/health-checks', `${host}/health-checks`),
  }
  return {
    data: {
      apiVersions,
      buildDate: 'unknown',
      capabilities,
      revision: `routerfile ${context.contract.version}`,
      runtimeVersion: process.version,
      version: `v${context.contract.release}`,
    },
  }
}

const specIds = ['edge-client', 'edge-management']

function presentSpec(id: string, { startedAt }: ServiceContext): Record<string, unknown> {
  if (!specIds.includes(id)) throw new Refusal({ code: 'NOT_FOUND' })
  return {
    _links: { ...createLinks('specs', id), spec: { href: `./specs/${id}/spec` } },
    createdAt: formatTime(startedAt),
    id,
    name: id,
    tags: {},
    updatedAt: formatTime(startedAt),
  }
}

function renderSpec(id: string, { contract }: ServiceContext): string {
  const isClient = id === 'edge-client'
  const operations = isClient
    ? listClientOperations(contract)
    : contract.operations.filter(({ unserved }) => !unserved)
  return JSON.stringify(
    createOpenApi(contract, operations, {
      title: `Edge ${isClient ? 'client' : 'management'} API`,
      path: isClient ? clientBasePath : managementBasePath,
    }),
  )
}

/** Counts the records of each kind, by the names that controllers use. */
const countRecords = (records: ReadTransaction): Record<string, number> => ({
  ...Object.fromEntries(
    entities.filter(({ name }) => name !== 'keys').map(({ name }) => [name, records.count(name)]),
  ),
  apiSessions: [...records.list('apiSessions')].filter(hasSessionToken).length,
  apiSessionCertificates: [...records.list('apiSessions')].filter(
    ({ authenticator }) => records.get('authenticators', authenticator)?.method === 'cert',
  ).length,
  controllers: 0,
  eventualEvents: 0,
  'routers.edge': records.countFound('routers', 'isEdge', 'true'),
  'services.edge': records.count('services'),
})

export const informationOperations: Handlers = {
  listVersion: (_, context) => answerVersion(context),
  listRoot: (_, context) => answerVersion(context),
  // Like controllers, lists only the specification of the client API, although `detailSpec` also returns that of the
  // management API.
  listSpecs: (_, context) => ({ data: [presentSpec('edge-client', context)] }),
  detailSpec: ({ parameters }, context) => ({
    data: presentSpec(parameters['id'] ?? '', context),
  }),
  detailSpecBody: ({ parameters }, context) => {
    const { id } = presentSpec(parameters['id'] ?? '', context)
    return { body: { type: 'application/json', content: renderSpec(String(id), context) } }
  },
  listEnumeratedCapabilities: () => ({
    data: ['OIDC_AUTH', 'HA_CONTROLLER', 'OIDC_AUTH_WITH_CSR'],
  }),
  listNetworkJWTs: (_, { idGenerator, signingKey, address }) => ({
    data: [
      {
        name: 'default',
        token: signNetworkJwt(idGenerator.token(), {
          signingKey,
          address: address(),
          controllers: null,
        }),
      },
    ],
  }),
  listSummary: createReadHandler(({ records }) => ({ data: countRecords(records), meta: null })),
}

/** The operation that returns the CA certificates, which clients fetch before they trust the service. */
export const wellKnownOperations: Handlers = {
  listWellKnownCas: (_, { authority }) => ({
    headers: { 'content-transfer-encoding': 'base64' },
    body: {
      type: 'application/pkcs7-mime',
      content: createCertificateBundle([authority.certificate]),
    },
  }),
}
