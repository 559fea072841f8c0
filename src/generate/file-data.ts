import { isRecord } from '../document/record.js'
import type { Json, JsonMap } from '../document/record.js'

/**
 * The members of an object as data that YAML can hold. Members that are undefined are left out; in lists, they become
 * null. Throws a `TypeError` that names the first member that YAML cannot hold.
 */
export function toFileData(file: object): JsonMap {
  const ancestors = new Set<object>()
  const convert = (value: unknown, path: string): Json | undefined => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (value === undefined) return undefined
    if (!isRecord(value) || !isPlain(value)) throw createRefusal(path, describe(value))
    if (ancestors.has(value)) throw createRefusal(path, 'an object that contains itself')
    ancestors.add(value)
    const convertedValue = Array.isArray(value)
      ? value.map((item: unknown, index) => convert(item, `${path}[${index}]`) ?? null)
      : convertMap(value, path)
    ancestors.delete(value)
    return convertedValue
  }
  const convertMap = (map: Readonly<Record<string, unknown>>, path: string): JsonMap =>
    Object.fromEntries(
      Object.entries(map).flatMap(([name, inner]) => {
        const value = convert(inner, path === '' ? name : `${path}.${name}`)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  if (!isPlain(file) || Array.isArray(file)) throw createRefusal('file', describe(file))
  return convertMap(Object.fromEntries(Object.entries(file)), '')
}

/** Whether an object is an array or a plain object. Instances of classes have state that their members do not show. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || prototype === Object.prototype
}

const describe = (value: unknown): string =>
  typeof value === 'object'
    ? 'an object of a class'
    : typeof value === 'number'
      ? String(value)
      : `a ${typeof value}`

const createRefusal = (path: string, found: string): TypeError =>
  new TypeError(
    `stringify: \`${path}\` must be a string, a number, a boolean, null, a list or an object, found ${found}`,
  )
