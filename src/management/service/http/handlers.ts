import { contract } from '../../../generated/management/contract.js'
import { entities } from '../../../generated/management/entities.js'
import { entityOperations } from '../../../generated/management/entity-operations.js'
import { camelCase } from '../../operation.js'
import { authenticationOperations } from '../operations/authentication.js'
import { extendRouter, enroll } from '../operations/enroll.js'
import { databaseOperations } from '../operations/database.js'
import { informationOperations, wellKnownOperations } from '../operations/information.js'
import type { Crud } from '../entities/crud.js'
import { fabricOperations } from '../fabric/operations.js'
import type { Handler } from '../call/call.js'

type HandlerTable = Readonly<Record<string, Handler<unknown> | undefined>>

/** The handlers by the ids of their operations; an operation without a handler is not implemented. */
export const handlers: HandlerTable = Object.fromEntries(
  [
    ...entities.flatMap(({ collection, otherCollection, crud }) => [
      createHandlers(collection, crud),
      createHandlers(otherCollection, crud),
    ]),
    // These handlers replace some of the handlers above, which all entities share, so they must come later.
    ...entityOperations,
    authenticationOperations,
    databaseOperations,
    informationOperations,
    wellKnownOperations,
    fabricOperations,
    { enroll, extendRouter },
  ].flatMap((table: HandlerTable) => Object.entries(table)),
)

function createHandlers(collection: string | undefined, crud: Crud | undefined): HandlerTable {
  if (collection === undefined || !crud) return {}
  const crudHandlers = new Map<string, Handler<unknown>>(Object.entries(crud))
  return Object.fromEntries(
    contract.operations
      .filter(({ resource, name }) => resource === camelCase(collection) && crudHandlers.has(name))
      .map(({ id, name }) => [id, crudHandlers.get(name)]),
  )
}
