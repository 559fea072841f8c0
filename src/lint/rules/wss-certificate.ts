import { hasBehavior } from '../../schema/release.js'
import { formatSentences } from '../../schema/messages.js'
import type { ServerCertificate } from '../listeners.js'
import {
  coversHost,
  findServerCertificates,
  getAdvertisedHost,
  hasAlternativeCertificates,
} from '../listeners.js'
import { inEdgeListener, under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const wssCertificate: Rule = {
  id: 'wss-certificate',
  severity: 'info',
  summary: 'Browsers do not trust the certificate of a wss listener.',
  why: 'The server certificate of an enrolled router comes from the CA of the network, which browsers do not know. `identity.alt_server_certs` adds a certificate of a public CA, which the router serves to clients that ask for its host, unless `server_cert` covers the host too.',
  examples: {
    bad: [
      {
        target: '1.6',
        text: under('listeners')`
          - binding: edge
            address: wss:0.0.0.0:3022 #! alt_server_certs
            options:
              advertise: localhost:3022
        `,
      },
    ],
    good: [
      {
        target: '1.6',
        text: yaml`
          identity:
            cert: router.cert
            server_cert: server.cert
            key: router.key
            ca: ca.cert
            alt_server_certs:
              - server_cert: public.cert
                server_key: public.key
          listeners:
            - binding: edge
              address: wss:0.0.0.0:3022
              options:
                advertise: localhost:3022
        `,
      },
      {
        target: '1.6',
        text: yaml`
          transport:
            wss:
              identity:
                server_cert: public.cert
                key: public.key
                ca: ca.cert
          listeners:
            - binding: edge
              address: wss:0.0.0.0:3022
              options:
                advertise: localhost:3022
        `,
      },
      inEdgeListener`advertise: localhost:3022`,
    ],
  },
  needs: { listener: 'edge' },
  check: ({ document, knownConfig, release, host: machine, credentials, report }) => {
    if (!hasBehavior(release, 'wss-serves-browsers')) return
    // The listener serves the certificate of its own identity, which operators configure for browsers.
    if (document.find(['transport', 'wss', 'identity'])) return
    const hasAlternatives = hasAlternativeCertificates(knownConfig)
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'edge' || !listener.address?.startsWith('wss:')) return
      if (!hasAlternatives) {
        report({
          path: ['listeners', index, 'address'],
          message:
            'Browsers only accept a `wss` listener whose certificate they trust, and those of enrollment come from the CA of the network. Add a certificate of a public CA, with its key, to `identity.alt_server_certs`, or use one as `server_cert`.',
        })
        return
      }
      const name = getAdvertisedHost(listener)
      if (name === undefined || !machine?.checks.has('certificates')) return
      const conflict = findNetworkCertificateConflict(
        findServerCertificates(credentials(), machine),
        name,
      )
      if (conflict === undefined) return
      report({
        path: ['listeners', index, 'options', 'advertise'],
        message: formatSentences(
          conflict.alternative === undefined
            ? `No certificate of \`alt_server_certs\` covers \`${name}\``
            : `Both \`server_cert\` and ${formatPlace(conflict.alternative)} cover \`${name}\``,
          'the router serves browsers `server_cert`, which comes from the CA of the network, and they refuse it',
          'advertise a host that only a certificate of a public CA covers',
        ),
      })
    })
  },
}

const formatPlace = ({ filePath }: ServerCertificate): string =>
  filePath === '' ? 'an alternative certificate' : `\`${filePath}\``

/**
 * Finds out whether the router serves `server_cert` to clients of `host`, and browsers reject it because it comes from
 * the CA of the network. If so, `alternative` is the first alternative certificate that also covers the host, if any.
 * Undefined if the router serves another certificate.
 */
function findNetworkCertificateConflict(
  certificates: readonly ServerCertificate[],
  host: string,
): { alternative: ServerCertificate | undefined } | undefined {
  const clientCertificate = certificates.find(({ isClientCertificate }) => isClientCertificate)
  const coveringCertificates = certificates.filter(
    ({ isClientCertificate, certificate }) => !isClientCertificate && coversHost(certificate, host),
  )
  const [servedCertificate] = coveringCertificates
  const isOfNetwork =
    servedCertificate !== undefined &&
    !servedCertificate.isAlternative &&
    servedCertificate.certificate.issuer === clientCertificate?.certificate.issuer
  return isOfNetwork
    ? { alternative: coveringCertificates.find(({ isAlternative }) => isAlternative) }
    : undefined
}
