import type { Filterable } from '../filter/symbols.js'
import { compileSelector, select } from '../filter/select.js'
import { unlimited } from '../filter/parameters.js'
import type { Environment, Reading } from '../environment.js'
import type { Answer, Call, Handlers } from '../http/handler.js'
import { compareBytes } from './entity.js'
import { readListParameters, toRefusal } from './list.js'

const attributeSymbols: Filterable<string> = { id: { kind: 'text', of: (attribute) => attribute } }

/** The attributes that records of a kind carry, each once. Only a limit in the filter limits them, as on a controller. */
const listAttributes =
  (holders: (records: Reading) => Iterable<{ roleAttributes: readonly string[] | null }>) =>
  (call: Call, environment: Environment): Promise<Answer> =>
    environment.read((records) => {
      const { filter, sort } = readListParameters(call)
      const compiled = compileSelector(
        { limit: -1, ...(filter !== undefined && { filter }), ...(sort !== undefined && { sort }) },
        attributeSymbols,
      )
      if (!compiled.ok) throw toRefusal(compiled.fault)
      const attributes = new Set(
        [...holders(records)].flatMap(({ roleAttributes }) => roleAttributes ?? []),
      )
      const { page, totalCount, limit, offset } = select(
        [...attributes].sort(compareBytes),
        compiled.selector,
      )
      return {
        data: page,
        meta: {
          filterableFields: ['id'],
          pagination: { limit: limit >= unlimited ? unlimited : limit, offset, totalCount },
        },
      }
    })

/** The role attributes in use. */
export const roleAttributeOperations: Handlers = {
  listEdgeRouterRoleAttributes: listAttributes((records) =>
    records.find('routers', 'isEdge', 'true'),
  ),
  listIdentityRoleAttributes: listAttributes((records) => records.list('identities')),
  listPostureCheckRoleAttributes: listAttributes((records) => records.list('postureChecks')),
  listServiceRoleAttributes: listAttributes((records) => records.list('services')),
}
