import { formatPath } from '../../../document/diagnostic.js'
import type { SchemaNode } from '../../../schema/key.js'
import { generalizePath } from '../../../schema/places.js'
import type { ProjectFlags } from '../../project-flags.js'
import { formatTable } from '../../ui/text.js'
import type { ShownRow } from '../effective/rows.js'
import { eachShownRow, inspectInput } from '../effective/rows.js'

/** The values that the router uses for some keys of a file, each with its origin. */
export type ValuesInFile = { path: string; release: string; rows: readonly ShownRow[] }

/** Finds the values that the router uses for the given keys and for the keys inside them. */
export async function findValuesInFile(
  file: string,
  keys: readonly string[],
  options: ProjectFlags,
): Promise<ValuesInFile> {
  // The notes on the assumed release are dropped, because the command has printed them already.
  const input = await inspectInput(file, options, { err: () => undefined })
  const rows = [...eachShownRow(input)]
  const model = input.run.analysis?.model
  const usedPaths = new Set(keys.map((key) => findUsedPath(generalizePath(key), model?.schema)))
  return {
    path: input.path,
    release: model?.release ?? '',
    rows: rows.filter((row) => {
      const rowPath = generalizePath(formatPath(row.path))
      return [...usedPaths].some(
        (usedPath) =>
          rowPath === usedPath ||
          (/^[.[]/.test(rowPath.slice(usedPath.length)) && rowPath.startsWith(usedPath)),
      )
    }),
  }
}

/** The path where the router stores what it reads: `csr.sans` for `edge.csr.sans`; for a list item, the list. */
function findUsedPath(path: string, schema: SchemaNode | undefined): string {
  let usedPath = ''
  let key = schema
  for (const step of path.split('.')) {
    const child = key?.child(step.replace(/\[\]$/, ''))
    const { sameAs } = child ?? {}
    if (sameAs === undefined) usedPath += usedPath === '' ? step : `.${step}`
    else usedPath = sameAs.startsWith('.') ? usedPath + sameAs : sameAs
    key = child?.item ?? child
  }
  return usedPath.replace(/\[\]$/, '')
}

export function formatValuesInFile({ path, release, rows }: ValuesInFile, width: number): string {
  const tableRows = rows.map(
    (row) => [formatPath(row.path), `${formatValue(row.written)} (${formatOrigin(row)})`] as const,
  )
  return tableRows.length > 0
    ? `in ${path}, the router of ${release} uses:\n${formatTable(tableRows, width)}`
    : `in ${path}, the router of ${release} uses no value for it\n`
}

const formatValue = (value: ShownRow['written']): string =>
  typeof value === 'string' ? value || '""' : JSON.stringify(value)

function formatOrigin({ origin, file, range, refused }: ShownRow): string {
  const line = range ? `line ${range.start.line + 1}` : ''
  const source = file ?? (origin === 'file' ? line : [origin, line].filter(Boolean).join(', '))
  return refused ? `${source}, refused` : source
}
