import type { Row } from './list.js'
import type { Entry, Registrar } from './records.js'
import { edgeEntry, entriesNamed } from './records.js'

/** Answers for a router, with its record where it has one. */
export type RouterRow = Row & { entry?: Entry | undefined }

/** Names that are asked for at a time. */
const several = 50

/** A name that can be asked for: a filter has no way to write control characters. */
const nameOf = ({ answers: { name } }: Row): string | undefined =>
  typeof name === 'string' && name !== '' && !/[\u0000-\u001f]|\p{Surrogate}/u.test(name)
    ? name
    : undefined

/** Whether a row is for a router without edge. */
export const isFabricRow = ({ answers: { preset } }: Row): boolean => preset === 'fabric'

/** Rows of a list as they are. */
export async function* plainRows(rows: readonly Row[]): AsyncGenerator<RouterRow> {
  yield* rows
}

/** Rows of a list with the records that are there. */
export async function* rowsWithRecords(
  rows: readonly Row[],
  client: Registrar,
): AsyncGenerator<RouterRow> {
  for (let from = 0; from < rows.length; from += several) {
    const part = rows.slice(from, from + several)
    const names = (isFabric: boolean): string[] =>
      part.filter((row) => isFabricRow(row) === isFabric).flatMap((row) => nameOf(row) ?? [])
    const [edge, fabric] = await Promise.all([
      entriesNamed(client, names(false), false),
      entriesNamed(client, names(true), true),
    ])
    for (const row of part)
      yield { ...row, entry: (isFabricRow(row) ? fabric : edge).get(nameOf(row) ?? '') }
  }
}

/** A row for each edge router of the API, page by page. */
export async function* recordRows(
  client: Registrar,
  filter: string | undefined,
): AsyncGenerator<RouterRow> {
  for await (const found of client.edgeRouters.list(filter === undefined ? {} : { filter }))
    yield { answers: {}, from: `\`${found.name}\``, entry: edgeEntry(found) }
}
