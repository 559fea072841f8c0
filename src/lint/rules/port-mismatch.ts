import { memoizePerObject } from '../../document/lazy.js'
import type { Listener } from '../listeners.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

/** The ports of an edge listener that differ. */
const findMismatch = memoizePerObject(
  ({
    binding,
    address,
    options,
  }: Listener): { listened: string; advertised: string } | undefined => {
    if (binding !== 'edge') return undefined
    const listened = address?.split(':')[2]
    const advertised = options?.advertise?.split(':')[1]
    return listened === undefined ||
      advertised === undefined ||
      Number(listened) === Number(advertised)
      ? undefined
      : { listened, advertised }
  },
)

export const portMismatch: Rule = {
  id: 'port-mismatch',
  severity: 'info',
  except: [{ in: 'advertised-port-is-opened', severity: 'warning' }],
  summary: 'An edge listener advertises another port than it listens on.',
  why: 'That is right behind a port mapping and a slip otherwise; SDKs cannot connect then.',
  examples: {
    bad: [
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3202 #! 3022
      `,
    ],
    good: [
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
      `,
    ],
  },
  check: ({ draft, report }) => {
    draft.listeners?.forEach((listener, index) => {
      const { listened, advertised } = findMismatch(listener) ?? {}
      if (listened !== undefined)
        report({
          path: ['listeners', index, 'options', 'advertise'],
          message: `port ${advertised} is advertised, and port ${listened} is listened on; right only behind a port mapping`,
        })
    })
  },
}
