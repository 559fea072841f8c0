import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'
import { findCollisions, listListenerSockets } from '../listeners.js'

export const sameAddress: Rule = {
  id: 'same-address',
  severity: 'error',
  remedy: 'choose-free-port',
  summary: 'Two listeners use the same address.',
  why: 'A port can be opened only once. Only tls and wss listeners may share an address: an edge listener and a link listener, or one for tls and one for wss. All must write it the same way.',
  examples: {
    bad: [
      under('link.listeners')`
        - binding: transport
          bind: tls:127.0.0.1:6000
        - binding: transport
          bind: tls:127.0.0.1:6000 #! already in use
      `,
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:3022
        listeners:
          - binding: edge
            address: tls:127.0.0.1:3022 #! already in use
            options:
              advertise: localhost:3022
      `,
    ],
    good: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:127.0.0.1:3022
        listeners:
          - binding: edge
            address: tls:127.0.0.1:3022
            options:
              advertise: localhost:3022
      `,
      under('listeners')`
        - binding: edge
          address: tls:0.0.0.0:443
          options:
            advertise: localhost:443
        - binding: edge
          address: wss:0.0.0.0:443
          options:
            advertise: localhost:443
      `,
    ],
  },
  check: ({ document, knownConfig, report }) => {
    for (const { later, earlier } of findCollisions(listListenerSockets(knownConfig))) {
      const related = [
        { message: 'the first listener', span: document.findSpan(earlier.path, 'value') },
      ]
      report({
        path: later.path,
        message: `\`${later.hostPort}\` is already in use by another listener`,
        consequence: 'refuses',
        remedy: 'use another port',
        related,
      })
    }
  },
}
