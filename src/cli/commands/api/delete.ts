import type { Client } from '../../../management/client/index.js'
import { getString } from '../../../management/plain.js'
import { formatCount } from '../../../document/words.js'
import { canAsk } from '../../connection/connect.js'
import { Interruption, UsageError } from '../../errors.js'
import type { Ask } from '../../ui/prompts.js'
import { escapeControls, formatNote } from '../../ui/text.js'
import { findListForDelete, getOperationName } from './operation-names.js'
import { listRecords } from './names.js'
import type { ApiRequest } from './request.js'

/** Which records to delete: with `filter`, those that it finds. With `yes`, the user is not asked for confirmation. */
export type DeleteChoice = { filter: string | undefined; yes: boolean }

/** Maximum number of records to name in a question. */
const maxNamed = 20

/**
 * Returns the request. If there is a filter, the path values of the request are the ids of the records that it finds.
 * Asks for confirmation on a terminal, unless `yes` is set; without a terminal, records found by a filter need --yes.
 * Throws an `Interruption` if the user declines.
 */
export async function confirmDelete(
  request: ApiRequest,
  { filter, yes }: DeleteChoice,
  {
    client,
    err,
    ask = canAsk()
      ? async (question) => (await import('../../ui/prompts.js')).ask(question)
      : undefined,
  }: { client: Client; err: (text: string) => void; ask?: Ask | undefined },
): Promise<ApiRequest> {
  const list = findListForDelete(request.operation)
  if (!list) return request
  const records =
    filter === undefined
      ? request.pathValueSets.map(([id = '']) => ({ id, title: id }))
      : (await listRecords(client, list, filter)).map(toTitledRecord)
  const pathValueSets = records.map(({ id }) => [id])
  if (filter !== undefined) {
    if (records.length === 0) err(`routerfile: no records found; nothing was deleted\n`)
    else if (!yes && !ask)
      throw new UsageError(
        `${getOperationName(request.operation)} --filter would delete ${formatCount(records.length, 'record')}; add --yes to delete them without a question`,
      )
    for (const { title } of ask && !yes ? [] : records) err(formatNote(`found ${title}`))
  }
  if (yes || !ask || records.length === 0) return { ...request, pathValueSets }
  const lines = records.slice(0, maxNamed).map(({ title }) => `  ${escapeControls(title)}`)
  const moreCount = records.length - lines.length
  const answer = await ask({
    message: `${getOperationName(request.operation)}:\n${[...lines, ...(moreCount > 0 ? [`  and ${formatCount(moreCount, 'more record')}`] : [])].join('\n')}\nDelete ${records.length === 1 ? 'this record' : `these ${records.length} records`}? (yes/no)`,
    isConfirmation: true,
  })
  if (answer !== 'yes') throw new Interruption('nothing was deleted')
  return { ...request, pathValueSets }
}

function toTitledRecord(record: unknown): { id: string; title: string } {
  const [id = '', name] = [getString(record, 'id'), getString(record, 'name')]
  return { id, title: name === undefined ? id : `${name} (${id})` }
}
