import { basePath, clientPath, forClients } from '../apis.js'
import type { Environment, Reading } from '../environment.js'
import type { Answer, Handlers } from '../handler.js'
import { openapi } from '../../openapi.js'
import { Refusal } from '../refusal.js'
import { linksOf, time } from '../show.js'
import { signNetwork } from '../tokens/enrollment-token.js'

/** The release whose answers the service gives. */
const release = 'v2.0.3'

/** What controllers of the release say that they are able to do. */
const capabilities = ['OIDC_AUTH', 'OIDC_AUTH_WITH_CSR']

const api = (path: string, address: string) => ({
  v1: { apiBaseUrls: [`https://${address}${path}`], path, version: 'v1' },
})

/** APIs that only a controller has are named, as clients look for their names, without a version. */
function version(environment: Environment): Answer {
  const address = environment.address()
  const apiVersions = {
    edge: api(clientPath, address),
    'edge-client': api(clientPath, address),
    'edge-management': api(basePath, address),
    'edge-oidc': {},
    fabric: {},
    'health-checks': {},
  }
  return {
    data: {
      apiVersions,
      buildDate: 'unknown',
      capabilities,
      revision: `routerfile ${environment.contract.version}`,
      runtimeVersion: process.version,
      version: release,
    },
    meta: {},
  }
}

const specs = ['edge-client', 'edge-management']

function spec(id: string, { startedAt }: Environment): Record<string, unknown> {
  if (!specs.includes(id)) throw new Refusal({ code: 'NOT_FOUND' })
  return {
    _links: { ...linksOf('specs', id), spec: { href: `./specs/${id}/spec` } },
    createdAt: time(startedAt),
    id,
    name: id,
    tags: {},
    updatedAt: time(startedAt),
  }
}

function specBody(id: string, { contract }: Environment): string {
  const isClient = id === 'edge-client'
  const operations = isClient
    ? forClients(contract)
    : contract.operations.filter(({ unserved }) => !unserved)
  return JSON.stringify(
    openapi(contract, operations, {
      title: `Edge ${isClient ? 'client' : 'management'} API`,
      path: isClient ? clientPath : basePath,
    }),
  )
}

/** How many records of each kind there are, by the names that controllers have for them. */
const summary = (records: Reading): Record<string, number> => ({
  apiSessionCertificates: [...records.list('apiSessions')].filter(
    ({ authenticator }) => records.get('authenticators', authenticator)?.method === 'cert',
  ).length,
  apiSessions: records.count('apiSessions'),
  authPolicies: records.count('authPolicies'),
  authenticators: records.count('authenticators'),
  cas: records.count('cas'),
  configTypes: records.count('configTypes'),
  configs: records.count('configs'),
  controllers: 0,
  edgeRouterPolicies: records.count('edgeRouterPolicies'),
  enrollments: records.count('enrollments'),
  eventualEvents: 0,
  externalJwtSigners: records.count('externalJwtSigners'),
  identities: records.count('identities'),
  identityTypes: records.count('identityTypes'),
  mfas: records.count('mfas'),
  postureCheckTypes: records.count('postureCheckTypes'),
  postureChecks: records.count('postureChecks'),
  revocations: records.count('revocations'),
  routers: records.count('routers'),
  'routers.edge': records.countFound('routers', 'isEdge', 'true'),
  serviceEdgeRouterPolicies: records.count('serviceEdgeRouterPolicies'),
  servicePolicies: records.count('servicePolicies'),
  services: records.count('services'),
  'services.edge': records.count('services'),
  sessions: records.count('sessions'),
  terminators: records.count('terminators'),
})

/** What the service is, and what it can do. */
export const information: Handlers = {
  listVersion: (_, environment) => version(environment),
  listRoot: (_, environment) => version(environment),
  // Controllers list the one, and give both.
  listSpecs: (_, environment) => ({ data: [spec('edge-client', environment)], meta: {} }),
  detailSpec: ({ parameters }, environment) => ({
    data: spec(parameters['id'] ?? '', environment),
    meta: {},
  }),
  detailSpecBody: ({ parameters }, environment) => {
    const { id } = spec(parameters['id'] ?? '', environment)
    return { body: { type: 'application/json', content: specBody(String(id), environment) } }
  },
  listEnumeratedCapabilities: () => ({
    data: ['OIDC_AUTH', 'HA_CONTROLLER', 'OIDC_AUTH_WITH_CSR'],
    meta: {},
  }),
  listNetworkJWTs: (_, { ids, signingKey, address }) => ({
    data: [
      {
        name: 'default',
        token: signNetwork(ids.token(), { signingKey, address: address(), controllers: null }),
      },
    ],
    meta: {},
  }),
  listSummary: (_, environment) =>
    environment.read((records) => ({ data: summary(records), meta: null })),
}
