import { analyze } from './analyze.js'
import type { Path, Range } from './diagnostic.js'
import { lineStarts, positionAt } from './diagnostic.js'
import type { Options } from './load.js'
import type { Json } from './schema/key.js'
import type { Origin } from './schema/reader.js'
import { complete } from './schema/read.js'
import { modelOf } from './schema/router.js'

/** One value that the router uses, and where it comes from. */
export type Effective = {
  path: (string | number)[]
  value: Json
  origin: Origin
  /** Where the file says so; absent for defaults. */
  range?: Range
}

/** Every value that the router of the target uses, in the order of the sections. Lists of texts count as one value. */
export function effective(text: string, options: Options = {}): Effective[] {
  const model = modelOf(options.target)
  if (!model) return []
  const { reading } = analyze(text, model, options.env)
  const starts = lineStarts(text)
  const rows: Effective[] = []
  const visit = (value: Json, path: Path): void => {
    const nested = typeof value === 'object' && value !== null ? Object.entries(value) : []
    if (nested.length > 0 && !isPlain(value)) {
      for (const [name, item] of nested) visit(item, [...path, Array.isArray(value) ? Number(name) : name])
      return
    }
    const known = reading.origins.get(JSON.stringify(path)) ?? reading.origins.get(JSON.stringify([...path, 0]))
    const range = known && { start: positionAt(starts, known.span.start), end: positionAt(starts, known.span.end) }
    rows.push({ path: [...path], value, origin: known?.origin ?? 'default', ...(range && { range }) })
  }
  for (const [name, value] of Object.entries<Json>(Object(complete(model.schema, reading)))) visit(value, [name])
  return rows
}

/** A list of plain values is shown as one. */
const isPlain = (value: Json): boolean => Array.isArray(value) && value.every((item) => typeof item !== 'object')
