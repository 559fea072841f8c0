import type { Environment, Reading } from '../environment.js'
import type { Filterable } from '../filter/index.js'
import { compile, select, unlimited } from '../filter/index.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { parametersOfCall, refusalOf } from '../page.js'

const symbols: Filterable<string> = { id: { kind: 'text', of: (attribute) => attribute } }

const compare = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))

/** The attributes that records of a kind carry, each once. Only a limit in the filter limits them, as on a controller. */
const attributesOf =
  (holders: (records: Reading) => Iterable<{ roleAttributes: readonly string[] | null }>) =>
  (call: Call, environment: Environment): Promise<Answer> =>
    environment.read((records) => {
      const { filter, sort } = parametersOfCall(call)
      const compiled = compile(
        { limit: -1, ...(filter !== undefined && { filter }), ...(sort !== undefined && { sort }) },
        symbols,
      )
      if (!compiled.ok) throw refusalOf(compiled.fault)
      const attributes = new Set(
        [...holders(records)].flatMap(({ roleAttributes }) => roleAttributes ?? []),
      )
      const { page, totalCount, limit, offset } = select(
        [...attributes].sort(compare),
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
export const roleAttributes: Handlers = {
  listEdgeRouterRoleAttributes: attributesOf((records) =>
    records.find('routers', 'isEdge', 'true'),
  ),
  listIdentityRoleAttributes: attributesOf((records) => records.list('identities')),
  listPostureCheckRoleAttributes: attributesOf((records) => records.list('postureChecks')),
  listServiceRoleAttributes: attributesOf((records) => records.list('services')),
}
