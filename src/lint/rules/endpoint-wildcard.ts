import { splitAddress } from '../../formats/address.js'
import { classifyHost } from '../../formats/internet.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const endpointWildcard: Rule = {
  id: 'endpoint-wildcard',
  severity: 'info',
  summary: 'The controller address has a wildcard host.',
  why: 'Dialing 0.0.0.0 reaches this machine on some systems and fails on others.',
  examples: {
    bad: [under('ctrl')`endpoint: tls:0.0.0.0:6262 #! this machine`],
    good: [under('ctrl')`endpoint: tls:127.0.0.1:6262`],
  },
  check: ({ document, knownConfig, report }) => {
    const singleEndpoint = document.find(['ctrl', 'endpoint'])
    knownConfig.ctrl?.endpoints?.forEach((endpoint, index) => {
      const host = typeof endpoint === 'string' ? (splitAddress(endpoint)?.host ?? 'name') : 'name'
      if (!['empty', 'unspecified'].includes(classifyHost(host))) return
      report({
        path: singleEndpoint ? ['ctrl', 'endpoint'] : ['ctrl', 'endpoints', index],
        message: `\`${endpoint}\` reaches this machine at best; write the address of the controller`,
      })
    })
  },
}
