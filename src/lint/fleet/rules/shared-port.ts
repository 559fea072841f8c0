import { consequences, formatValueText } from '../../../schema/messages.js'
import { overlaps } from '../../listeners.js'
import { inEdgeListener, under } from '../../example.js'
import type { CompareRule, Router } from '../rule.js'

type ListeningRouter = { router: Router; socket: Router['sockets'][number] }

const advertisesAddress = ({ advertised }: Router, host: string, port: string): boolean =>
  advertised.some((item) => item.host === host && item.port === port)

export const fleetSharedPort: CompareRule = {
  id: 'fleet-shared-port',
  severity: 'info',
  summary: 'Two routers advertise the same host and listen on the same port.',
  why: `On the same machine the router that starts second ${consequences.refuses} because the port is in use. This is correct if containers or a port mapping separate them.`,
  examples: {
    bad: [
      [
        inEdgeListener`advertise: router.example.com:3022`,
        under('listeners')`
          - binding: edge
            address: tls:0.0.0.0:3022 #! \`a.yaml\` also listens on port 3022
            options:
              advertise: router.example.com:3023
        `,
      ],
    ],
    good: [
      [
        inEdgeListener`advertise: router.example.com:3022`,
        under('listeners')`
          - binding: edge
            address: tls:0.0.0.0:3023
            options:
              advertise: router.example.com:3023
        `,
      ],
      [
        inEdgeListener`advertise: north.example.com:3022`,
        inEdgeListener`advertise: south.example.com:3022`,
      ],
    ],
  },
  compare: (routers, report) => {
    const socketsByAddress = new Map<string, ListeningRouter[]>()
    const sharedHosts = findSharedHosts(routers)
    for (const router of routers) {
      const hosts = [...new Set(router.advertised.map(({ host }) => host))].filter((host) =>
        sharedHosts.has(host),
      )
      if (hosts.length === 0) continue
      const reported = new Set<string>()
      for (const socket of router.sockets) {
        const [clash] = hosts.flatMap((host) =>
          findClashes(socketsByAddress, { router, socket }, host),
        )
        if (clash && !reported.has(socket.port)) {
          reported.add(socket.port)
          report({
            router,
            path: socket.path,
            message: `\`${clash.path}\` also listens on port ${socket.port} and advertises ${formatValueText(clash.host)}. On the same machine the second router ${consequences.refuses}.`,
          })
        }
        for (const host of hosts)
          addSocket(socketsByAddress, `${host} ${socket.port}`, { router, socket })
      }
    }
  },
}

/** The hosts that more than one router advertises; most fleets have none. */
export function findSharedHosts(routers: readonly Router[]): ReadonlySet<string> {
  const firstRouters = new Map<string, Router>()
  const sharedHosts = new Set<string>()
  for (const router of routers) {
    for (const { host } of router.advertised) {
      const other = firstRouters.get(host)
      if (!other) firstRouters.set(host, router)
      else if (other !== router) sharedHosts.add(host)
    }
  }
  return sharedHosts
}

/**
 * The first earlier router that advertises the same host and needs the same port; empty if there is none, or if both
 * routers also advertise this port, because another rule reports that.
 */
function findClashes(
  socketsByAddress: ReadonlyMap<string, readonly ListeningRouter[]>,
  { router, socket }: ListeningRouter,
  host: string,
): { host: string; path: string }[] {
  const earlier = socketsByAddress
    .get(`${host} ${socket.port}`)
    ?.find((item) => item.router !== router && overlaps(item.socket, socket))
  if (
    !earlier ||
    (advertisesAddress(router, host, socket.port) &&
      advertisesAddress(earlier.router, host, socket.port))
  )
    return []
  return [{ host, path: earlier.router.path }]
}

/** Adds a socket under a key, unless a socket with the same host and protocol is already there. */
function addSocket(
  socketsByAddress: Map<string, ListeningRouter[]>,
  key: string,
  listeningRouter: ListeningRouter,
): void {
  const sockets = socketsByAddress.get(key) ?? []
  if (
    sockets.every(
      ({ socket }) =>
        socket.host !== listeningRouter.socket.host ||
        socket.protocol !== listeningRouter.socket.protocol,
    )
  )
    sockets.push(listeningRouter)
  socketsByAddress.set(key, sockets)
}
