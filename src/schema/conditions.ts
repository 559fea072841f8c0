import type { Document, MapNode, ResolvedValue } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import { expandVariables } from '../document/environment.js'
import { resolveAlias } from '../yaml/index.js'

/** A document, and the environment for its variables; without an environment, all variables are unknown. */
export type DocumentScope = { document: Document; environment: Environment | undefined }

/** The context of conditions, except the map that contains the key. */
export type ConditionScope = DocumentScope & { root: MapNode }

/** A condition for reading a key, and why the router does not read the key if the condition does not hold. */
export type Condition = {
  /**
   * Whether the router reads the key in the map `siblings`; undefined if that depends on unknown variables. `siblings`
   * is a separate parameter, because creating a scope for every key would be slow.
   */
  holds: (scope: ConditionScope, siblings: MapNode) => boolean | undefined
  /** Whether the condition depends on more than the map that holds the key. */
  isNonLocal?: true
  reason: string
  /** The key that the router reads instead: a path from the root, or the name of a key in the same map. */
  effectiveKey?: string
}

/** The value of a map entry, with variables expanded; `isUnknown` if it depends on unknown variables. */
type FoundEntry = { value: ResolvedValue | undefined; isUnknown: boolean }

function findEntry(
  { document, environment }: ConditionScope,
  map: ResolvedValue | undefined,
  name: string,
): FoundEntry {
  const field = map?.kind === 'map' ? document.entries(map).byName.get(name) : undefined
  const value = field && resolveAlias(field.value)
  if (value?.kind !== 'text') return { value, isUnknown: false }
  const { text, isUnknown } = expandVariables(value.value, environment)
  return { value: { ...value, value: text }, isUnknown }
}

const findValue = (
  scope: ConditionScope,
  map: ResolvedValue | undefined,
  name: string,
): ResolvedValue | undefined => findEntry(scope, map, name).value

/**
 * Tests the string of a sibling key; the string is undefined if the key is missing or has no string. The result is
 * undefined if the string depends on unknown variables.
 */
function testText(
  scope: ConditionScope,
  siblings: MapNode,
  name: string,
  isAccepted: (text: string | undefined) => boolean,
): boolean | undefined {
  const { value, isUnknown } = findEntry(scope, siblings, name)
  return isUnknown ? undefined : isAccepted(value?.kind === 'text' ? value.value : undefined)
}

/** Whether an address has the given protocol; undefined if that depends on unknown variables. */
function hasProtocol(protocol: string, { value, isUnknown }: FoundEntry): boolean | undefined {
  if (value?.kind !== 'text') return false
  if (value.value.startsWith(`${protocol}:`)) return true
  return isUnknown && !/^[^:$]*:/.test(value.value) ? undefined : false
}

/** Whether the file has a listener with this protocol; undefined if that depends on unknown variables. */
function listensOn(scope: ConditionScope, protocol: string): boolean | undefined {
  const addressLists = [
    [findValue(scope, scope.root, 'listeners'), 'address'],
    [findValue(scope, findValue(scope, scope.root, 'link'), 'listeners'), 'bind'],
  ] as const
  const matches = addressLists.flatMap(([list, name]) =>
    list?.kind === 'list'
      ? list.items.map((item) => hasProtocol(protocol, findEntry(scope, resolveAlias(item), name)))
      : [],
  )
  return matches.includes(true) || (matches.includes(undefined) ? undefined : false)
}

/**
 * False if the file has no link dialers; otherwise undefined, because the listeners of other routers then decide which
 * protocols the router uses for links.
 */
function dialsUnknownLinks(scope: ConditionScope): false | undefined {
  const dialers = findValue(scope, findValue(scope, scope.root, 'link'), 'dialers')
  return dialers?.kind === 'list' && dialers.items.length > 0 ? undefined : false
}

/**
 * Whether an entry of the top-level list `dialers` is the last entry with its binding; also true if its binding is not
 * a string.
 */
function isLastOfBinding(scope: ConditionScope, siblings: MapNode): boolean {
  const ownBinding = findValue(scope, siblings, 'binding')
  const list = findValue(scope, scope.root, 'dialers')
  if (ownBinding?.kind !== 'text' || list?.kind !== 'list') return true
  const last = list.items.map(resolveAlias).findLast((item) => {
    const binding = findValue(scope, item, 'binding')
    return binding?.kind === 'text' && binding.value === ownBinding.value
  })
  return last === siblings
}

