import { isPlainObject } from '../../../document/record.js'
import { formatCount } from '../../../document/words.js'
import { getNumber, getString } from '../../../management/plain.js'
import { escapeControls, formatTable } from '../../ui/text.js'

/** Whether an identity can use a service, and what is missing, as a table: "why can north not dial web". */
export function formatPolicyAdvice(advice: unknown, width: number): string {
  const fields = isPlainObject(advice) ? advice : {}
  const [identity, service] = [fields['identity'], fields['service']].map((reference) =>
    escapeControls(getString(reference, 'name') ?? getString(reference, 'id') ?? ''),
  )
  const routers: unknown[] = Array.isArray(fields['commonRouters']) ? fields['commonRouters'] : []
  const online = routers.filter((router) => isPlainObject(router) && router['isOnline'] === true)
  const [own = 0, serving = 0] = [
    getNumber(fields, 'identityRouterCount'),
    getNumber(fields, 'serviceRouterCount'),
  ]
  const permission = (type: 'Dial' | 'Bind'): string =>
    fields[`is${type}Allowed`] === true
      ? 'yes'
      : `no: no service policy of type ${type} includes ${identity} and ${service}`
  const count = (found: number, policy: string): string =>
    found > 0 ? formatCount(found, 'edge router') : `none: no ${policy} includes it`
  const common =
    routers.length > 0
      ? routers
          .map(
            (router) =>
              `${escapeControls(getString(router, 'name') ?? getString(router, 'id') ?? '')} (${online.includes(router) ? 'online' : 'offline'})`,
          )
          .join(', ')
      : own > 0 && serving > 0
        ? 'none: no edge router is in both lists'
        : 'none'
  const conclude = (type: 'Dial' | 'Bind'): string => {
    if (fields[`is${type}Allowed`] !== true) return 'no, it has no permission'
    if (routers.length === 0) return 'no, they have no edge router in common'
    return online.length > 0 ? 'yes' : 'no, the edge routers in common are offline'
  }
  return formatTable(
    [
      [`can ${identity} dial ${service}`, conclude('Dial')],
      [`can ${identity} bind ${service}`, conclude('Bind')],
      ['permission to dial', permission('Dial')],
      ['permission to bind', permission('Bind')],
      [`routers of ${identity}`, count(own, 'edge router policy')],
      [`routers of ${service}`, count(serving, 'service edge router policy')],
      ['routers in common', common],
    ],
    width,
  )
}
