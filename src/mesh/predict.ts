import { memoizePerObject } from '../document/lazy.js'
import { groupBy } from '../document/group.js'
import type { LinkDialer, LinkListener, MeshRouter } from './router.js'

/** A dial that makes a link: which router dials which, and the address. */
export type LinkDial = {
  /** The name of the router that dials. */
  from: string
  /** The name of the router that is dialed. */
  to: string
  /** The address that the dialed router advertises; undefined if it depends on variables. */
  address: string | undefined
}

/**
 * One link, which routers identify by the network interfaces at its ends. If there are several dials, the first one to
 * succeed makes the link.
 */
export type LinkIdentity = {
  /** The network interfaces in the order of `between`, by name or address; `default` if the router file names none. */
  interfaces: readonly [string, string]
  /** The dials that can make the link; at least one. */
  dials: readonly LinkDial[]
}

/** The links between two routers that use the same protocol. */
export type PredictedLink = {
  /** Names of the two routers, sorted. */
  between: readonly [string, string]
  /** The protocol that all these links use, such as `tls`. */
  protocol: string
  /** Whether the links come up for certain, as far as files tell. */
  certain: boolean
  /** Why they may not come up; empty if `certain`. */
  doubts: readonly string[]
  /** One entry for each link; at least one. */
  links: readonly LinkIdentity[]
}

/** The kinds of reasons why a router does not dial another one. */
export type MissingCause =
  'not running' | 'managed' | 'no dialer' | 'no listener' | 'no common group' | 'address'

/** Why one router does not dial another one, if there is no link between them. */
export type MissingLink = {
  /** The name of the router that does not dial. */
  from: string
  /** The name of the router that is not dialed. */
  to: string
  /** A human-readable reason: one sentence without a period. */
  why: string
  /** The kind of reason, for programs to compare. */
  cause: MissingCause
}

/** A router of the network. `obstacle` says why it makes no links at all. */
export type RouterInMesh = {
  name: string
  file?: string
  obstacle?: string
  /** The groups that the router dials, without groups that depend on variables. */
  dials: readonly string[]
  /** The groups that the router listens in, without groups that depend on variables. */
  listens: readonly string[]
}

/** The routers of a network, their links, and why there are no other links. */
export type Mesh = {
  /** Sorted by name. */
  routers: readonly RouterInMesh[]
  /** Sorted by router names and protocol. */
  links: readonly PredictedLink[]
  /** For two routers without a link, one entry for each direction; only for the first 25,000 such pairs. */
  missing: readonly MissingLink[]
}

/** The links over one protocol between two routers, without the interfaces and dials of each link. */
export type LinkOutline = Omit<PredictedLink, 'links'>

export type MeshOutline = Pick<Mesh, 'routers'> & { links: Iterable<LinkOutline> }

/**
 * A network whose links are computed at each iteration. Their number grows with the square of the number of routers, so
 * storing all links could take a thousand times the memory of the routers.
 */
export type MeshPrediction = Pick<Mesh, 'routers'> & {
  /** In the same order as in `Mesh`. */
  links: Iterable<PredictedLink>
  /** The links without interfaces and dials, computed in a fraction of the time, for counting or naming links. */
  outlines: Iterable<LinkOutline>
  missing: Iterable<MissingLink>
}

export const collectMesh = ({ routers, links, missing }: MeshPrediction): Mesh => ({
  routers,
  links: [...links],
  missing: [...missing],
})

