import { hasBehavior } from '../schema/behavior.js'

/** An address for a DNS server that nobody needs: any process may open the port, and few programs use it. */
export const unprivilegedResolver = 'udp://127.0.0.1:53053'

/** Options that some releases read in every mode. */
const resolverOptions = new Set(['resolver', 'dnsSvcIpRange'])

const modes: Readonly<Record<string, readonly string[]>> = {
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

/** The options of a tunnel listener that have no effect in a mode, each with the mode that it is for. */
export function listUnusedOptions(
  mode: string,
  release: string,
): { name: string; usingMode: string }[] {
  const [current] = mode.split(':')
  const isReadInEveryMode = hasBehavior(release, 'resolver-in-every-mode')
  return Object.entries(modes).flatMap(([usingMode, names]) =>
    usingMode === current
      ? []
      : names
          .filter((name) => !(isReadInEveryMode && resolverOptions.has(name)))
          .map((name) => ({ name, usingMode })),
  )
}
