import { isPlainObject } from '../../document/record.js'
import { getString, parseJsonText } from '../plain.js'

/** The longest text of JSON to read as the error of a leader, in characters. */
const maxLength = 100_000

/**
 * The error of a leader that a follower of its cluster passed on: of two kinds, the follower shows only
 * a status 500 and their fields, as a text of JSON. Returns the error as the leader itself shows it; undefined for others.
 */
export function readForwardedError(
  error: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const fields = findFields(error['cause'])
  if (!fields) return undefined
  const [entityType, field] = [getString(fields, 'EntityType'), getString(fields, 'Field')]
  if (entityType !== undefined && field !== undefined)
    return {
      ...error,
      code: 'COULD_NOT_VALIDATE',
      cause: {
        field,
        reason: `it must be unique, and another record in ${entityType} has this value`,
        value: fields['Value'],
      },
    }
  const [remoteType, remoteField] = [
    getString(fields, 'RemoteType'),
    getString(fields, 'RemoteField'),
  ]
  if (remoteType === undefined || remoteField === undefined) return undefined
  const ids: unknown = fields['RemoteIds']
  const value = `[${Array.isArray(ids) ? ids.join(' ') : ''}]`
  return {
    ...error,
    code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
    cause: {
      field: remoteField,
      reason: `the record is referenced by ${remoteType} ${value}`,
      value,
    },
  }
}

/** The fields in the innermost cause whose message is a map in JSON. */
function findFields(cause: unknown): Record<string, unknown> | undefined {
  if (!isPlainObject(cause)) return undefined
  const message = getString(cause, 'message') ?? ''
  const fields =
    message.startsWith('{') && message.length < maxLength ? parseJsonText(message) : undefined
  return findFields(cause['cause']) ?? (isPlainObject(fields) ? fields : undefined)
}
