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

type OperationTable = Readonly<Record<string, Handler<unknown> | undefined>>

/** The handlers by the ids of their operations; an operation without a handler is not implemented. */
export const operations: OperationTable = Object.fromEntries(
  [
    ...entities.flatMap(({ collection, otherCollection, crud }) => [
      createOperations(collection, crud),
      createOperations(otherCollection, crud),
    ]),
    // These handlers replace some of the handlers above, which all entities share, so they must come later.
    ...entityOperations,
    authenticationOperations,
    databaseOperations,
    informationOperations,
    wellKnownOperations,
    fabricOperations,
    { enroll, extendRouter },
  ].flatMap((table: OperationTable) => Object.entries(table)),
)

function createOperations(collection: string | undefined, crud: Crud | undefined): OperationTable {
  if (collection === undefined || !crud) return {}
  const handlers = new Map<string, Handler<unknown>>(Object.entries(crud))
  return Object.fromEntries(
    contract.operations
      .filter(({ resource, name }) => resource === camelCase(collection) && handlers.has(name))
      .map(({ id, name }) => [id, handlers.get(name)]),
  )
}
