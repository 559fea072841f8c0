import { offerRemoval } from '../../fix/edits.js'
import { hasBehaviour } from '../../schema/behaviour.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

/** Options that some releases read in every mode. */
const resolverOptions = new Set(['resolver', 'dnsSvcIpRange'])

const modes: Readonly<Record<string, readonly string[]>> = {
  tproxy: [
    'resolver',
    'dnsUpstream',
    'dnsUpstreamMode',
    'dnsUnanswerable',
    'dnsSvcIpRange',
    'udpIdleTimeout',
    'udpCheckInterval',
    'lanIf',
  ],
  proxy: ['services'],
}

export const tunnelOptionUnused: Rule = {
  id: 'tunnel-option-unused',
  severity: 'info',
  keyStatus: 'overridden',
  summary: 'An option of a tunnel listener has no effect in its mode.',
  why: 'DNS, address and interface options are for mode tproxy, services for mode proxy. In other modes the router only checks their type. Before 1.2 every mode has a DNS server.',
  examples: {
    bad: [
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
          - binding: tunnel
            options:
              mode: host
              services: [web:8080] #! mode \`proxy\`
      `,
    ],
    good: [
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
          - binding: tunnel
            options:
              mode: proxy
              services: [web:8080]
      `,
    ],
  },
  check: ({ document, draft, release, report }) => {
    const isReadInEveryMode = hasBehaviour(release, 'resolver-in-every-mode')
    draft.listeners?.forEach((listener, index) => {
      const { options = {} } = listener.binding === 'tunnel' ? listener : {}
      const mode = options.mode?.split(':')[0]
      if (mode === undefined) return
      for (const [usingMode, names] of Object.entries(modes)) {
        for (const name of usingMode === mode ? [] : names) {
          const path = ['listeners', index, 'options', name]
          if (resolverOptions.has(name) && isReadInEveryMode) continue
          if (Object.hasOwn(options, name) && document.find(path))
            report({
              path,
              on: 'key',
              fix: () => offerRemoval(document, path, 'unsafe'),
              message: `\`${name}\` has no effect in mode \`${mode}\`; it is for mode \`${usingMode}\``,
            })
        }
      }
    })
  },
}
