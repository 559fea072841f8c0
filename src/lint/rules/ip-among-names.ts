import type { Fix, Path } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { addItem, removeAt, formatScalar } from '../../edit/edit.js'
import { createFix } from '../../edit/edits.js'
import { isIp } from '../../formats/internet.js'
import { findSansPath, isReachableHost } from '../listeners.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const ipAmongNames: Rule = {
  id: 'ip-among-names',
  severity: 'warning',
  fixes: 'unsafe',
  summary: 'An IP address is listed among the host names of the certificate request.',
  why: 'The certificate lists it as a host name, so it does not cover a connection to the IP address.',
  examples: {
    bad: [under('csr.sans')`dns: [localhost, 192.0.2.10] #! \`ip\``],
    good: [
      under('csr.sans')`
        dns: [localhost]
        ip: [192.0.2.10]
      `,
    ],
  },
  check: ({ document, knownConfig, report }) => {
    knownConfig.csr?.sans?.dns?.forEach((name, index) => {
      if (typeof name !== 'string' || !isIp(name)) return
      const path = [...findSansPath(document, 'dns'), index]
      report({
        path,
        fix: isReachableHost(name)
          ? () => createMoveFix(document, path, name, findSansPath(document, 'ip'))
          : undefined,
        message: `\`${name}\` is an IP address. The certificate will not cover connections to it. Move it to \`ip\`.`,
      })
    })
  },
}

/** Creates a fix that moves an address to another list; undefined if the text at `from` is not the address itself. */
function createMoveFix(document: Document, from: Path, name: string, to: Path): Fix | undefined {
  const node = document.find(from)?.value
  const removal =
    node && 'value' in node && node.value === name ? removeAt(document, from) : undefined
  const insertion = removal && addItem(document, to, formatScalar(name))
  return createFix(
    `move \`${name}\` to \`${to.join('.')}\``,
    insertion && [...removal, ...insertion],
    'unsafe',
  )
}
