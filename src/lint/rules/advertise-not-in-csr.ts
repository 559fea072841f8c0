import { addItem, formatScalar } from '../../edit/edit.js'
import { createFix } from '../../edit/edits.js'
import { classifyHost, isIp } from '../../formats/internet.js'
import {
  findSansPath,
  coversHost,
  findAlternatives,
  findRequestedHosts,
  hasAlternatives,
  isIpv6Literal,
  isReachableHost,
  listAdvertisedHosts,
} from '../listeners.js'
import { isBeforeEnrollment } from '../host.js'
import { hasBehavior } from '../../schema/release.js'
import { consequences } from '../../schema/messages.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const advertiseNotInCsr: Rule = {
  id: 'advertise-not-in-csr',
  severity: 'info',
  fixes: 'unsafe',
  summary: 'An advertised host is missing from the names of the certificate request.',
  why: `The next certificate will not cover the host. Since 1.4 the router compares its certificate with what it advertises and ${consequences.refuses}; before, its peers refuse the connection.`,
  examples: {
    bad: [
      yaml`
        csr:
          sans:
            dns: [localhost]
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:router.example.com:6000 #! csr.sans.dns
      `,
    ],
    good: [
      yaml`
        csr:
          sans:
            dns: [localhost, router.example.com]
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:router.example.com:6000
      `,
    ],
  },
  check: ({ document, draft, release, host: machine, credentials, report }) => {
    const listed = findRequestedHosts(draft)
    if (!listed) return
    const hasOthers = hasAlternatives(draft)
    const others =
      hasOthers && machine?.checks.has('certificates')
        ? findAlternatives(credentials(), machine)
        : []
    const then = hasBehavior(release, 'accepts-uncovered-advertise')
      ? 'routers and SDKs then refuse the connection'
      : `the router then ${consequences.refuses}`
    // Without a certificate, the router enrolls next, and gets one that it refuses.
    const severity =
      machine?.checks.has('files') && isBeforeEnrollment(credentials()) ? 'warning' : undefined
    const fine = new Set<string>()
    for (const { path, host } of listAdvertisedHosts(draft)) {
      if (fine.has(host) || isIpv6Literal(host)) continue
      const isCovered = [listed, ...others].some((covered) => coversHost(covered, host))
      if (['empty', 'unspecified'].includes(classifyHost(host)) || isCovered) {
        fine.add(host)
        continue
      }
      const list = findSansPath(document, isIp(host) ? 'ip' : 'dns')
      const place = list.join('.')
      // If an alternative certificate covers the host, adding it to the CSR would make the router present another one.
      const isAddable = isReachableHost(host) && !hasOthers
      report({
        path,
        ...(severity && { severity }),
        fix: isAddable
          ? () =>
              createFix(
                `add \`${host}\` to \`${place}\``,
                addItem(document, list, formatScalar(host)),
                'unsafe',
              )
          : undefined,
        message: `\`${host}\` is not in \`${place}\`. The next certificate will not cover it, and ${then}${hasOthers ? ', unless one of `identity.alt_server_certs` covers it' : ''}.${isAddable ? ' Add it there.' : ''}`,
      })
    }
  },
}
