import {
  coversHost,
  findServerCertificates,
  isIpv6Literal,
  listAdvertisedHosts,
} from '../listeners.js'
import { isIp } from '../../formats/internet.js'
import { hasBehavior } from '../../schema/release.js'
import { consequences, describeRouterAction, formatSentences } from '../../schema/messages.js'
import type { Rule } from '../rule.js'

export const advertiseNotCovered: Rule = {
  id: 'advertise-not-covered',
  severity: 'error',
  machine: true,
  except: [{ in: 'accepts-uncovered-advertise', severity: 'warning' }],
  summary: 'No server certificate covers an advertised host.',
  why: `Since 1.4 the router ${consequences.refuses}. In earlier releases it starts, but its peers refuse the connection. A certificate takes its names from csr.sans when it is issued.`,
  examples: { bad: [], good: [] },
  needs: { machine: 'certificates' },
  check: ({ knownConfig, release, host, credentials, severity, report }) => {
    if (!host) return
    const certificates = findServerCertificates(credentials(), host)
    if (certificates.length === 0) return
    const extendAdvice = hasBehavior(release, 'extends-no-certificate')
      ? 'start a router of 1.5 or later once with `--extend`, as this release renews no certificate'
      : 'start the router once with `--extend`'
    for (const { path, host: name } of listAdvertisedHosts(knownConfig)) {
      if (isIpv6Literal(name)) continue
      const coveringCertificate = certificates.find(({ certificate }) =>
        coversHost(certificate, name),
      )
      if (coveringCertificate) {
        // Clients send a host name (SNI), but not an IP address. Without a name, the router serves its first
        // certificate.
        if (coveringCertificate.isAlternative && isIp(name))
          report({
            path,
            severity: 'warning',
            message: `Only an alternative certificate covers \`${name}\`. Clients send no name when they connect to an IP address, so the router serves them \`server_cert\`, which they refuse. Advertise a name that the alternative certificate covers.`,
          })
        continue
      }
      const coveredHosts = certificates
        .filter(({ isClientCertificate }) => !isClientCertificate)
        .flatMap(({ certificate }) => [...certificate.names, ...certificate.addresses])
        .join(', ')
      const consequence =
        severity === 'error'
          ? describeRouterAction('refuses')
          : 'Other routers and SDKs refuse the connection'
      const remedy =
        severity === 'error'
          ? `Advertise a host that it covers, add this one to \`csr.sans\`, and ${extendAdvice}; then advertise this one. Or enroll again.`
          : `Add the host to \`csr.sans\` and ${extendAdvice}, or enroll again.`
      report({
        path,
        message: formatSentences(
          `\`${name}\` is not covered by the server certificate, which covers ${coveredHosts || 'no host'}`,
          consequence,
          remedy,
        ),
      })
    }
  },
}
