import { getString } from '../plain.js'
import { getAt, isPlainObject } from '../../document/record.js'
import type { PreparedCall, CallResult, Sending } from './call.js'
import type { ManagementError } from './error.js'
import { isNameTaken } from './error.js'
import { createField } from './filter.js'
import { parseOperationRow } from './operation-table.js'
import { wait } from './retry.js'

/** Whether a controller refuses a new record because its name is already in use. */
export const isDuplicate = ({ row }: PreparedCall, error: ManagementError): boolean =>
  row.answer === 'created' &&
  (isNameTaken(error) || (getString(error.cause, 'message') ?? '').includes('must be unique'))

/** The header with the time of a controller has whole seconds. */
const clockTolerance = 2_000

/** A member that lags behind has the record after these times, in ms. */
const lookupDelays = [0, 20, 50, 200, 800, 2_000, 5_000]

/**
 * The record that a call created whose first answer was lost, so that its repetition is told that the
 * name is in use. Undefined if somebody else has created it: then it is older than the call. `answeredAt`
 * is the time of the controller when it said so.
 */
export async function findCreated(
  { call, controller, log }: Sending,
  { start, error, answeredAt }: { start: number; error: ManagementError; answeredAt: number },
  list: (call: PreparedCall) => Promise<CallResult | { error: ManagementError }>,
): Promise<unknown> {
  const name = isPlainObject(call.body) ? getString(call.body, 'name') : undefined
  if (name === undefined) return undefined
  const lookup: PreparedCall = {
    row: parseOperationRow(call.row.operation, `GET ${call.row.path} page`),
    path: call.path,
    query: { filter: createField('name').eq(name).text, limit: 1 },
    headers: {},
    body: undefined,
    options: call.options,
    controller,
  }
  // In the time of the controller, whose clock may differ from that of this machine.
  const earliest = answeredAt - (Date.now() - start) - clockTolerance
  for (const delay of lookupDelays) {
    log({ kind: 'wait', delay, code: error.code })
    await wait(delay, call.options.signal)
    const result = await list(lookup)
    if ('error' in result) return undefined
    const record = getAt(result.value, ['data', 0])
    if (isPlainObject(record))
      return Date.parse(getString(record, 'createdAt') ?? '') >= earliest
        ? { id: record['id'], _links: record['_links'] }
        : undefined
  }
  return undefined
}