/** Predicts the links of a network of any size; links and reasons are computed when they are read. */
export function predictLargeMesh(routers: readonly MeshRouter[]): MeshPrediction {
  const sortedRouters = routers.toSorted((left, right) => compareText(left.name, right.name))
  const sharedAddresses = findSharedAddresses(routers)
  const listEach = <Item>(
    pairs: (routers: readonly MeshRouter[]) => Iterable<RouterPair>,
    list: (left: MeshRouter, right: MeshRouter, outlines: readonly LinkOutline[]) => Iterable<Item>,
  ): Iterable<Item> => ({
    *[Symbol.iterator]() {
      for (const [left, right] of pairs(sortedRouters))
        yield* list(left, right, outlineLinks(left, right, sharedAddresses))
    },
  })
  return {
    routers: sortedRouters.map(({ name, file, obstacle, dialers, listeners }) => ({
      name,
      ...(file !== undefined && { file }),
      ...(obstacle !== undefined && { obstacle }),
      dials: listGroups(dialers),
      listens: listGroups(listeners),
    })),
    links: listEach(listNearPairs, (left, right, outlines) =>
      outlines.map((outline) => ({ ...outline, links: identifyLinks(left, right, outline) })),
    ),
    outlines: listEach(listNearPairs, (_, __, outlines) => outlines),
    missing: listEach(listPairs, (left, right, outlines) =>
      outlines.length > 0 ? [] : [explainMissing(left, right), explainMissing(right, left)],
    ),
  }
}

type RouterPair = readonly [MeshRouter, MeshRouter]

/** Every two routers, in the order of their names. */
function* listPairs(routers: readonly MeshRouter[]): Generator<RouterPair> {
  for (const [index, left] of routers.entries())
    for (let next = index + 1; next < routers.length; next += 1) {
      const right = routers[next]
      if (right) yield [left, right]
    }
}

/**
 * Yields the pairs in which one router may dial a group of the other, in the order of `listPairs`. Other pairs cannot
 * have links.
 */
function* listNearPairs(routers: readonly MeshRouter[]): Generator<RouterPair> {
  const dialerIndex = indexByGroup(routers, ({ dialers }) => dialers)
  const listenerIndex = indexByGroup(routers, ({ listeners }) => listeners)
  for (const [index, left] of routers.entries()) {
    if (left.obstacle !== undefined) continue
    const nearIndexes = new Set<number>()
    const add = (entries: readonly LinkDialer[], others: GroupIndex): void => {
      for (const neighbor of findByGroups(entries, others))
        if (neighbor > index) nearIndexes.add(neighbor)
    }
    add(left.dialers, listenerIndex)
    add(left.listeners, dialerIndex)
    for (const next of [...nearIndexes].sort((one, other) => one - other)) {
      const right = routers[next]
      if (right) yield [left, right]
    }
  }
}

/**
 * Positions in a list of routers: of all routers that have dialers (or listeners), of routers with unknown groups,
 * which may be in any group, and of the routers in each group.
 */
type GroupIndex = {
  all: Set<number>
  withUnknownGroups: Set<number>
  byGroup: Map<string, Set<number>>
}

function indexByGroup(
  routers: readonly MeshRouter[],
  list: (router: MeshRouter) => readonly LinkDialer[],
): GroupIndex {
  const index: GroupIndex = { all: new Set(), withUnknownGroups: new Set(), byGroup: new Map() }
  for (const [number, router] of routers.entries())
    for (const { groups } of router.obstacle === undefined ? list(router) : []) {
      index.all.add(number)
      if (!groups) index.withUnknownGroups.add(number)
      for (const group of groups ?? []) {
        const members = index.byGroup.get(group)
        if (members) members.add(number)
        else index.byGroup.set(group, new Set([number]))
      }
    }
  return index
}

function* findByGroups(
  entries: readonly LinkDialer[],
  { all, withUnknownGroups, byGroup }: GroupIndex,
): Generator<number> {
  if (entries.length === 0) return
  if (entries.some(({ groups }) => !groups)) return yield* all
  yield* withUnknownGroups
  for (const group of new Set(entries.flatMap(({ groups }) => groups ?? [])))
    yield* byGroup.get(group) ?? []
}

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0

