import type { Path } from '../../document/diagnostic.js'
import { splitAddress } from '../../formats/address.js'
import { classifyHost, isHostName } from '../../formats/internet.js'
import { isNumericName } from '../../formats/meant-address.js'
import { getAdvertisedHost } from '../listeners.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const advertiseShortName: Rule = {
  id: 'advertise-short-name',
  severity: 'info',
  summary: 'An advertised host is a name without a dot.',
  why: 'Such a name is that of a container, or of a machine in the local network. Machines elsewhere do not resolve it.',
  examples: {
    bad: [
      yaml`
        csr:
          sans:
            dns: [ziti-router]
        edge: {}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: ziti-router:3022 #! has no dot
      `,
    ],
    good: [
      yaml`
        csr:
          sans:
            dns: [ziti-router.example.com]
        edge: {}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: ziti-router.example.com:3022
      `,
    ],
  },
  check: ({ knownConfig, report }) => {
    const reportedHosts = new Set<string>()
    const reportShortName = (path: Path, host: string | undefined): void => {
      if (host === undefined || !isShortName(host) || reportedHosts.has(host)) return
      reportedHosts.add(host)
      report({
        path,
        message: `\`${host}\` has no dot. Only machines whose network resolves it can connect, such as containers of one Docker network. If others are to connect, advertise a full name or an address.`,
      })
    }
    knownConfig.link?.listeners?.forEach(({ advertise }, index) =>
      reportShortName(['link', 'listeners', index, 'advertise'], splitAddress(advertise)?.host),
    )
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding === 'edge')
        reportShortName(['listeners', index, 'options', 'advertise'], getAdvertisedHost(listener))
    })
    knownConfig.ctrl?.listeners?.forEach(({ advertise }, index) =>
      reportShortName(['ctrl', 'listeners', index, 'advertise'], splitAddress(advertise)?.host),
    )
  },
}

/** Whether a host is a single label. `localhost` does not count, because other rules check it. */
const isShortName = (host: string): boolean =>
  !host.includes('.') &&
  classifyHost(host) === 'name' &&
  isHostName(host) &&
  !isNumericName(host) &&
  host.toLowerCase() !== 'localhost'
