import { type Fault, unusable } from './fault.js'
import type { Filterable } from './filterable.js'
import { set } from './resolve.js'

type Roles = { attributes: string[]; ids: Set<string> }

function rolesOf(entries: readonly string[]): Roles | Fault {
  const roles: Roles = { attributes: [], ids: new Set() }
  for (const entry of entries) {
    if (entry.startsWith('#')) roles.attributes.push(entry.slice(1))
    else if (entry.startsWith('@')) roles.ids.add(entry.slice(1))
    else
      return unusable(
        'roleFilter',
        entry,
        `'${entry}' is neither role attribute (prefixed with #) or an entity id or name (prefixed with @)`,
      )
  }
  return roles
}

/**
 * The test for `roleFilter`: a record passes whose id is listed, or that has all, or with `AnyOf` any, of the
 * attributes. `#all` is an attribute like any other. Records without `roleAttributes` all pass.
 */
export function roleTest<R>(
  symbols: Filterable<R>,
  entries: readonly string[],
  semantic = 'AllOf',
): { test: (record: R) => boolean } | Fault | undefined {
  if (!Object.hasOwn(symbols, 'roleAttributes')) return undefined
  const wanted = semantic.toLowerCase()
  if (wanted !== 'allof' && wanted !== 'anyof')
    return unusable('semantic', semantic, 'invalid semantic')
  const roles = rolesOf(entries)
  if ('code' in roles) return roles
  const { attributes, ids } = roles
  const { of } = set(symbols, { name: 'roleAttributes', at: 0 }, 'anyOf')
  const fits = (own: readonly string[]): boolean =>
    wanted === 'anyof'
      ? attributes.some((name) => own.includes(name))
      : attributes.length > 0 && attributes.every((name) => own.includes(name))
  return { test: (record) => ids.has(symbols.id.of(record)) || fits(of(record) ?? []) }
}
