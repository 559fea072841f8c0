import { formatValueText } from '../../../schema/messages.js'
import { inEdgeListener, under } from '../../example.js'
import type { CompareRule, Router } from '../rule.js'
import { findSharedHosts } from './shared-port.js'

export const fleetSameAdvertise: CompareRule = {
  id: 'fleet-same-advertise',
  severity: 'warning',
  summary: 'Two routers advertise the same address.',
  why: 'An address leads to one machine and port, so a client may reach the wrong one of the two routers.',
  examples: {
    bad: [
      [
        inEdgeListener`advertise: router.example.com:3022`,
        inEdgeListener`advertise: Router.example.com:3022 #! \`a.yaml\` also advertises`,
      ],
    ],
    good: [
      [
        inEdgeListener`advertise: north.example.com:3022`,
        inEdgeListener`advertise: south.example.com:3022`,
      ],
      [under('edge')`heartbeatIntervalSeconds: 60`, under('edge')`heartbeatIntervalSeconds: 30`],
    ],
  },
  compare: (routers, report) => {
    const firstRouters = new Map<string, Router>()
    const sharedHosts = findSharedHosts(routers)
    for (const router of routers) {
      for (const { family, host, port, path } of router.advertised) {
        if (!sharedHosts.has(host)) continue
        const address = `${host}:${port}`
        const other = firstRouters.get(`${family} ${address}`) ?? router
        firstRouters.set(`${family} ${address}`, other)
        if (other !== router)
          report({
            router,
            path,
            message: `\`${other.path}\` also advertises ${formatValueText(address)}; clients reach only one of the two routers`,
          })
      }
    }
  },
}
