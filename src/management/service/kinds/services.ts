import { filterableOf } from '../filterable.js'
import { linkedTo } from '../filter/index.js'
import { badField, notFound, Refusal } from '../refusal.js'
import { access, forgetService } from '../access.js'
import { forget } from '../roles.js'
import type { Kind } from './kind.js'
import { configs } from './configs.js'
import { attributes, each, rejectUsed } from './rules.js'

const strategies = ['smartrouting', 'random', 'sticky', 'weighted']

/** What applications bind and dial by its name. */
export const services: Kind<'services'> = {
  kind: 'services',
  one: 'service',
  collection: 'services',
  ids: 'long',
  links: ['configs', 'service-edge-router-policies', 'service-policies', 'terminators'],
  fields: ({
    name = '',
    encryptionRequired = false,
    configs,
    roleAttributes,
    terminatorStrategy,
    maxIdleTimeMillis = 0,
  }) => ({
    name,
    encryptionRequired,
    configs: configs && configs.length > 0 ? configs : null,
    roleAttributes: attributes(roleAttributes),
    terminatorStrategy: terminatorStrategy || 'smartrouting',
    maxIdleTimeMillis,
  }),
  // Read-only after the create, as the specification has it.
  keeps: ['encryptionRequired'],
  check: (record, scope, before) => {
    rejectUsed('services', record, scope, before)
    if (!strategies.includes(record.terminatorStrategy))
      throw new Refusal({
        code: 'NOT_FOUND',
        reason: `terminatorStrategy with name ${record.terminatorStrategy} not found`,
      })
    const byType = new Map<string, string>()
    for (const id of record.configs ?? []) {
      const config = scope.records.get('configs', id)
      if (!config) throw notFound('config', id)
      const other = byType.get(config.configTypeId)
      if (other !== undefined) {
        const type = scope.records.get('configTypes', config.configTypeId)?.name
        throw badField(
          'configs',
          `duplicate configs named ${other} and ${config.name} found for config type ${type}. Only one config of a given typed is allowed per service `,
          record.configs,
        )
      }
      byType.set(config.configTypeId, config.name)
    }
  },
  deleting: (service, scope) => {
    const { records } = scope
    for (const kind of ['terminators', 'sessions'] as const)
      for (const { id } of [...records.find(kind, 'service', service.id)]) records.delete(kind, id)
    forget(service.id, records)
    for (const identity of [...records.list('identities')])
      forgetService(identity, service.id, scope)
  },
  show: (record, scope) => ({
    ...record,
    configs: record.configs && each(record.configs),
    ...access(record, scope),
  }),
  linked: {
    configs: (scope) =>
      linkedTo(
        () => filterableOf(configs, scope),
        (service) =>
          (service.configs ?? []).flatMap((id) => scope.records.get('configs', id) ?? []),
      ),
  },
}
