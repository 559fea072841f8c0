import type { Client } from '../../../management/client/index.js'
import { ManagementError } from '../../../management/client/error.js'
import type { Operation } from '../../../management/operation.js'
import { getString } from '../../../management/plain.js'
import { isPlainObject } from '../../../document/record.js'
import { findNearest } from '../../../schema/suggest.js'
import { findListOperation, getMethod } from './operation-names.js'

/** An error about an unknown field of a filter or a sort order, with the field that was probably meant. */
export async function suggestField(
  error: unknown,
  operation: Pick<Operation, 'resource'>,
  client: Client,
): Promise<unknown> {
  if (!(error instanceof ManagementError) || !/^INVALID_(FILTER|SORT_)/.test(error.code))
    return error
  const unknown = /unknown symbol '([^']+)'/.exec(getString(error.cause, 'message') ?? '')?.[1]
  const list = findListOperation(operation)
  if (unknown === undefined || !list) return error
  const page: unknown = await Promise.resolve(getMethod(client, list)({ limit: 1 })).catch(
    () => undefined,
  )
  const fields: unknown = isPlainObject(page) ? page['filterableFields'] : undefined
  const near = Array.isArray(fields) ? findNearest(unknown, fields.map(String)) : undefined
  if (near !== undefined)
    error.message = error.message.replace(
      `unknown symbol '${unknown}'`,
      `unknown field \`${unknown}\`; did you mean \`${near}\`?`,
    )
  return error
}
