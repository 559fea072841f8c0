import { addItem, formatScalar } from '../../edit/edit.js'
import { createFix } from '../../edit/edits.js'
import { classifyHost, isIp } from '../../formats/internet.js'
import {
  findSansPath,
  coversHost,
  findAlternativeCertificates,
  findRequestedHosts,
  hasAlternativeCertificates,
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
  check: ({ document, knownConfig, release, host: machine, credentials, report }) => {
    const requestedHosts = findRequestedHosts(knownConfig)
    if (!requestedHosts) return
    const hasAlternatives = hasAlternativeCertificates(knownConfig)
    const alternatives =
      hasAlternatives && machine?.checks.has('certificates')
        ? findAlternativeCertificates(credentials(), machine)
        : []
    const consequence = hasBehavior(release, 'accepts-uncovered-advertise')
      ? 'routers and SDKs then refuse the connection'
      : `the router then ${consequences.refuses}`
    // If the router has no certificate yet, it will enroll next, and its new certificate will not cover the host.
    const severity =
      machine?.checks.has('files') && isBeforeEnrollment(credentials()) ? 'warning' : undefined
    const coveredHosts = new Set<string>()
    for (const { path, host } of listAdvertisedHosts(knownConfig)) {
      if (coveredHosts.has(host) || isIpv6Literal(host)) continue
      const isCovered = [requestedHosts, ...alternatives].some((coverage) =>
        coversHost(coverage, host),
      )
      if (['empty', 'unspecified'].includes(classifyHost(host)) || isCovered) {
        coveredHosts.add(host)
        continue
      }
      const listPath = findSansPath(document, isIp(host) ? 'ip' : 'dns')
      const listName = listPath.join('.')
      // If the new server certificate also covered the host, the router would no longer present the alternative
      // certificate.
      const isAddable = isReachableHost(host) && !hasAlternatives
      report({
        path,
        ...(severity && { severity }),
        fix: isAddable
          ? () =>
              createFix(
                `add \`${host}\` to \`${listName}\``,
                addItem(document, listPath, formatScalar(host)),
                'unsafe',
              )
          : undefined,
        message: `\`${host}\` is not in \`${listName}\`. The next certificate will not cover it, and ${consequence}${hasAlternatives ? ', unless one of `identity.alt_server_certs` covers it' : ''}.${isAddable ? ' Add it there.' : ''}`,
      })
    }
  },
}
