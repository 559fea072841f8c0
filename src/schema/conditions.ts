import type { Document, MapNode, Value } from '../document.js'
import type { Environment } from '../expand.js'
import { expand } from '../expand.js'
import { resolve } from '../yaml/index.js'

/** Where a key stands: its file, the environment of the router, the map that holds it, and the value of the root entry that it belongs to. */
export type Scope = {
  document: Document
  environment: Environment | undefined
  root: MapNode
  siblings: MapNode
}

/** When the router reads a key, and why it does not. */
export type Condition = {
  /** Whether the router reads the key; undefined where that hangs on variables that are not known. */
  holds: (scope: Scope) => boolean | undefined
  /** Whether that hangs on more than the map that holds the key. */
  isFar?: true
  /** Why not. */
  otherwise: string
  /** The key that the router reads instead: a path from the root, or the name of a key beside it. */
  winner?: string
}

/** The entry of a map, its text expanded; unknown where that hangs on variables that are not known. */
type Found = { value: Value | undefined; unknown: boolean }

function find({ document, environment }: Scope, map: Value | undefined, name: string): Found {
  const field = map?.kind === 'map' ? document.entries(map).named.get(name) : undefined
  const value = field && resolve(field.value)
  if (value?.kind !== 'text') return { value, unknown: false }
  const { text, unknown } = expand(value.value, environment)
  return { value: { ...value, value: text }, unknown }
}

const at = (scope: Scope, map: Value | undefined, name: string): Value | undefined =>
  find(scope, map, name).value

const sibling = (scope: Scope, name: string): Value | undefined => at(scope, scope.siblings, name)

/** What holds of the text of a sibling, if that is known. */
function ofText(
  scope: Scope,
  name: string,
  holds: (text: string | undefined) => boolean,
): boolean | undefined {
  const { value, unknown } = find(scope, scope.siblings, name)
  return unknown ? undefined : holds(value?.kind === 'text' ? value.value : undefined)
}

/** Whether an address is of a protocol, as far as it is known. */
function isOf(protocol: string, { value, unknown }: Found): boolean | undefined {
  if (value?.kind !== 'text') return false
  if (value.value.startsWith(`${protocol}:`)) return true
  return unknown && !/^[^:$]*:/.test(value.value) ? undefined : false
}

/** Whether the file listens on an address of a protocol. */
function listensOn(scope: Scope, protocol: string): boolean | undefined {
  const places = [
    [at(scope, scope.root, 'listeners'), 'address'],
    [at(scope, at(scope, scope.root, 'link'), 'listeners'), 'bind'],
  ] as const
  const found = places.flatMap(([list, name]) =>
    list?.kind === 'list'
      ? list.items.map((item) => isOf(protocol, find(scope, resolve(item), name)))
      : [],
  )
  return found.includes(true) || (found.includes(undefined) ? undefined : false)
}

/** Whether an entry of a list is the last of its binding. */
function isLastOfBinding(scope: Scope): boolean {
  const own = sibling(scope, 'binding')
  const list = at(scope, scope.root, 'dialers')
  if (own?.kind !== 'text' || list?.kind !== 'list') return true
  const last = list.items.map(resolve).findLast((item) => {
    const binding = at(scope, item, 'binding')
    return binding?.kind === 'text' && binding.value === own.value
  })
  return last === scope.siblings
}

const usesProxy = (scope: Scope): boolean | undefined =>
  ofText(scope, 'type', (type) => type !== 'none')

const absent = (name: string): Condition => ({
  holds: (scope) => sibling(scope, name) === undefined,
  otherwise: `\`${name}\` is given and wins`,
  winner: name,
})

/** When the router reads a key that it does not always read, by the names that schemas use in `x-read-when`. */
export const conditions: Readonly<Record<string, Condition>> = {
  never: { holds: () => false, otherwise: 'this release does not look at it' },
  'endpoint-absent': absent('endpoint'),
  'connect-timeout-absent': absent('connectTimeout'),
  'root-csr-absent': {
    isFar: true,
    holds: (scope) => at(scope, scope.root, 'csr') === undefined,
    otherwise: '`csr` at the root is given and wins',
    winner: 'csr',
  },
  'ctrl-options-given': {
    holds: (scope) => sibling(scope, 'options')?.kind === 'map',
    otherwise: 'this release reads it only where `ctrl.options` is a map',
  },
  'bind-interface-empty': {
    holds: (scope) =>
      ofText(scope, 'bindInterface', (given) => given === undefined || given === ''),
    otherwise: '`bindInterface` is given and wins',
    winner: 'bindInterface',
  },
  'proxy-used': { holds: usesProxy, otherwise: '`type` is `none`' },
  'proxy-user-given': {
    holds: (scope) => usesProxy(scope) && sibling(scope, 'username') !== undefined,
    otherwise: 'there is no `username`',
  },
  'profile-path-given': {
    holds: (scope) => ofText(scope, 'path', (path) => path !== undefined && path !== ''),
    otherwise: 'there is no `path`',
  },
  'dtls-listened': {
    isFar: true,
    holds: (scope) => listensOn(scope, 'dtls'),
    otherwise: 'nothing listens on a `dtls:` address',
  },
  'transwarp-listened': {
    isFar: true,
    holds: (scope) => {
      const found = ['transwarp', 'transwarptls'].map((protocol) => listensOn(scope, protocol))
      return found.includes(true) || (found.includes(undefined) ? undefined : false)
    },
    otherwise: 'nothing listens on a `transwarp:` address',
  },
  'westworld3-metrics': {
    holds: (scope) => ofText(scope, 'name', (name) => name === 'metrics'),
    otherwise: 'only the instrument `metrics` has it',
  },
  'westworld3-trace': {
    holds: (scope) => ofText(scope, 'name', (name) => name === 'trace'),
    otherwise: 'only the instrument `trace` has it',
  },
  'wss-listened': {
    isFar: true,
    holds: (scope) => listensOn(scope, 'wss'),
    otherwise: 'nothing listens on a `wss:` address',
  },
  'binding-known': { holds: () => false, otherwise: 'no code of the router uses this binding' },
  'last-of-binding': {
    isFar: true,
    holds: isLastOfBinding,
    otherwise: 'a later entry has the same binding',
  },
  'bind-point-underlay': {
    holds: (scope) => (sibling(scope, 'identity')?.kind ?? 'null') === 'null',
    otherwise: '`identity` is given, and the server listens on a service of the network',
  },
}
