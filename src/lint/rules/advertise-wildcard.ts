import type { Path } from '../../document/diagnostic.js'
import { classifyHost } from '../../formats/internet.js'
import { getAdvertisedHost, parseLinkHost } from '../listeners.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

const wildcardHosts = new Set(['empty', 'unspecified'])

export const advertiseWildcard: Rule = {
  id: 'advertise-wildcard',
  severity: 'warning',
  summary: 'A listener advertises an address that nobody can connect to.',
  why: 'Other routers and SDKs connect to the advertised address. 0.0.0.0, :: and an empty host are only useful to listen on.',
  examples: {
    bad: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:0.0.0.0:6000 #! Nobody can connect
      `,
    ],
    good: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:router.example.com:6000
      `,
    ],
  },
  check: ({ draft, report }) => {
    const blame = (path: Path, host: string | undefined): void => {
      if (host !== undefined && wildcardHosts.has(classifyHost(host)))
        report({
          path,
          message: `Nobody can connect to ${host === '' ? 'an empty host' : `\`${host}\``}; advertise a name or address of this router`,
        })
    }
    draft.link?.listeners?.forEach(({ advertise }, index) =>
      blame(
        ['link', 'listeners', index, 'advertise'],
        advertise === undefined ? undefined : parseLinkHost(advertise),
      ),
    )
    draft.listeners?.forEach((listener, index) => {
      if (listener.binding === 'edge')
        blame(['listeners', index, 'options', 'advertise'], getAdvertisedHost(listener))
    })
  },
}
