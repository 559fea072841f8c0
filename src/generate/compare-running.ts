import { collectRows } from '../config/effective.js'
import type { EffectiveRow } from '../config/effective.js'
import type { Path } from '../document/diagnostic.js'
import type { Environment } from '../document/environment.js'
import { hasVariable } from '../document/environment.js'
import { analyze } from '../lint/lint.js'
import type { JsonMap } from '../schema/json.js'
import { isJsonList, isJsonMap, toJsonMap } from '../schema/json.js'
import type { Json, Key } from '../schema/key.js'
import type { Model } from '../schema/model.js'
import { findModel } from '../schema/model.js'
import type { RunningConfig } from './running.js'
import { maskValue, toReported, writeRunning } from './running.js'

/** A value that the file and the running router do not share; undefined on the side that has none. Secrets are `…`. */
export type RunningDifference = {
  path: (string | number)[]
  file: Json | undefined
  running: Json | undefined
}

/**
 * How a file compares with what its router runs: the same; the same in effect, in other words; different in effect; or
 * not comparable, because the file is broken.
 */
export type RunningComparison = {
  state: 'same' | 'text' | 'effect' | 'broken'
  differences: readonly RunningDifference[]
}

export type ComparisonOptions = {
  /** The release of the router. */
  target?: string
  /** The complete environment of the router; without it, a variable in the file matches any text. */
  env?: Environment
}

/** Compares a file with the configuration that its router reports, by what the router of the target uses. */
export function compareWithRunning(
  text: string,
  config: RunningConfig,
  { target, env }: ComparisonOptions = {},
): RunningComparison {
  const written = toReported(text, env)
  const model = findModel(target)
  if (!model || !written) return { state: 'broken', differences: [] }
  const running = toJsonMap(config)
  const matches = env ? isSame : isSameOrVariable
  const differences = findDifferences(written, running, { model, matches })
  const isEqual = matchesWhole(written, running, matches)
  return { state: differences.length > 0 ? 'effect' : isEqual ? 'same' : 'text', differences }
}

type Matches = (file: Json | undefined, running: Json | undefined) => boolean

const isSame: Matches = (file, running) => JSON.stringify(file) === JSON.stringify(running)

/** Whether values are the same, where each variable in the file may be any text. */
const isSameOrVariable: Matches = (file, running) => {
  if (typeof file === 'string' && typeof running !== 'object' && hasVariable(file))
    return mayBecome(file, String(running ?? ''))
  return isJsonList(file) && isJsonList(running) && file.length === running.length
    ? file.every((item, index) => isSameOrVariable(item, running[index]))
    : isSame(file, running)
}

/** Whether a string with variables may become a text: the parts between them occur in it, in their order. */
function mayBecome(written: string, text: string): boolean {
  const [first = '', ...rest] = written.split(/\$(?:\{[^}]*\}|\w+)/)
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= text.length - last.length
}

/** Whether two values hold the same, in whatever order of keys. */
function matchesWhole(
  file: Json | undefined,
  running: Json | undefined,
  matches: Matches,
): boolean {
  if (isJsonList(file) && isJsonList(running))
    return (
      file.length === running.length &&
      file.every((item, index) => matchesWhole(item, running[index], matches))
    )
  if (!isJsonMap(file) || !isJsonMap(running)) return matches(file, running)
  const names = new Set([...Object.keys(file), ...Object.keys(running)])
  return [...names].every(
    (name) =>
      Object.hasOwn(file, name) &&
      Object.hasOwn(running, name) &&
      matchesWhole(file[name], running[name], matches),
  )
}

type Side = { data: JsonMap; rows: ReadonlyMap<string, EffectiveRow>; holders: ReadonlySet<string> }

const nameOf = (path: Path): string => JSON.stringify(path)

/** The values that a router of the release uses from a configuration, by path. */
function readSide(data: JsonMap, model: Model): Side {
  const text = writeRunning(data, model)
  const rows = collectRows(text, analyze(text, model, {}))
  return {
    data,
    rows: new Map(rows.map((row) => [nameOf(row.path), row])),
    holders: new Set(
      rows.flatMap(({ path }) => path.map((_, index) => nameOf(path.slice(0, index + 1)))),
    ),
  }
}

/** The effective values that differ; a map or a list entry that only one side has is one difference. */
function findDifferences(
  written: JsonMap,
  running: JsonMap,
  { model, matches }: { model: Model; matches: Matches },
): RunningDifference[] {
  const [file, live] = [readSide(written, model), readSide(running, model)]
  const found = new Map<string, RunningDifference>()
  const addOneSided = (path: Path, own: Side, other: Side): void => {
    const depth = path.findIndex((_, index) => !other.holders.has(nameOf(path.slice(0, index + 1))))
    const whole = path.slice(0, depth + 1)
    const value = readValue(own, whole, model)
    found.set(nameOf(whole), {
      path: whole,
      file: own === file ? value : undefined,
      running: own === file ? undefined : value,
    })
  }
  for (const [name, row] of file.rows) {
    const other = live.rows.get(name)
    if (!other) addOneSided(row.path, file, live)
    else if (!matches(row.written, other.written))
      found.set(name, { path: row.path, file: maskRow(row), running: maskRow(other) })
  }
  for (const [name, row] of live.rows) if (!file.rows.has(name)) addOneSided(row.path, live, file)
  return [...found.values()]
}

const maskRow = ({ written, key, path }: EffectiveRow): Json =>
  maskValue(written, key, String(path.at(-1)))

/** The value at a path as it is configured, or else as it is in effect. */
function readValue({ data, rows }: Side, path: Path, { schema }: Model): Json {
  let value: Json | undefined = data
  let key: Key | undefined = schema
  for (const step of path) {
    if (isJsonList(value)) {
      value = value[Number(step)]
      key = key?.item ?? key
    } else {
      const { binding }: JsonMap = toJsonMap(value)
      const shape: Key | undefined =
        typeof binding === 'string' ? (key?.variant(binding) ?? key) : key
      value = toJsonMap(value)[step]
      key = shape?.child(String(step))
    }
  }
  if (value !== undefined) return maskValue(value, key, String(path.at(-1)))
  const row = rows.get(nameOf(path))
  return row ? maskRow(row) : null
}
