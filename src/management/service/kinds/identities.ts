import type { Kind } from './kind.js'
import { attributes, rejectUsed } from './rules.js'

/** Whoever or whatever authenticates to the network. */
export const identities: Kind<'identities'> = {
  kind: 'identities',
  one: 'identity',
  many: 'identities',
  collection: 'identities',
  ids: 'short',
  links: ['edge-router-policies', 'edge-routers', 'service-policies', 'services', 'posture-data', 'failed-service-requests', 'authenticators', 'enrollments', 'service-configs'],
  fields: (sent) => ({
    name: sent.name ?? '',
    typeId: sent.typeId ?? 'Default',
    isAdmin: sent.isAdmin ?? false,
    isDefaultAdmin: sent.isDefaultAdmin ?? false,
    authPolicyId: sent.authPolicyId || 'default',
    externalId: sent.externalId || null,
    roleAttributes: attributes(sent.roleAttributes) ?? [],
    appData: sent.appData ?? {},
    defaultHostingCost: sent.defaultHostingCost ?? 0,
    defaultHostingPrecedence: sent.defaultHostingPrecedence ?? 'default',
    serviceHostingCosts: sent.serviceHostingCosts ?? {},
    serviceHostingPrecedences: sent.serviceHostingPrecedences ?? {},
    permissions: sent.permissions ?? null,
    envInfo: sent.envInfo ?? {},
    sdkInfo: sent.sdkInfo ?? {},
    disabledAt: sent.disabledAt ?? null,
    disabledUntil: sent.disabledUntil ?? null,
    serviceConfigs: sent.serviceConfigs ?? [],
  }),
  keeps: ['isDefaultAdmin', 'typeId', 'envInfo', 'sdkInfo', 'disabledAt', 'disabledUntil', 'serviceConfigs'],
  check: (record, scope, before) => rejectUsed('identities', record, scope, before),
  show: (record) => ({ ...record }),
}
