import type { Analysis, Options } from '../lint/lint.js'
import { analyze } from '../lint/lint.js'
import type { Path, Range } from '../document/diagnostic.js'
import { findLineStarts, toPath, toPosition } from '../document/diagnostic.js'
import { isSecret } from '../document/secrets.js'
import { formatDuration } from '../formats/duration.js'
import type { JsonMap } from '../schema/json.js'
import { isJsonList, toJsonMap } from '../schema/json.js'
import type { Json, Key } from '../schema/key.js'
import type { Reading } from '../schema/read.js'
import { completeConfig, loadedPath } from '../schema/read.js'
import type { Origin } from '../schema/reader.js'
import { findModel } from '../schema/model.js'

/** A value that the router uses, and its origin. */
export type Effective = {
  /** Keys and indexes from the root of the configuration. */
  path: (string | number)[]
  /** The value as the router uses it; durations in milliseconds. */
  value: Json
  /** The value as it is written in a file: durations as strings. */
  written: Json
  /** Whether it is written, a default, or what the router uses instead. */
  origin: Origin
  /** The range in the file; absent for defaults. */
  range?: Range
}

/** Every value that the router of the target uses, in the order of the schema. A list of strings is one value. */
export function effective(text: string, options: Options = {}): Effective[] {
  const model = findModel(options.target)
  if (!model) return []
  return collectRows(text, analyze(text, model, { environment: options.env })).map(
    ({ key: _, place: __, ...row }) => row,
  )
}

/** A value with its schema key, and the path under which the file has it, which may be another. */
export type EffectiveRow = Effective & { key: Key | undefined; place?: Path }

/** The values of a text that is already analyzed. */
export function collectRows(
  text: string,
  { model, reading }: Pick<Analysis, 'model' | 'reading'>,
): EffectiveRow[] {
  const starts = findLineStarts(text)
  const origins = new Map(
    reading
      .origins()
      .map((item) => [JSON.stringify(loadedPath(toPath(item.place), reading.moves)), item]),
  )
  const rows: EffectiveRow[] = []
  const visit = (value: Json, key: Key | undefined, path: Path): void => {
    const inner = listChildren(value, key)
    if (inner.length > 0) {
      for (const { step, part, below } of inner) visit(part, below, [...path, step])
      return
    }
    const known =
      origins.get(JSON.stringify(path)) ??
      (isJsonList(value) ? origins.get(JSON.stringify([...path, 0])) : undefined)
    const range = known && {
      start: toPosition(starts, known.span.start),
      end: toPosition(starts, known.span.end),
    }
    rows.push({
      path: [...path],
      value,
      written: toWrittenValue(value, key),
      origin: known?.origin ?? 'default',
      ...(range && { range }),
      ...(known && { place: toPath(known.place) }),
      key,
    })
  }
  for (const [name, value] of Object.entries(withVariables(model.schema, reading)))
    visit(value, model.schema.child(name), [name])
  return rows
}

/** The whole configuration, with the source of values that depend on unknown variables. */
function withVariables(schema: Key, reading: Reading): JsonMap {
  const config = toJsonMap(completeConfig(schema, reading))
  if (reading.unknown.length === 0) return config
  const whole = structuredClone(config)
  for (const path of reading.unknown) {
    const value = reading.document.find(path)?.value
    const to = loadedPath(path, reading.moves)
    const holder = to.slice(0, -1).reduce<unknown>((inside, step) => partAt(inside, step), whole)
    const last = to.at(-1)
    if (value?.kind !== 'text' || last === undefined) continue
    if (typeof holder === 'object' && holder !== null) Reflect.set(holder, last, value.value)
  }
  return whole
}

const partAt = (holder: unknown, step: string | number): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined

type Child = { step: string | number; part: Json; below: Key | undefined }

/**
 * The children of a map or a list, in the order of the schema; empty for a list of plain values, which is one value.
 */
function listChildren(value: Json, key: Key | undefined): Child[] {
  if (typeof value !== 'object' || value === null) return []
  if (isJsonList(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    return isPlain ? [] : value.map((part, step) => ({ step, part, below: key?.item }))
  }
  const { binding } = toJsonMap(value)
  const shape = typeof binding === 'string' ? (key?.variant(binding) ?? key) : key
  const order = new Map(shape?.names.map((name, index) => [name, index]))
  const place = (name: string): number => order.get(name) ?? Infinity
  return Object.entries(value)
    .map(([step, part]) => ({ step, part, below: shape?.child(step) }))
    .sort((left, right) =>
      place(left.step) === place(right.step) ? 0 : place(left.step) - place(right.step),
    )
}

/** A value as it is written in a file. */
export const toWrittenValue = (value: Json, key: Key | undefined): Json =>
  typeof value === 'number' && key?.format?.name.startsWith('duration')
    ? formatDuration(value)
    : value

/** A value as it is written in a file, without secrets. */
export function toShownValue({ key, written }: Pick<EffectiveRow, 'key' | 'written'>): Json {
  return key?.secret && written !== '' ? hiddenSecret : hideSecrets(written)
}

const hiddenSecret = '…'

function hideSecrets(value: Json): Json {
  if (typeof value === 'string') return isSecret(value) ? hiddenSecret : value
  return isJsonList(value) ? value.map(hideSecrets) : value
}