/** Addresses that several routers advertise. Only one of these routers gets the connections to the address. */
function findSharedAddresses(routers: readonly MeshRouter[]): ReadonlySet<string> {
  const owners = new Map<string, Set<string>>()
  for (const { name, obstacle, listeners } of routers)
    for (const { address } of obstacle === undefined ? listeners : []) {
      if (address === undefined) continue
      const names = owners.get(address)
      if (names) names.add(name)
      else owners.set(address, new Set([name]))
    }
  return new Set([...owners].flatMap(([address, names]) => (names.size > 1 ? [address] : [])))
}

/** Maximum number of pairs of groups to compare one by one; for more pairs, a `Set` is faster. */
const maxComparisons = 64

function sharesGroup(
  dialedGroups: readonly string[] | undefined,
  listenedGroups: readonly string[] | undefined,
): boolean {
  if (!dialedGroups || !listenedGroups) return true
  if (dialedGroups.length * listenedGroups.length <= maxComparisons)
    return dialedGroups.some((group) => listenedGroups.includes(group))
  const names = toGroupSet(listenedGroups)
  return dialedGroups.some((group) => names.has(group))
}

const toGroupSet = memoizePerObject(
  (groups: readonly string[]): ReadonlySet<string> => new Set(groups),
)

/** A dialer and a listener of another router that share a group: the dialer tries to connect to the listener. */
type DialAttempt = { from: MeshRouter; to: MeshRouter; dialer: LinkDialer; listener: LinkListener }

/** Calls a function with each dialer and listener that share a group, unless one of the routers has an obstacle. */
function forEachAttempt(
  from: MeshRouter,
  to: MeshRouter,
  callback: (dialer: LinkDialer, listener: LinkListener) => void,
): void {
  if (from.obstacle !== undefined || to.obstacle !== undefined) return
  for (const dialer of from.dialers)
    for (const listener of to.listeners)
      if (sharesGroup(dialer.groups, listener.groups)) callback(dialer, listener)
}

function findAttemptObstacle(
  from: MeshRouter,
  to: MeshRouter,
  { address, isLocal, obstacle }: LinkListener,
): string | undefined {
  if (obstacle !== undefined) return `${to.name}: ${obstacle}`
  const isApart = from.isWithController === false || to.isWithController === false
  return isLocal && isApart
    ? `${to.name} advertises \`${address ?? ''}\`, which only routers on the same machine reach`
    : undefined
}

function listDoubts(
  { from, to, dialer, listener }: DialAttempt,
  sharedAddresses: ReadonlySet<string>,
): readonly string[] {
  const { address, groups, isLocal, protocol } = listener
  const areMachinesKnown = from.isWithController !== undefined && to.isWithController !== undefined
  const doubts: string[] = []
  if (protocol === 'wss') doubts.push('links over wss do not always come up')
  if (!groups || !dialer.groups) doubts.push('groups depend on variables')
  if (address === undefined) doubts.push(`the address of ${to.name} depends on variables`)
  if (isLocal && !areMachinesKnown)
    doubts.push(`only routers on the same machine reach \`${address ?? ''}\``)
  if (sharedAddresses.has(address ?? ''))
    doubts.push(`several routers advertise \`${address ?? ''}\``)
  return doubts
}

function outlineLinks(
  left: MeshRouter,
  right: MeshRouter,
  sharedAddresses: ReadonlySet<string>,
): LinkOutline[] {
  const links: { protocol: string; isCertain: boolean; doubts: Set<string> }[] = []
  const collect = (from: MeshRouter, to: MeshRouter): void =>
    forEachAttempt(from, to, (dialer, listener) => {
      if (findAttemptObstacle(from, to, listener) !== undefined) return
      const { protocol } = listener
      let link = links.find((other) => other.protocol === protocol)
      if (!link) links.push((link = { protocol, isCertain: false, doubts: new Set() }))
      if (link.isCertain) return
      const doubts = listDoubts({ from, to, dialer, listener }, sharedAddresses)
      for (const doubt of doubts) link.doubts.add(doubt)
      link.isCertain = doubts.length === 0
    })
  collect(left, right)
  collect(right, left)
  return links
    .sort((one, other) => compareText(one.protocol, other.protocol))
    .map(({ protocol, isCertain, doubts }) => ({
      between: [left.name, right.name],
      protocol,
      certain: isCertain,
      doubts: isCertain ? [] : [...doubts],
    }))
}

