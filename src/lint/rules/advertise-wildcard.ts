import { suggestHosts } from '../suggest.js'
import { splitAddress } from '../../formats/address.js'
import { classifyHost } from '../../formats/internet.js'
import { hasBehavior } from '../../schema/release.js'
import { consequences, describeRouterAction, formatSentences } from '../../schema/messages.js'
import {
  coversHost,
  findRequestedHosts,
  findServerCertificates,
  listAdvertisedHosts,
} from '../listeners.js'
import { inController, inLinkListener } from '../example.js'
import type { Rule } from '../rule.js'

const formatHost = (host: string): string => (host === '' ? 'an empty host' : `\`${host}\``)

const wildcardHostKinds = new Set(['empty', 'unspecified'])

export const advertiseWildcard: Rule = {
  id: 'advertise-wildcard',
  severity: 'warning',
  summary: 'A listener advertises an address that nobody can connect to.',
  why: `Other routers and SDKs connect to the advertised address. 0.0.0.0, :: and an empty host are only useful to listen on. Since 1.4 the router ${consequences.refuses} unless a certificate covers them.`,
  examples: {
    bad: [
      inLinkListener`
        bind: tls:0.0.0.0:6000
        advertise: tls:0.0.0.0:6000 #! refuses to start
      `,
      {
        target: '1.3',
        text: inLinkListener`
          bind: tls:0.0.0.0:6000
          advertise: tls:0.0.0.0:6000 #! Nobody can connect
        `,
      },
      inController`
        listeners:
          - bind: tls:0.0.0.0:6262 #! \`advertise\` is missing
      `,
    ],
    good: [
      inLinkListener`
        bind: tls:0.0.0.0:6000
        advertise: tls:router.example.com:6000
      `,
    ],
  },
  suggest: suggestHosts,
  replaces: ['advertise-not-covered'],
  check: ({ document, knownConfig, release, host: machine, credentials, report }) => {
    const mustBeCovered = !hasBehavior(release, 'accepts-uncovered-advertise')
    /**
     * Whether the router refuses to start because no certificate covers a host. The router looks for every advertised
     * host in its certificates, even if no one dials the listener.
     */
    const isUncovered = (host: string): boolean => {
      if (!mustBeCovered) return false
      const requestedHosts = findRequestedHosts(knownConfig)
      const certificates = machine?.checks.has('certificates')
        ? findServerCertificates(credentials(), machine).map(({ certificate }) => certificate)
        : []
      return ![...certificates, ...(requestedHosts ? [requestedHosts] : [])].some((coverage) =>
        coversHost(coverage, host),
      )
    }
    for (const { path, host } of listAdvertisedHosts(knownConfig)) {
      if (!wildcardHostKinds.has(classifyHost(host))) continue
      const refusesToStart = isUncovered(host)
      const [section, index] = path
      const isDialed =
        section === 'link' || knownConfig.listeners?.[Number(index)]?.binding === 'edge'
      if (!isDialed && !refusesToStart) continue
      report({
        path,
        severity: refusesToStart ? 'error' : 'warning',
        message: formatSentences(
          `Nobody can connect to ${formatHost(host)}`,
          refusesToStart
            ? `no certificate covers it, so ${describeRouterAction('refuses')}`
            : undefined,
          'advertise a name or address of this router',
        ),
        replacedRules: refusesToStart ? ['advertise-not-covered'] : [],
      })
    }
    knownConfig.ctrl?.listeners?.forEach(({ bind, advertise }, index) => {
      const path = ['ctrl', 'listeners', index]
      const isWritten = document.find([...path, 'advertise']) !== undefined
      const host = splitAddress(isWritten ? advertise : bind)?.host
      if (host === undefined || !wildcardHostKinds.has(classifyHost(host))) return
      report({
        path: [...path, isWritten ? 'advertise' : 'bind'],
        message: formatSentences(
          isWritten
            ? `no controller can connect to ${formatHost(host)}`
            : `\`advertise\` is missing. The router advertises \`${bind ?? ''}\`, which no controller can connect to`,
          isWritten
            ? 'advertise a name or address of this router'
            : 'add `advertise` with a name or address of this router',
        ),
      })
    })
  },
}
