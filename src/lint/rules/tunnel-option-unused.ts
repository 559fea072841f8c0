import { createRemovalFix } from '../../edit/edits.js'
import { inTunnel } from '../example.js'
import type { Rule } from '../rule.js'
import { hasBehavior } from '../../schema/release.js'

/** A `resolver` for routers whose DNS server nobody uses. Its port needs no special permissions and is rarely taken. */
export const unprivilegedResolver = 'udp://127.0.0.1:53053'

/** Options that some releases read in every mode. */
const resolverOptions = new Set(['resolver', 'dnsSvcIpRange'])

const optionsByMode: Readonly<Record<string, readonly string[]>> = {
  tproxy: [
    'resolver',
    'dnsUpstream',
    'dnsUpstreamMode',
    'dnsUnanswerable',
    'dnsSvcIpRange',
    'udpIdleTimeout',
    'udpCheckInterval',
    'lanIf',
  ],
  proxy: ['services'],
}

/** The options of a tunnel listener that have no effect in a mode, each with the mode that uses it. */
export function listUnusedOptions(
  mode: string,
  release: string,
): { name: string; requiredMode: string }[] {
  const [currentMode] = mode.split(':')
  const isReadInEveryMode = hasBehavior(release, 'resolver-in-every-mode')
  return Object.entries(optionsByMode).flatMap(([requiredMode, names]) =>
    requiredMode === currentMode
      ? []
      : names
          .filter((name) => !(isReadInEveryMode && resolverOptions.has(name)))
          .map((name) => ({ name, requiredMode })),
  )
}

export const tunnelOptionUnused: Rule = {
  id: 'tunnel-option-unused',
  severity: 'info',
  fixes: 'unsafe',
  keyStatus: 'overridden',
  summary: 'An option of a tunnel listener has no effect in its mode.',
  why: 'DNS, address and interface options are for mode tproxy, services for mode proxy. In other modes the router only checks their type. Before 1.2 every mode has a DNS server.',
  examples: {
    bad: [
      inTunnel`
        mode: host
        services: [web:8080] #! mode \`proxy\`
      `,
    ],
    good: [
      inTunnel`
        mode: proxy
        services: [web:8080]
      `,
    ],
  },
  needs: { listener: 'tunnel' },
  check: ({ document, knownConfig, release, report }) => {
    knownConfig.listeners?.forEach((listener, index) => {
      const { options = {} } = listener.binding === 'tunnel' ? listener : {}
      const { mode } = options
      if (mode === undefined) return
      for (const { name, requiredMode } of listUnusedOptions(mode, release)) {
        if (!Object.hasOwn(options, name)) continue
        const path = ['listeners', index, 'options', name]
        if (document.find(path))
          report({
            path,
            on: 'key',
            fix: () => createRemovalFix(document, path, 'unsafe'),
            message: `\`${name}\` has no effect in mode \`${mode.split(':')[0] ?? ''}\`; it is for mode \`${requiredMode}\``,
          })
      }
    })
  },
}