const usesProxy = (scope: ConditionScope, siblings: MapNode): boolean | undefined =>
  testText(scope, siblings, 'type', (type) => type !== 'none')

const createAbsentCondition = (name: string): Condition => ({
  holds: (scope, siblings) => findValue(scope, siblings, name) === undefined,
  reason: `\`${name}\` is set and takes precedence`,
  effectiveKey: name,
})

/**
 * Conditions under which the router reads a key (`x-read-when`), or reads it when it starts (`x-starts-when`), by the
 * names that schemas use.
 */
export const conditions: Readonly<Record<string, Condition>> = {
  never: { holds: () => false, reason: 'this release does not read it' },
  'endpoint-absent': createAbsentCondition('endpoint'),
  'connect-timeout-absent': createAbsentCondition('connectTimeout'),
  'root-csr-absent': {
    isNonLocal: true,
    holds: (scope) => findValue(scope, scope.root, 'csr') === undefined,
    reason: 'the top-level `csr` is set and takes precedence',
    effectiveKey: 'csr',
  },
  'ctrl-options-given': {
    holds: (scope, siblings) => findValue(scope, siblings, 'options')?.kind === 'map',
    reason: 'this release only reads it when `ctrl.options` is a map',
  },
  'bind-interface-empty': {
    holds: (scope, siblings) =>
      testText(scope, siblings, 'bindInterface', (text) => text === undefined || text === ''),
    reason: '`bindInterface` is set and takes precedence',
    effectiveKey: 'bindInterface',
  },
  'proxy-used': { holds: usesProxy, reason: '`type` is `none`' },
  'proxy-user-given': {
    holds: (scope, siblings) =>
      usesProxy(scope, siblings) && findValue(scope, siblings, 'username') !== undefined,
    reason: '`username` is not set',
  },
  'profile-path-given': {
    holds: (scope, siblings) =>
      testText(scope, siblings, 'path', (path) => path !== undefined && path !== ''),
    reason: '`path` is not set',
  },
  'dtls-listened': {
    isNonLocal: true,
    holds: (scope) => listensOn(scope, 'dtls'),
    reason: 'no listener has a `dtls:` address',
  },
  'dtls-used': {
    isNonLocal: true,
    holds: (scope) => listensOn(scope, 'dtls') === true || dialsUnknownLinks(scope),
    reason: 'no listener has a `dtls:` address, and it dials no links',
  },
  'dtls-dialed': {
    isNonLocal: true,
    holds: dialsUnknownLinks,
    reason: 'it dials no links',
  },
  'transwarp-listened': {
    isNonLocal: true,
    holds: (scope) => {
      const matches = ['transwarp', 'transwarptls'].map((protocol) => listensOn(scope, protocol))
      return matches.includes(true) || (matches.includes(undefined) ? undefined : false)
    },
    reason: 'no listener has a `transwarp:` address',
  },
  'westworld3-metrics': {
    holds: (scope, siblings) => testText(scope, siblings, 'name', (name) => name === 'metrics'),
    reason: 'only the instrument `metrics` has it',
  },
  'westworld3-trace': {
    holds: (scope, siblings) => testText(scope, siblings, 'name', (name) => name === 'trace'),
    reason: 'only the instrument `trace` has it',
  },
  'wss-listened': {
    isNonLocal: true,
    holds: (scope) => listensOn(scope, 'wss'),
    reason: 'no listener has a `wss:` address',
  },
  'link-binding-known': {
    holds: (scope, siblings) =>
      testText(scope, siblings, 'binding', (binding) =>
        [undefined, '', 'transport'].includes(binding),
      ),
    reason: 'it skips entries with a binding other than `transport`',
  },
  'last-of-binding': {
    isNonLocal: true,
    holds: isLastOfBinding,
    reason: 'a later entry has the same binding',
  },
  'bind-point-underlay': {
    holds: (scope, siblings) => (findValue(scope, siblings, 'identity')?.kind ?? 'null') === 'null',
    reason: '`identity` is set, so the server listens on a service of the overlay network',
  },
}
