import { isPlainObject } from '../../../document/record.js'
import type { Operation } from '../../../management/operation.js'

type Method = (...values: readonly unknown[]) => unknown

export function getMethod(client: object, { resource, name }: Operation): Method {
  const group: unknown = Reflect.get(client, resource)
  const method = isPlainObject(group) ? group[name] : undefined
  if (typeof method !== 'function') throw new Error(`the client has no ${resource}.${name}`)
  return (...values): unknown => {
    const result: unknown = Reflect.apply(method, group, values)
    return result
  }
}
