import { formatScalar } from '../../edit/edit.js'
import { findFreePort, readString } from '../suggest.js'
import type { Path } from '../../document/diagnostic.js'
import { formatPath } from '../../document/diagnostic.js'
import { hasBehavior } from '../../schema/release.js'
import type { Rule } from '../rule.js'
import type { Socket } from '../listeners.js'
import { indexSockets, listListenerSockets, overlaps, listWebSockets } from '../listeners.js'

/** The first port that is suggested instead of an invalid port. */
const firstPort = 8080

const createExample = (services: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: proxy\n      services:\n${services}`

type OwnedSocket = Pick<Socket, 'protocol' | 'host' | 'port'> & { owner: string }

type OfferedPort = { path: Path; name: string; port: number; protocol: string }

/** Services have the form SERVICE:PORT or SERVICE:PORT:PROTOCOL. If a service has several entries, the last wins. */
function listOfferedPorts(
  services: readonly (string | undefined)[],
  path: Path,
): readonly OfferedPort[] {
  const byName = new Map<string, OfferedPort>()
  services.forEach((service, index) => {
    const [, name, port, protocol = 'tcp'] =
      /^([^:]*):([+-]?\d+)(?::(tcp|udp))?$/.exec(service ?? '') ?? []
    if (name !== undefined)
      byName.set(name, { path: [...path, index], name, port: Number(port), protocol })
  })
  return [...byName.values()]
}

export const tunnelServicePort: Rule = {
  id: 'tunnel-service-port',
  severity: 'warning',
  summary: 'A tunneler in mode proxy cannot listen on the port of a service.',
  why: 'The router opens the port when a controller offers the service. Since 1.7 it logs an error and continues without the port. Before 1.7 it stops.',
  examples: {
    bad: [
      createExample('        - web:70000 #! between 1 and 65535'),
      createExample('        - web:0 #! between 1 and 65535'),
      createExample(
        '        - web:8080\n        - shop:8080 #! Port 8080 is already used by `web`',
      ),
      createExample('        - web:3022 #! Port 3022 is already used by `listeners[0].address`'),
    ],
    good: [createExample('        - web:8080\n        - shop:8081\n        - names:8080:udp')],
  },
  needs: { listener: 'tunnel' },
  suggest: (path, { document, knownConfig }) => {
    const [name, port, ...protocol] = readString(document, path)?.split(':') ?? []
    if (!name || port === undefined) return []
    const firstCandidate = Number(port) >= 1 && Number(port) < 65535 ? Number(port) : firstPort
    const freePort = String(findFreePort(knownConfig, path, firstCandidate))
    return [{ path, value: formatScalar([name, freePort, ...protocol].join(':')) }]
  },
  check: ({ knownConfig, release, report }) => {
    const consequence = hasBehavior(release, 'survives-taken-tunnel-port')
      ? 'The service is not reachable here'
      : 'The router stops when a controller offers the service'
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel' || listener.options?.mode !== 'proxy') return
      const path = ['listeners', index, 'options', 'services']
      const socketIndex = indexSockets<OwnedSocket>(overlaps)
      for (const { path: socketPath, protocol, host, port } of [
        ...listListenerSockets(knownConfig),
        ...listWebSockets(knownConfig),
      ])
        socketIndex.add({ owner: formatPath(socketPath), protocol, host, port })
      for (const { path: servicePath, name, port, protocol } of listOfferedPorts(
        listener.options.services ?? [],
        path,
      )) {
        const socket = { owner: name, protocol, host: '0.0.0.0', port: String(port) }
        const other = socketIndex.findFirst(socket)
        if (port < 1 || port > 65535)
          report({
            path: servicePath,
            message: `Port ${port} of \`${name}\` must be between 1 and 65535. ${consequence}.`,
          })
        else if (other)
          report({
            path: servicePath,
            message: `Port ${port} is already used by \`${other.owner}\`. ${consequence}.`,
          })
        socketIndex.add(socket)
      }
    })
  },
}
