import { formatScalar } from '../../edit/edit.js'
import { findFreePort, readString } from '../suggest.js'
import { inTunnel } from '../example.js'
import type { Rule } from '../rule.js'

/** The first port that is suggested for a service. */
const firstPort = 8080

const servicePattern = /^[^:]*:[+-]?\d+(:(tcp|udp))?$/

export const tunnelServiceMalformed: Rule = {
  id: 'tunnel-service-malformed',
  severity: 'error',
  summary: 'A service of a tunneler in mode proxy is not in the form SERVICE:PORT.',
  why: 'The router reads the services after it has reached a controller, and stops then. If a name is listed twice, only the last one takes effect.',
  examples: {
    bad: [
      inTunnel`
        mode: proxy
        services:
          - web #! SERVICE:PORT
      `,
    ],
    good: [
      inTunnel`
        mode: proxy
        services:
          - web:8080
          - dns:5353:udp
      `,
    ],
  },
  needs: { listener: 'tunnel' },
  suggest: (path, { document, knownConfig }) => {
    const service = readString(document, path)
    const name = service?.split(':')[0]?.trim()
    if (!name) return []
    return [{ path, value: formatScalar(`${name}:${findFreePort(knownConfig, path, firstPort)}`) }]
  },
  check: ({ knownConfig, report }) => {
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel' || listener.options?.mode !== 'proxy') return
      const names = new Set<string>()
      listener.options.services?.forEach((service, serviceIndex) => {
        const path = ['listeners', index, 'options', 'services', serviceIndex]
        const name = service?.split(':')[0] ?? ''
        if (service !== undefined && !servicePattern.test(service)) {
          report({
            path,
            message: `\`${service}\` must have the form SERVICE:PORT, optionally followed by :tcp or :udp. The router stops after it has reached a controller.`,
          })
        } else if (names.has(name))
          report({
            path,
            severity: 'warning',
            message: `\`${name}\` is listed twice; only the last one takes effect`,
          })
        names.add(name)
      })
    })
  },
}
