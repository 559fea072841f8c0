import { formatScalar } from '../../edit/edit.js'
import { readString, withPort } from '../suggest.js'
import type { Listener } from '../listeners.js'
import { inEdgeListener } from '../example.js'
import type { Rule } from '../rule.js'

/** The ports that an edge listener listens on and advertises; undefined if they are equal or one is missing. */
function findMismatch({
  binding,
  address,
  options,
}: Listener): { listenPort: string; advertisedPort: string } | undefined {
  if (binding !== 'edge') return undefined
  const listenPort = address?.split(':')[2]
  const advertisedPort = options?.advertise?.split(':')[1]
  return listenPort === undefined ||
    advertisedPort === undefined ||
    Number(listenPort) === Number(advertisedPort)
    ? undefined
    : { listenPort, advertisedPort }
}

export const portMismatch: Rule = {
  id: 'port-mismatch',
  severity: 'info',
  except: [{ in: 'advertised-port-is-opened', severity: 'warning' }],
  summary: 'An edge listener advertises a different port from the one it listens on.',
  why: 'This is correct behind a port mapping. Without one, SDKs cannot connect.',
  examples: {
    bad: [inEdgeListener`advertise: localhost:3202 #! 3022`],
    good: [inEdgeListener`advertise: localhost:3022`],
  },
  suggest: (path, { document, knownConfig: { listeners } }) => {
    const { listenPort } = findMismatch(listeners?.[Number(path[1])] ?? {}) ?? {}
    const address = readString(document, path)
    return listenPort === undefined || address === undefined
      ? []
      : [{ path, value: formatScalar(withPort(address, listenPort)) }]
  },
  check: ({ knownConfig, report }) => {
    knownConfig.listeners?.forEach((listener, index) => {
      const { listenPort, advertisedPort } = findMismatch(listener) ?? {}
      if (listenPort !== undefined)
        report({
          path: ['listeners', index, 'options', 'advertise'],
          message: `The listener advertises port ${advertisedPort}, but listens on port ${listenPort}. This only works behind a port mapping.`,
        })
    })
  },
}
