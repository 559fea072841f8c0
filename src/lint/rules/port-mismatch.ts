import { formatScalar } from '../../edit/edit.js'
import { readString, withPort } from '../suggest.js'
import type { Listener } from '../listeners.js'
import { inEdgeListener } from '../example.js'
import type { Rule } from '../rule.js'

/** The ports of a listener, if they differ. */
function findMismatch({
  binding,
  address,
  options,
}: Listener): { listened: string; advertised: string } | undefined {
  if (binding !== 'edge') return undefined
  const listened = address?.split(':')[2]
  const advertised = options?.advertise?.split(':')[1]
  return listened === undefined ||
    advertised === undefined ||
    Number(listened) === Number(advertised)
    ? undefined
    : { listened, advertised }
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
  suggest: (path, { document, draft: { listeners } }) => {
    const { listened } = findMismatch(listeners?.[Number(path[1])] ?? {}) ?? {}
    const written = readString(document, path)
    return listened === undefined || written === undefined
      ? []
      : [{ path, value: formatScalar(withPort(written, listened)) }]
  },
  check: ({ draft, report }) => {
    draft.listeners?.forEach((listener, index) => {
      const { listened, advertised } = findMismatch(listener) ?? {}
      if (listened !== undefined)
        report({
          path: ['listeners', index, 'options', 'advertise'],
          message: `The listener advertises port ${advertised}, but listens on port ${listened}. This only works behind a port mapping.`,
        })
    })
  },
}
