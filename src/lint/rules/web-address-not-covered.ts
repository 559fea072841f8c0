import { suggestHosts } from '../suggest.js'
import { classifyHost } from '../../formats/internet.js'
import { hasBehavior } from '../../schema/release.js'
import { consequences, describeRouterAction, formatSentences } from '../../schema/messages.js'
import { inBindPoints } from '../example.js'
import { coversHost, findServerCertificates } from '../listeners.js'
import type { Rule } from '../rule.js'

export const webAddressNotCovered: Rule = {
  id: 'web-address-not-covered',
  severity: 'warning',
  except: [
    { in: 'accepts-uncovered-web-address', severity: 'off' },
    { in: 'refuses-uncovered-web-address', severity: 'error' },
  ],
  summary: 'No server certificate covers the address of a web server.',
  why: `Clients connect to the address and check that the certificate covers its host; no certificate covers 0.0.0.0. The router of 1.4.0 ${consequences.refuses}, that of 1.4.1 does not start the web server, those of 1.8.0-pre1 to pre3 load no web server at all, and others log a warning.`,
  examples: {
    bad: [
      inBindPoints`
        - interface: 0.0.0.0:8081
          address: 0.0.0.0:8081 #! covers \`0.0.0.0\`
      `,
      {
        target: '1.4.0',
        text: inBindPoints`
          - interface: 0.0.0.0:8081
            address: 0.0.0.0:8081 #! refuses to start
        `,
      },
    ],
    good: [
      inBindPoints`
        - interface: 0.0.0.0:8081
          address: localhost:8081
      `,
      {
        target: '1.3',
        text: inBindPoints`
          - interface: 0.0.0.0:8081
            address: 0.0.0.0:8081
        `,
      },
    ],
  },
  suggest: suggestHosts,
  needs: { keys: ['web'] },
  check: ({ knownConfig, release, host, credentials, severity, report }) => {
    const consequence =
      severity === 'error'
        ? describeRouterAction('refuses')
        : hasBehavior(release, 'no-server-on-uncovered-web-address')
          ? 'The web server does not start'
          : 'The router logs a warning, and clients that check the certificate refuse the connection'
    knownConfig.web?.forEach(({ identity, bindPoints = [] }, serverIndex) => {
      bindPoints.forEach(({ address }, index) => {
        const [, name] = /^(.*):\d+$/.exec(address ?? '') ?? []
        if (name === undefined || name === '') return
        const isWildcard = classifyHost(name) === 'unspecified'
        // A web server with its own identity presents the certificates of that identity.
        const certificates =
          !isWildcard && !identity && host?.checks.has('certificates')
            ? findServerCertificates(credentials(), host)
            : []
        const isCovered =
          certificates.length === 0 ||
          certificates.some(({ certificate }) => coversHost(certificate, name))
        if (!isWildcard && isCovered) return
        report({
          path: ['web', serverIndex, 'bindPoints', index, 'address'],
          message: formatSentences(
            `No certificate covers \`${name}\` of \`${address ?? ''}\``,
            consequence,
            'write a host that the server certificate covers, such as that of an edge listener',
          ),
        })
      })
    })
  },
}
