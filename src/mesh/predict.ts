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
 * One link. Routers know it by the network interfaces at its ends, those of `between` in this order; of several dials,
 * the first to succeed makes it.
 */
export type LinkIdentity = {
  /** The network interface at each end, by name or address; `default` if its file names none. */
  interfaces: readonly [string, string]
  /** The dials that can make the link; at least one. */
  dials: readonly LinkDial[]
}

/** The links over one protocol that two routers make. */
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

/** Kinds of reasons for which a router does not dial another one. */
export type MissingCause =
  'not running' | 'managed' | 'no dialer' | 'no listener' | 'no common group' | 'address'

/** Why a router makes no link to another one, which makes none to it either. */
export type MissingLink = {
  /** The name of the router that does not dial. */
  from: string
  /** The name of the router that is not dialed. */
  to: string
  /** The reason for people to read, in one sentence without a period. */
  why: string
  /** The kind of reason, for programs to compare. */
  cause: MissingCause
}

/** A router of the network. `obstacle` says why it makes no links at all. */
export type RouterInMesh = {
  name: string
  file?: string
  obstacle?: string
  /** Groups that it dials and that it listens in. */
  dials: readonly string[]
  listens: readonly string[]
}

/** The links of a network. */
export type Mesh = {
  /** By name. */
  routers: readonly RouterInMesh[]
  /** By router names and protocol. */
  links: readonly PredictedLink[]
  /** For two routers without a link, one entry for each direction. */
  missing: readonly MissingLink[]
}

/** What becomes of one dialer and one listener that share a group: a link, perhaps, or none for a reason. */
type Attempt = {
  from: MeshRouter
  to: MeshRouter
  dialer: LinkDialer
  listener: LinkListener
  obstacle: string | undefined
  doubts: readonly string[]
}

/** Predicts the links between all routers. */
export function predictMesh(routers: readonly MeshRouter[]): Mesh {
  const sorted = routers.toSorted((left, right) => compareText(left.name, right.name))
  const shared = findSharedAddresses(routers)
  const links: PredictedLink[] = []
  const missing: MissingLink[] = []
  sorted.forEach((left, index) => {
    for (const right of sorted.slice(index + 1)) {
      const dialed = listAttempts(left, right, shared)
      const accepted = listAttempts(right, left, shared)
      const made = combineAttempts(left, right, [...dialed, ...accepted])
      links.push(...made)
      if (made.length === 0)
        missing.push(explainMissing(left, right, dialed), explainMissing(right, left, accepted))
    }
  })
  return {
    routers: sorted.map(({ name, file, obstacle, dialers, listeners }) => ({
      name,
      ...(file !== undefined && { file }),
      ...(obstacle !== undefined && { obstacle }),
      dials: listGroups(dialers),
      listens: listGroups(listeners),
    })),
    links,
    missing,
  }
}

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0

/** Addresses that several routers advertise; only one of them gets the connections. */
function findSharedAddresses(routers: readonly MeshRouter[]): ReadonlySet<string> {
  const owners = new Map<string, Set<string>>()
  for (const { name, obstacle, listeners } of routers)
    for (const { address } of obstacle === undefined ? listeners : [])
      if (address !== undefined)
        owners.set(address, new Set([...(owners.get(address) ?? []), name]))
  return new Set([...owners].flatMap(([address, names]) => (names.size > 1 ? [address] : [])))
}

const sharesGroup = (
  dialed: readonly string[] | undefined,
  listened: readonly string[] | undefined,
): boolean => !dialed || !listened || dialed.some((group) => listened.includes(group))

/** Each dialer of a router with each listener of another one that shares a group with it. */
function listAttempts(
  from: MeshRouter,
  to: MeshRouter,
  shared: ReadonlySet<string>,
): readonly Attempt[] {
  if (from.obstacle !== undefined || to.obstacle !== undefined) return []
  return from.dialers.flatMap((dialer) =>
    to.listeners
      .filter((listener) => sharesGroup(dialer.groups, listener.groups))
      .map((listener) => ({
        from,
        to,
        dialer,
        listener,
        obstacle: findAttemptObstacle(from, to, listener),
        doubts: listDoubts({ from, to, dialer, listener }, shared),
      })),
  )
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
  { from, to, dialer, listener }: Pick<Attempt, 'from' | 'to' | 'dialer' | 'listener'>,
  shared: ReadonlySet<string>,
): string[] {
  const { address, groups, isLocal, protocol } = listener
  const isPlaceKnown = from.isWithController !== undefined && to.isWithController !== undefined
  const doubts: readonly (readonly [isDoubtful: boolean, text: string])[] = [
    [protocol === 'wss', 'links over wss do not always come up'],
    [!groups || !dialer.groups, 'groups depend on variables'],
    [address === undefined, `the address of ${to.name} depends on variables`],
    [isLocal && !isPlaceKnown, `only routers on the same machine reach \`${address ?? ''}\``],
    [shared.has(address ?? ''), `several routers advertise \`${address ?? ''}\``],
  ]
  return doubts.flatMap(([isDoubtful, text]) => (isDoubtful ? [text] : []))
}

/** The links that two routers make, by protocol. */
function combineAttempts(
  left: MeshRouter,
  right: MeshRouter,
  attempts: readonly Attempt[],
): PredictedLink[] {
  const possible = attempts.filter(({ obstacle }) => obstacle === undefined)
  const protocols = [...new Set(possible.map(({ listener }) => listener.protocol))].sort()
  return protocols.map((protocol): PredictedLink => {
    const all = possible.filter(({ listener }) => listener.protocol === protocol)
    const isCertain = all.some(({ doubts }) => doubts.length === 0)
    return {
      between: [left.name, right.name],
      protocol,
      certain: isCertain,
      doubts: isCertain ? [] : [...new Set(all.flatMap(({ doubts }) => doubts))],
      links: identifyLinks(left, all),
    }
  })
}

/** The attempts of either router that lead to the same link, each link once. */
function identifyLinks(left: MeshRouter, attempts: readonly Attempt[]): LinkIdentity[] {
  const links = new Map<string, LinkIdentity>()
  for (const { from, to, dialer, listener } of attempts) {
    const ends = [dialer.networkInterface, listener.networkInterface] as const
    const interfaces = from === left ? ends : ([ends[1], ends[0]] as const)
    const key = JSON.stringify(interfaces)
    const known = links.get(key)?.dials ?? []
    const dial = { from: from.name, to: to.name, address: listener.address }
    links.set(key, { interfaces, dials: [...known, dial] })
  }
  return [...links.values()]
}

const listGroups = (entries: readonly LinkDialer[]): string[] => [
  ...new Set(entries.flatMap(({ groups }) => groups ?? [])),
]

/** Why a router does not dial another one: the first reason that does not follow from another one. */
function explainMissing(
  from: MeshRouter,
  to: MeshRouter,
  attempts: readonly Attempt[],
): MissingLink {
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
  if (attempts.length === 0) {
    const [dialed, listened] = [from.dialers, to.listeners].map(formatGroups)
    return explain(
      'no common group',
      `no common group: ${from.name} dials ${dialed}, but ${to.name} listens in ${listened}`,
    )
  }
  return explain('address', [...new Set(attempts.map(({ obstacle }) => obstacle))].join('; '))
}

const formatGroups = (entries: readonly LinkDialer[]): string =>
  listGroups(entries)
    .map((group) => `\`${group}\``)
    .join(', ')
