import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Written } from './written.js'

/** The schema of the whole file; what several keys share stands under `$defs`. */
export type Bundle = Written & { $defs: Readonly<Record<string, Written>> }

/** Reads `schemas/router.json` with its sections and definitions into one document; definitions end up under `$defs`. */
export function bundle(folder: string): Bundle {
  const read = (file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const definitions = read('definitions.json')['$defs']
  const root = inline(read('router.json'), '.', read)
  return { ...Object(root), $defs: inline(definitions, '.', read) }
}

/** Puts files instead of references to them, and lets references to definitions point into the bundle. */
function inline(value: unknown, folder: string, read: (file: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, folder, read))
  if (typeof value !== 'object' || value === null) return value
  const reference = fileOf(value)
  if (reference !== undefined)
    return inline(read(join(folder, reference)), dirname(join(folder, reference)), read)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '$id' && name !== '$schema')
      .map(([name, item]) => [
        name,
        name === '$ref' ? String(item).replace(/^.*#/, '#') : inline(item, folder, read),
      ]),
  )
}

/** The section file that a property stands for, if it is nothing but a reference to one. */
function fileOf(value: object): string | undefined {
  const { allOf } = value as Written
  const reference = allOf?.[0]?.$ref
  return Object.keys(value).length === 1 && reference !== undefined && !reference.includes('#')
    ? reference
    : undefined
}
