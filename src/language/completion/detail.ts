import { typeOf } from '../../schema/describe.js'
import type { Place } from '../../schema/places.js'

/** Type, unit and default of a key in a few words. */
export function detailOf({ key, required }: Place): string {
  const { source } = key
  const usual = source.default
  const shown =
    usual === undefined || (typeof usual === 'object' && !Array.isArray(usual))
      ? undefined
      : `default ${typeof usual === 'string' ? usual || '""' : JSON.stringify(usual)}`
  return [
    typeOf(key),
    source['x-unit'] && `in ${source['x-unit']}`,
    required && 'required',
    shown,
    key.deprecated && 'deprecated',
  ]
    .filter(Boolean)
    .join(', ')
}