/** The links that two routers can make over a protocol, each with all dials of both routers that can make this link. */
function identifyLinks(
  left: MeshRouter,
  right: MeshRouter,
  { protocol }: LinkOutline,
): LinkIdentity[] {
  const links = new Map<string, { interfaces: readonly [string, string]; dials: LinkDial[] }>()
  const collect = (from: MeshRouter, to: MeshRouter): void =>
    forEachAttempt(from, to, (dialer, listener) => {
      if (listener.protocol !== protocol) return
      if (findAttemptObstacle(from, to, listener) !== undefined) return
      const dialInterfaces = [dialer.networkInterface, listener.networkInterface] as const
      const interfaces =
        from === left ? dialInterfaces : ([dialInterfaces[1], dialInterfaces[0]] as const)
      const key = JSON.stringify(interfaces)
      const dial = { from: from.name, to: to.name, address: listener.address }
      const link = links.get(key)
      if (link) link.dials.push(dial)
      else links.set(key, { interfaces, dials: [dial] })
    })
  collect(left, right)
  collect(right, left)
  return [...links.values()]
}

const listGroups = (entries: readonly LinkDialer[]): string[] => [
  ...new Set(entries.flatMap(({ groups }) => groups ?? [])),
]

/** Explains why a router does not dial another one. Reasons that cause other reasons are checked first. */
function explainMissing(from: MeshRouter, to: MeshRouter): MissingLink {
  const explain = (cause: MissingCause, why: string): MissingLink => ({
    from: from.name,
    to: to.name,
    why,
    cause,
  })
  for (const { name, obstacle } of [from, to])
    if (obstacle !== undefined) return explain('not running', `${name} ${obstacle}`)
  for (const { name, isManaged } of [from, to])
    if (isManaged)
      return explain('managed', `the controller sets the links of ${name}; its file does not`)
  if (from.dialers.length === 0) return explain('no dialer', `${from.name} has no link dialer`)
  if (to.listeners.length === 0) return explain('no listener', `${to.name} has no link listener`)
  const obstacles = new Set<string | undefined>()
  forEachAttempt(from, to, (_, listener) => obstacles.add(findAttemptObstacle(from, to, listener)))
  if (obstacles.size === 0) {
    const [dialed, listened] = [from.dialers, to.listeners].map(formatGroups)
    return explain(
      'no common group',
      `no common group: ${from.name} dials ${dialed}, but ${to.name} listens in ${listened}`,
    )
  }
  return explain('address', [...obstacles].join('; '))
}

const formatGroups = memoizePerObject((entries: readonly LinkDialer[]): string =>
  listGroups(entries)
    .map((group) => `\`${group}\``)
    .join(', '),
)

/**
 * Divides a network into parts that are connected by certain links. Returns the sorted names of the routers in each
 * part. Larger parts come first; parts of the same size stay in the order of their first routers.
 */
export function findParts({ routers, links }: MeshOutline): string[][] {
  const names = routers.map(({ name }) => name)
  const parents = new Map(names.map((name) => [name, name]))
  const findRoot = (name: string): string => {
    let root = name
    for (let parent = parents.get(root); parent !== undefined && parent !== root;) {
      // Path halving: each step shortens the path for the next search.
      const next = parents.get(parent) ?? parent
      parents.set(root, next)
      root = next
      parent = parents.get(root)
    }
    return root
  }
  for (const { between, certain } of links)
    if (certain) parents.set(findRoot(between[1]), findRoot(between[0]))
  return [...groupBy(names, findRoot).values()]
    .map((part) => part.sort())
    .sort((left, right) => right.length - left.length)
}
