import { formatSentences } from '../../schema/messages.js'
import { createFix } from '../../edit/edits.js'
import { replaceScalar, formatScalar } from '../../edit/edit.js'
import { isHostName, isIp } from '../../formats/internet.js'
import { findSansPath } from '../listeners.js'
import { findPlaceholder } from '../../document/environment.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

const ascii = /^[\x00-\x7f]*$/

/** The host of a URL or of HOST:PORT, in ASCII; undefined if there is none. */
function findHost(text: string): string | undefined {
  const host = /^(?:[a-z]+:(?:\/\/)?)?([^:/\s@]+)(?::\d+)?(?:\/.*)?$/i.exec(text.trim())?.[1]
  return host === undefined || ascii.test(host) ? host : toAscii(host)
}

/** The ASCII form of a host name, such as `xn--…`, which DNS and certificates use; undefined if there is none. */
const toAscii = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined

const kinds = {
  dns: {
    isValid: (text: string) => isHostName(text) || isIp(text),
    expected: 'a host name such as `router.example.com`',
    correct: findHost,
  },
  email: {
    isValid: (text: string) => /^[^\s@:]+@[^\s@:]+$/.test(text),
    expected: 'an e-mail address such as `admin@example.com`',
    correct: (text: string) => text.replace(/^mailto:/i, '').trim(),
  },
  uri: {
    isValid: (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:./.test(text),
    expected: 'a URI with its scheme, such as `spiffe://example.com/router`',
    correct: () => undefined,
  },
} as const

export const sanMalformed: Rule = {
  id: 'san-malformed',
  severity: 'warning',
  fixes: 'unsafe',
  summary: 'A name in the certificate request is malformed.',
  why: 'The router requests the name as written, and no connection ever matches it. With non-ASCII characters the request fails.',
  examples: {
    bad: [
      under('csr.sans')`dns: [localhost, "https://x.example.com"] #! Write \`x.example.com\``,
      under('csr.sans')`dns: [localhost, "x.example.com:3022"] #! Write \`x.example.com\``,
      under('csr.sans')`dns: [localhost, "m\u00fcnchen.example.com"] #! Enrollment fails`,
      under('csr.sans')`
        dns: [localhost]
        email: [admin] #! an e-mail address
      `,
      under('csr.sans')`
        dns: [localhost]
        uri: [router] #! with its scheme
      `,
    ],
    good: [
      under('csr.sans')`
        dns: [localhost, "*.example.com", router_1.example.com]
        email: [admin@example.com]
        uri: ["spiffe://example.com/router", "urn:router:1"]
      `,
    ],
  },
  check: ({ document, knownConfig, report }) => {
    for (const kind of ['dns', 'email', 'uri'] as const) {
      const { isValid, expected, correct } = kinds[kind]
      knownConfig.csr?.sans?.[kind]?.forEach((name, index) => {
        if (typeof name !== 'string' || isValid(name) || findPlaceholder(name) !== undefined) return
        const path = [...findSansPath(document, kind), index]
        const correctedName = correct(name)
        const isCorrected =
          correctedName !== undefined && correctedName !== name && isValid(correctedName)
        const consequence = ascii.test(name) ? 'No connection matches it' : 'Enrollment fails'
        report({
          path,
          message: formatSentences(
            `\`${name || '""'}\` is not ${expected}`,
            consequence,
            isCorrected
              ? `write \`${correctedName}\``
              : name === ''
                ? 'remove the entry'
                : undefined,
          ),
          fix: isCorrected
            ? () =>
                createFix(
                  `replace \`${name}\` with \`${correctedName}\``,
                  replaceScalar(document, path, formatScalar(correctedName)),
                  'unsafe',
                )
            : undefined,
        })
      })
    }
  },
}
