import { contract } from '../../../generated/management/contract.js'
import type { Operation } from '../../../management/operation.js'

/** The list of the records that an operation deletes one by one; undefined for other operations. */
export const findDeletable = ({ resource, name, parameters }: Operation): Operation | undefined =>
  name === 'delete' && parameters.length === 1
    ? contract.operations.find(
        (operation) =>
          operation.resource === resource &&
          operation.name === 'list' &&
          operation.answer === 'page' &&
          operation.parameters.length === 0,
      )
    : undefined
