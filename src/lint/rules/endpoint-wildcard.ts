import { classifyHost } from '../../formats/internet.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const endpointWildcard: Rule = {
  id: 'endpoint-wildcard',
  severity: 'info',
  summary: 'The address of a controller is no address of anything.',
  why: 'Dialing 0.0.0.0 reaches the same machine on some systems and nothing on others.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:0.0.0.0:6262 #! same machine
      `,
    ],
    good: [
      yaml`
        ctrl:
          endpoint: tls:127.0.0.1:6262
      `,
    ],
  },
  check: ({ document, draft, report }) => {
    const single = document.find(['ctrl', 'endpoint'])
    draft.ctrl?.endpoints?.forEach((endpoint, index) => {
      const host =
        typeof endpoint === 'string' ? (/^\w+:(.*):\d+$/.exec(endpoint)?.[1] ?? 'name') : 'name'
      if (!['empty', 'unspecified'].includes(classifyHost(host))) return
      report({
        path: single ? ['ctrl', 'endpoint'] : ['ctrl', 'endpoints', index],
        message: `\`${endpoint}\` reaches the same machine at best; write the address of the controller`,
      })
    })
  },
}
