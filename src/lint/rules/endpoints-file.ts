import { formatList } from '../../document/words.js'
import { hiddenSecret } from '../../document/secrets.js'
import { hasBehavior } from '../../schema/behavior.js'
import { formatRouterDoes, formatSentences } from '../../schema/messages.js'
import type { StoredAddress, StoredAddresses } from '../endpoints-file.js'
import { findOutdatedEndpointsFile, readEndpointsFile } from '../endpoints-file.js'
import type { Rule } from '../rule.js'

export const endpointsFile: Rule = {
  id: 'endpoints-file',
  severity: 'warning',
  machine: true,
  summary:
    'The router dials other controllers than this file says, or cannot use its endpoints file.',
  why: 'Once a router has stored the addresses of its controllers in its endpoints file, it ignores those in the router file. A changed address then has no effect.',
  examples: { bad: [], good: [] },
  check: (context) => {
    const { document, draft, release, report } = context
    const configured = draft.ctrl?.endpoints ?? []
    const name = ['endpoint', 'endpoints'].find((key) => document.find(['ctrl', key]))
    const place =
      name === undefined ? { path: ['ctrl'], on: 'key' as const } : { path: ['ctrl', name] }
    const stored = readEndpointsFile(context)
    if (!stored) {
      const outdated = findOutdatedEndpointsFile(context)
      if (!outdated || !addsAddress(outdated, configured)) return
      report({
        ...place,
        severity: 'info',
        message: `The router of ${release} looks for \`${outdated.expected}\` and ignores \`${outdated.path}\` with ${formatAddresses(outdated.addresses)}. Rename \`${outdated.path}\` to \`${outdated.expected}\`, or delete it.`,
      })
      return
    }
    const file = `\`${stored.path}\``
    if (stored.kind === 'crashes')
      report({
        ...place,
        severity: 'error',
        message: `In ${file}, line ${stored.line}, ${stored.why}`,
        consequence: 'crashes',
      })
    else if (stored.kind === 'unusable') {
      const stops = hasBehavior(release, 'endpoints-file-must-be-usable')
      report({
        ...place,
        severity: stops ? 'error' : 'warning',
        message: formatSentences(
          `${file} ${stored.why}`,
          stops
            ? formatRouterDoes('refuses')
            : configured.length > 0
              ? 'the router logs an error and uses the addresses of this file'
              : 'the router knows no controller and stops after `startupTimeout`',
          `correct or delete ${file}`,
        ),
      })
    } else {
      const ignored = listIgnored(configured, stored)
      if (ignored.length === 0) return
      report({
        ...place,
        message: `The router dials ${formatAddresses(stored.addresses)} from ${file} and ignores ${formatNames(ignored)}. Change the addresses in ${file}, or delete it.`,
      })
    }
  },
}

/** Whether a file that the router does not read has an address that it does not get elsewhere. */
const addsAddress = ({ addresses }: StoredAddresses, configured: readonly string[]): boolean =>
  addresses.some(({ address }) => !configured.includes(address))

/** The addresses of the router file that the endpoints file does not have. */
function listIgnored(configured: readonly string[], { addresses }: StoredAddresses): string[] {
  const known = new Set(addresses.map(({ address }) => address))
  return configured.filter((address) => !known.has(address))
}

const formatAddresses = (stored: readonly StoredAddress[]): string => {
  const shown = stored.map(({ address }) => address).filter((address) => address !== hiddenSecret)
  return shown.length > 0 ? formatNames(shown) : 'the addresses'
}

const formatNames = (addresses: readonly string[]): string => {
  const shown = addresses.slice(0, 3).map((address) => `\`${address}\``)
  const more = addresses.length - shown.length
  return formatList(more > 0 ? [...shown, `${more} more`] : shown)
}
