import { inEdgeListener, under } from '../example.js'
import type { Rule } from '../rule.js'

export const wssRefusesBrowsers: Rule = {
  id: 'wss-refuses-browsers',
  severity: 'warning',
  stopsClients: true,
  except: [{ in: 'wss-serves-browsers', severity: 'off' }],
  summary: 'Browsers cannot connect to a wss listener of this release.',
  why: 'These releases close every WebSocket connection without a client certificate, and browsers send none before they have signed in. Releases of 1.6 accept them.',
  examples: {
    bad: [
      {
        target: '2.0.3',
        text: under('listeners')`
          - binding: edge
            address: wss:0.0.0.0:3022 #! browsers
            options:
              advertise: localhost:3022
        `,
      },
    ],
    good: [
      {
        target: '1.6.20',
        text: under('listeners')`
          - binding: edge
            address: wss:0.0.0.0:3022
            options:
              advertise: localhost:3022
        `,
      },
      inEdgeListener`advertise: localhost:3022`,
    ],
  },
  needs: { listener: 'edge' },
  check: ({ knownConfig, release, report }) => {
    knownConfig.listeners?.forEach(({ binding, address }, index) => {
      if (binding !== 'edge' || !address?.startsWith('wss:')) return
      report({
        path: ['listeners', index, 'address'],
        message: `Browsers cannot connect: the router of ${release} closes every \`wss\` connection without a client certificate. Use a release of 1.6 for browsers.`,
      })
    })
  },
}
