import { suggestHosts } from '../suggest.js'
import { isIpv6Literal, listAdvertisedHosts } from '../listeners.js'
import { consequences, describeRouterAction } from '../../schema/messages.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const advertiseIpv6: Rule = {
  id: 'advertise-ipv6',
  severity: 'error',
  except: [{ in: 'accepts-uncovered-advertise', severity: 'off' }],
  summary: 'A listener advertises an IPv6 address.',
  why: `The router looks for the advertised host in its certificates, but only for the text before its first colon. No certificate covers that, so the router ${consequences.refuses}.`,
  examples: {
    bad: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:[2001:db8::10]:6000 #! IPv6
        csr:
          sans:
            ip: ["2001:db8::10"]
      `,
    ],
    good: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:router.example.com:6000
        csr:
          sans:
            dns: [router.example.com]
      `,
    ],
  },
  suggest: suggestHosts,
  check: ({ knownConfig, report }) => {
    for (const { path, host } of listAdvertisedHosts(knownConfig))
      if (isIpv6Literal(host))
        report({
          path,
          message: `The router looks in its certificates only for the text before the first colon of an advertised IPv6 address. No certificate covers that, so ${describeRouterAction('refuses')}. Advertise a name that resolves to the IPv6 address, and add that name to \`csr.sans.dns\`.`,
        })
  },
}
