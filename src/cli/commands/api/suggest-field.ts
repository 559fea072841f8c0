import type { Client } from '../../../management/client/index.js'
import { ManagementError } from '../../../management/client/error.js'
import type { Operation } from '../../../management/operation.js'
import { getString } from '../../../management/plain.js'
import { isPlainObject } from '../../../document/record.js'
import { findNearest } from '../../../schema/suggest.js'
import { findListOperation, getMethod } from './operation-names.js'

/** Returns the error. If it is about an unknown field in a filter or sort order, suggests a similar field. */
export async function suggestField(
  error: unknown,
  operation: Pick<Operation, 'resource'>,
  client: Client,
): Promise<unknown> {
  if (!(error instanceof ManagementError) || !/^INVALID_(FILTER|SORT_)/.test(error.code))
    return error
  const unknownField = /unknown symbol '([^']+)'/.exec(getString(error.cause, 'message') ?? '')?.[1]
  const list = findListOperation(operation)
  if (unknownField === undefined || !list) return error
  const page: unknown = await Promise.resolve(getMethod(client, list)({ limit: 1 })).catch(
    () => undefined,
  )
  const fields: unknown = isPlainObject(page) ? page['filterableFields'] : undefined
  const suggestion = Array.isArray(fields)
    ? findNearest(unknownField, fields.map(String))
    : undefined
  if (suggestion !== undefined)
    error.message = error.message.replace(
      `unknown symbol '${unknownField}'`,
      `unknown field \`${unknownField}\`; did you mean \`${suggestion}\`?`,
    )
  return error
}
