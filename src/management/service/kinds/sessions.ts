import { policiesOf } from '../matching.js'
import { isNamedBy } from '../roles.js'
import { linksOf, reference } from '../show.js'
import type { Kinds } from '../records.js'
import type { Kind, Scope } from './kind.js'
import { servicePolicies } from './policies.js'
import { services } from './services.js'

/** The right to dial or bind one service, which a client opens with its API session. */
export const sessions: Kind<'sessions'> = {
  kind: 'sessions',
  one: 'session',
  collection: 'sessions',
  ids: 'long',
  links: ['route-path'],
  fields: ({ token = '', type = 'Dial', apiSession = '', identity = '', service = '' }) => ({
    token,
    type,
    apiSession,
    identity,
    service,
  }),
  show: (record, scope) => ({
    apiSession: {
      _links: linksOf('api-sessions', record.apiSession, ['sessions']),
      entity: 'api-sessions',
      id: record.apiSession,
      name: '',
    },
    apiSessionId: record.apiSession,
    // Those that are online; nothing connects here.
    edgeRouters: [],
    identityId: record.identity,
    service: reference(
      'services',
      { id: record.service, name: scope.records.get('services', record.service)?.name ?? '' },
      services.links,
    ),
    serviceId: record.service,
    servicePolicies: policiesFor(record, scope).map((policy) =>
      reference('service-policies', policy, servicePolicies.links),
    ),
    token: record.token,
    type: record.type,
  }),
}

/** The policies that the right comes from. */
function policiesFor(
  { type, identity, service }: Kinds['sessions'],
  { records }: Scope,
): Kinds['servicePolicies'][] {
  const [holder, used] = [records.get('identities', identity), records.get('services', service)]
  if (!holder || !used) return []
  return policiesOf
    .accessOf(holder, records)
    .filter((policy) => policy.type === type && isNamedBy(policy, 'serviceRoles', used))
}
