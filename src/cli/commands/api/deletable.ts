import { contract } from '../../../generated/management/contract.js'
import type { Operation } from '../../../management/operation.js'

/** The operation that lists all records of a resource; undefined if there is none. */
export const findListOperation = ({
  resource,
}: Pick<Operation, 'resource'>): Operation | undefined =>
  contract.operations.find(
    (operation) =>
      operation.resource === resource &&
      operation.name === 'list' &&
      operation.answer === 'page' &&
      operation.parameters.length === 0,
  )

/** The list of the records that an operation deletes one by one; undefined for other operations. */
export const findDeletable = (operation: Operation): Operation | undefined =>
  operation.name === 'delete' && operation.parameters.length === 1
    ? findListOperation(operation)
    : undefined
