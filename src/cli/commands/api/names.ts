import { contract } from '../../../generated/management/contract.js'
import type { Client } from '../../../management/client/index.js'
import { ManagementError } from '../../../management/client/index.js'
import type { Operation } from '../../../management/operation.js'
import { getString } from '../../../management/plain.js'
import { isUnknownRecord } from '../../connection/connect.js'
import { toKebabCase } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { isPlainObject } from '../../../document/record.js'
import { getMethod } from './request.js'

/**
 * Sends a request for the record with an id and, if there is none, for the record with that name. Names are looked up
 * only then, so that an id costs one request and always wins.
 */
export async function callByIdOrName<Answer>(
  { operation, client }: { operation: Operation; client: Client },
  target: readonly string[],
  call: (target: readonly string[]) => PromiseLike<Answer>,
): Promise<Answer> {
  try {
    return await call(target)
  } catch (error) {
    const [name = '', ...rest] = target
    if (!(error instanceof ManagementError) || !isUnknownRecord(error)) throw error
    const ids = await findIdsByName(operation, client, name)
    const [id, other] = ids
    if (id === undefined) throw error
    if (other !== undefined)
      throw new UsageError(
        `${toKebabCase(operation.resource)}: several records are named "${name}"; use one of their ids: ${ids.join(', ')}`,
      )
    return call([id, ...rest])
  }
}

/** The ids of the records with a name; empty if the records of a resource have no names or cannot be listed. */
async function findIdsByName(
  { resource }: Operation,
  client: Client,
  name: string,
): Promise<string[]> {
  const list = contract.operations.find(
    (operation) =>
      operation.resource === resource && operation.name === 'list' && operation.answer === 'page',
  )
  if (!list || name === '') return []
  try {
    const answer: unknown = await getMethod(
      client,
      list,
    )({ filter: `name = ${JSON.stringify(name)}`, limit: 10 })
    const records = isPlainObject(answer) ? answer['data'] : undefined
    return Array.isArray(records)
      ? records.flatMap((record: unknown) =>
          getString(record, 'name') === name ? (getString(record, 'id') ?? []) : [],
        )
      : []
  } catch (error) {
    // Records without names cannot be filtered by name.
    if (error instanceof ManagementError && error.status === 400) return []
    throw error
  }
}
