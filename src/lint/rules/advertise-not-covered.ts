import { coversHost, findServerCertificates, listAdvertisedHosts } from '../listeners.js'
import { consequences, formatRouterDoes, formatSentences } from '../../schema/messages.js'
import type { Rule } from '../rule.js'

export const advertiseNotCovered: Rule = {
  id: 'advertise-not-covered',
  severity: 'error',
  machine: true,
  except: [{ in: 'accepts-uncovered-advertise', severity: 'warning' }],
  summary: 'No server certificate covers an advertised host.',
  why: `Since 1.4 the router ${consequences.refuses}. In earlier releases it starts, but its peers refuse the connection. A certificate takes its names from csr.sans when it is issued.`,
  examples: { bad: [], good: [] },
  check: ({ draft, host, credentials, severity, report }) => {
    if (!host?.checks.has('certificates')) return
    const usable = findServerCertificates(credentials(), host)
    if (usable.length === 0) return
    for (const { path, host: name } of listAdvertisedHosts(draft)) {
      if (usable.some(({ certificate }) => coversHost(certificate, name))) continue
      const known = usable
        .filter(({ isExtra }) => !isExtra)
        .flatMap(({ certificate }) => [...certificate.names, ...certificate.addresses])
        .join(', ')
      const then =
        severity === 'error'
          ? formatRouterDoes('refuses')
          : 'Other routers and SDKs refuse the connection'
      const remedy =
        severity === 'error'
          ? 'Advertise a host that it covers, add this one to `csr.sans`, and start the router once with `--extend`; then advertise this one. Or enroll again.'
          : 'Add the host to `csr.sans` and start the router once with `--extend`, or enroll again.'
      report({
        path,
        message: formatSentences(
          `\`${name}\` is not covered by the server certificate, which covers ${known || 'no host'}`,
          then,
          remedy,
        ),
      })
    }
  },
}
