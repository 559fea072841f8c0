import { dirname } from 'node:path'
import type { Effective, EffectiveRow } from '../../../config/effective.js'
import { eachRow, toShownValue } from '../../../config/effective.js'
import type { StoredAddresses } from '../../../lint/rules/endpoints-file.js'
import { findStoredAddresses } from '../../../lint/rules/endpoints-file.js'
import type { LintHost } from '../../../lint/host.js'
import type { LintRun } from '../../../lint/lint.js'
import { inspect } from '../../../lint/lint.js'
import type { LintFileOptions } from '../../../project/settings.js'
import { readStandardSource } from '../../../project/inputs.js'
import { createLintHost } from '../../../project/machine.js'
import type { Streams } from '../../command.js'
import type { ProjectFlags } from '../../project-flags.js'
import { openProjectFor } from '../../project-flags.js'
import { UsageError } from '../../errors.js'
import type { PartPlace, RouterOrPart } from '../../parts.js'
import { openPart, splitPartName } from '../../parts.js'

export type InspectedInput = RouterOrPart & {
  options: LintFileOptions
  host: LintHost
  run: LintRun
}

export async function inspectInput(
  argument: string,
  flags: ProjectFlags,
  streams: Pick<Streams, 'err'>,
): Promise<InspectedInput> {
  const input = await readRouterOrPart(argument)
  const { options } = await openProjectFor(flags, streams).configurationFor(input.path)
  const run = inspect(input.text, options, { omitsFixes: true })
  // A router file embedded in another file is meant for another machine, so no checks against this machine apply.
  const host = input.place
    ? createLintHost([], [], Date.now())
    : createLintHost(options.checks, [process.cwd(), dirname(input.path)], Date.now())
  return { ...input, options, host, run }
}

/** Reads the router file that an argument names; `FILE#PART` names a router file embedded in FILE. */
function readRouterOrPart(argument: string): Promise<RouterOrPart> {
  const [file, part] = splitPartName(argument)
  const source =
    file === '-'
      ? readStandardSource(undefined)
      : { path: file, origin: 'named' as const, foundUnder: [] }
  if ('why' in source) throw new UsageError(source.why)
  return openPart(source, file, part)
}

/**
 * An effective value as it is printed, with secrets hidden; `file` is the path of the endpoints file if the value is
 * from that file.
 */
export type ShownRow = Omit<Effective, 'origin'> & {
  origin: Effective['origin'] | 'endpoints file'
  file?: string
}

/** The effective values. Secrets are replaced by `…` or names of variables; `countHidden` is called for each. */
export function eachShownRow(
  { text, path, place, host, run: { analysis } }: InspectedInput,
  countHidden: () => void = () => undefined,
): Iterable<ShownRow> {
  if (!analysis) return []
  const rows = eachRow(text, analysis, { derived: place ? {} : { path } })
  const shownRows = hideRows(place ? toOuterRanges(rows, place) : rows, countHidden)
  const { document, knownConfig, model } = analysis
  const storedAddresses = findStoredAddresses({
    document,
    knownConfig,
    release: model.release,
    host,
  })
  return storedAddresses ? withStoredAddresses([...shownRows], storedAddresses) : shownRows
}

function* toOuterRanges(
  rows: Iterable<EffectiveRow>,
  { toOuterRange }: PartPlace,
): Generator<EffectiveRow, void> {
  for (const row of rows) yield row.range ? { ...row, range: toOuterRange(row.range) } : row
}

function* hideRows(
  rows: Iterable<EffectiveRow>,
  countHidden: () => void,
): Generator<Effective, void> {
  for (const foundRow of rows) {
    const { key: _key, pathInFile: _place, reference: _reference, items: _items, ...row } = foundRow
    const writtenValue = toShownValue(foundRow)
    const isShown =
      writtenValue === row.written || JSON.stringify(writtenValue) === JSON.stringify(row.written)
    if (!isShown) countHidden()
    yield isShown ? row : { ...row, value: writtenValue, written: writtenValue }
  }
}

/** Replaces the addresses of the router file with those of the endpoints file. */
function withStoredAddresses(
  rows: readonly ShownRow[],
  storedAddresses: StoredAddresses,
): ShownRow[] {
  const value = storedAddresses.addresses.map(({ address }) => address)
  const row: ShownRow = {
    path: ['ctrl', 'endpoints'],
    value,
    written: value,
    origin: 'endpoints file',
    file: storedAddresses.path,
  }
  const isReplaced = ({ path: [section, key] }: ShownRow): boolean =>
    section === 'ctrl' && key === 'endpoints'
  const replacedIndex = rows.findIndex(isReplaced)
  const index =
    replacedIndex < 0 ? rows.findIndex(({ path: [section] }) => section === 'ctrl') : replacedIndex
  return [...rows.slice(0, index), row, ...rows.slice(index).filter((other) => !isReplaced(other))]
}
