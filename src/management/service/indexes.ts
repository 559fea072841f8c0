import type { Kinds as StoredKinds, Stored } from './store/index.js'
import type { KindName } from './records.js'

/** Records by what a field holds; by each, where it holds several; not at all where it holds nothing. */
const by =
  (field: string) =>
  (record: Stored): string | string[] | undefined => {
    const value = record[field]
    return typeof value === 'string' && value !== ''
      ? value
      : Array.isArray(value)
        ? value.filter((item) => typeof item === 'string')
        : typeof value === 'boolean'
          ? String(value)
          : undefined
  }

const byFields = (...fields: string[]): { indexes: Record<string, ReturnType<typeof by>> } => ({
  indexes: Object.fromEntries(fields.map((field) => [field, by(field)])),
})

/** The kinds of records, and what they are found by. */
export const indexes: StoredKinds & Record<KindName, StoredKinds[string]> = {
  apiSessions: byFields('tokenHash', 'identity', 'authenticator'),
  authPolicies: byFields('name'),
  authenticators: byFields('identity', 'username', 'fingerprint'),
  cas: byFields('name', 'fingerprint'),
  configTypes: byFields('name'),
  configs: byFields('name', 'configTypeId'),
  edgeRouterPolicies: byFields('name'),
  enrollments: byFields('token', 'identity', 'edgeRouter', 'transitRouter', 'caId'),
  externalJwtSigners: byFields('name', 'issuer', 'kid', 'fingerprint'),
  identities: byFields('name', 'externalId', 'authPolicyId', 'roleAttributes'),
  identityTypes: byFields('name'),
  keys: {},
  mfas: byFields('identity'),
  postureCheckTypes: byFields('name'),
  postureChecks: byFields('name', 'roleAttributes'),
  revocations: {},
  routers: byFields('name', 'isEdge', 'fingerprint', 'roleAttributes'),
  serviceEdgeRouterPolicies: byFields('name'),
  servicePolicies: byFields('name'),
  services: byFields('name', 'configs', 'roleAttributes'),
  sessions: byFields('apiSession', 'identity', 'service'),
  terminators: byFields('service', 'router'),
}
