import { dirname } from 'node:path'
import { formatPath } from '../../../document/diagnostic.js'
import { inspect } from '../../../lint/lint.js'
import { createLintHost } from '../../../project/machine.js'
import { generalizePath } from '../../../schema/places.js'
import type { ProjectFlags } from '../../project-flags.js'
import { openProjectFor } from '../../project-flags.js'
import { readInput } from '../../selection-flags.js'
import { formatTable } from '../../ui/text.js'
import type { ShownRow } from '../effective/rows.js'
import { eachShownRow } from '../effective/rows.js'

/** What the router uses for some keys in a file, each with its origin. */
export type ValuesInFile = { path: string; release: string; rows: readonly ShownRow[] }

/** Reads what the router uses at the places of keys, and below them. */
export async function findValuesInFile(
  file: string,
  keys: readonly string[],
  options: ProjectFlags,
): Promise<ValuesInFile> {
  const { path, text } = readInput(file)
  const { options: fileOptions } = await openProjectFor(options).configurationFor(path)
  const { analysis } = inspect(text, fileOptions, { omitsFixes: true })
  const host = createLintHost(fileOptions.checks, [process.cwd(), dirname(path)], Date.now())
  const rows = [...eachShownRow(text, analysis, host)]
  const places = new Set(keys.map(generalizePath).map(toUsedPath))
  return {
    path,
    release: analysis?.model.release ?? '',
    rows: rows.filter((row) => {
      const own = generalizePath(formatPath(row.path))
      return [...places].some(
        (place) =>
          own === place || (/^[.[]/.test(own.slice(place.length)) && own.startsWith(place)),
      )
    }),
  }
}

/** Two places of the file are one for the running router. */
const toUsedPath = (path: string): string =>
  path.replace(/^ctrl\.endpoint(?:s\[\])?$/, 'ctrl.endpoints').replace(/^edge\.csr/, 'csr')

export function formatValuesInFile({ path, release, rows }: ValuesInFile, width: number): string {
  const shown = rows.map(
    (row) => [formatPath(row.path), `${formatValue(row.written)} (${formatOrigin(row)})`] as const,
  )
  return shown.length > 0
    ? `in ${path}, the router of ${release} uses:\n${formatTable(shown, width)}`
    : `in ${path}, the router of ${release} uses no value for it\n`
}

const formatValue = (value: ShownRow['written']): string =>
  typeof value === 'string' ? value || '""' : JSON.stringify(value)

function formatOrigin({ origin, file, range, refused }: ShownRow): string {
  const line = range ? `line ${range.start.line + 1}` : ''
  const where = file ?? (origin === 'file' ? line : [origin, line].filter(Boolean).join(', '))
  return refused ? `${where}, refused` : where
}
