import { hasBehavior } from '../../schema/behavior.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const dnsPortOpened: Rule = {
  id: 'dns-port-opened',
  severity: 'info',
  except: [{ in: 'resolver-in-tproxy-only', severity: 'off' }],
  summary: 'A tunnel listener opens port 53 although its mode needs no DNS.',
  why: 'Before 1.2 a tunnel listener has a DNS server on 127.0.0.1:53 in every mode, unless resolver names another address. On many machines another program has this port.',
  examples: {
    bad: [
      {
        target: '1.1',
        without: ['csr'],
        text: yaml`
          edge:
            csr:
              sans:
                dns: [localhost]
          listeners:
            - binding: edge
              address: tls:0.0.0.0:3022
              options:
                advertise: localhost:3022
            - binding: tunnel
              options:
                mode: host #! 127.0.0.1:53
        `,
      },
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
              mode: host
      `,
      {
        target: '1.1',
        without: ['csr'],
        text: yaml`
          edge:
            csr:
              sans:
                dns: [localhost]
          listeners:
            - binding: edge
              address: tls:0.0.0.0:3022
              options:
                advertise: localhost:3022
            - binding: tunnel
              options:
                mode: host
                resolver: udp://127.0.0.1:5353
        `,
      },
    ],
  },
  whole: true,
  check: ({ document, draft, release, report }) => {
    const then = hasBehavior(release, 'stops-without-resolver')
      ? 'If another program has the port, the router stops'
      : 'If another program has the port, the router runs without DNS'
    draft.listeners?.forEach((listener, index) => {
      const { mode } = (listener.binding === 'tunnel' ? listener.options : undefined) ?? {}
      const path = ['listeners', index, 'options', 'mode']
      if (mode !== 'host' && mode !== 'proxy') return
      if (document.find(['listeners', index, 'options', 'resolver']) || !document.find(path)) return
      report({
        path,
        message: `The router of ${release} opens 127.0.0.1:53 for DNS in mode \`${mode}\`, too. ${then}. Set \`resolver\` to a free address, or upgrade to 1.2 or newer.`,
      })
    })
  },
}
