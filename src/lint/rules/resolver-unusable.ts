import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { hasBehavior } from '../../schema/release.js'
import { classifyHost } from '../../formats/internet.js'
import type { Rule } from '../rule.js'

const head = (lines: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      ${lines}`

/** The nameserver listens on udp://HOST:PORT or reads file:///PATH; upstreams are reached by udp or tcp. */
const forms = {
  resolver: {
    schemes: /^(?:udp:\/\/.+|file:\/\/.*)$/,
    right: '`udp://127.0.0.1:53` or `file:///etc/hosts`',
  },
  dnsUpstream: {
    schemes: /^(?:udp|tcp):\/\/.+$/,
    right: '`udp://10.0.0.53:53` or `tcp://10.0.0.53:53`',
  },
} as const

const withoutNames = 'The router runs without DNS for intercepted services'

/** Explains why the port of a URL is invalid; undefined if it is valid. A file URL has no port. */
function explainPort(url: string): string | undefined {
  const [, rest] = /^(?:udp|tcp):\/\/([^/?#]*)/.exec(url) ?? []
  if (rest === undefined) return undefined
  const port = /:(\d+)$/.exec(rest)?.[1]
  if (port === undefined) return 'has no port'
  return Number(port) >= 1 && Number(port) <= 65535 ? undefined : `has the port ${port}`
}

/** Public DNS servers, which no router is. */
const publicServers = new Set([
  '1.0.0.1',
  '1.1.1.1',
  '8.8.4.4',
  '8.8.8.8',
  '9.9.9.9',
  '149.112.112.112',
  '208.67.220.220',
  '208.67.222.222',
])

/** Why the DNS server cannot listen on a well-formed address; undefined if it can. */
function describeListenAddress(url: string): string | undefined {
  const host = /^udp:\/\/([^/?#]*):\d+$/.exec(url)?.[1]
  if (host === undefined) return undefined
  if (publicServers.has(host))
    return `\`${host}\` is a public DNS server, but the DNS server of the tunneler listens on this address. ${withoutNames}. Write an address of this machine, such as \`udp://127.0.0.1:53\`.`
  return classifyHost(host) === 'name' && host !== 'localhost'
    ? `\`${host}\` is a host name. The DNS server of the tunneler only starts if this is a name of this machine, and often listens on the wrong interface. Write a local IP address, or \`0.0.0.0\` for all.`
    : undefined
}

/** Valid addresses to use instead of a wrong one, the most similar first. */
function listRightAddresses(url: string, isResolver: boolean): string[] {
  const [, host = '', port] = /^[a-z]*:?(?:\/\/)?([^/?#:]*)(?::(\d+))?/.exec(url) ?? []
  const isValid = port !== undefined && Number(port) >= 1 && Number(port) <= 65_535
  const isUsable = host !== '' && !publicServers.has(host) && classifyHost(host) !== 'name'
  const near = `udp://${host}:${isValid ? port : '53'}`
  return [
    ...(host !== '' && (isUsable || !isResolver) ? [near] : []),
    ...(isResolver ? ['udp://127.0.0.1:53'] : []),
  ]
}

export const resolverUnusable: Rule = {
  id: 'resolver-unusable',
  severity: 'warning',
  except: [{ in: 'stops-without-resolver', severity: 'error' }],
  summary:
    'The DNS server of a tunneler cannot start with these addresses, or cannot reach its upstream.',
  why: 'The router logs the failure and continues without DNS, so it intercepts services by IP address only. Before 0.31.1 it stopped. Since 1.2 only mode tproxy has a DNS server. There is no default port.',
  examples: {
    bad: [
      head('resolver: tcp://127.0.0.1:53 #! udp://'),
      head('resolver: udp://127.0.0.1 #! has no port'),
      head('resolver: udp://127.0.0.1:70000 #! has the port 70000'),
      head('resolver: udp://router.example.com:53 #! host name'),
      head('resolver: udp://8.8.8.8:53 #! public DNS server'),
      head('resolver: "" #! crashes on the first'),
      head('dnsUpstream: udp://10.0.0.53 #! no upstream DNS server'),
    ],
    good: [
      head('resolver: udp://127.0.0.1:53'),
      head('resolver: file:///etc/hosts'),
      head('resolver: "udp://[::1]:53"\n      dnsUpstream: tcp://10.0.0.53:53'),
    ],
  },
  suggest: (path, { document }) => {
    const written = readString(document, path) ?? ''
    const name = path.find((step) => step === 'dnsUpstream') ?? 'resolver'
    const values = [...new Set(listRightAddresses(written, name === 'resolver'))]
    return [
      ...values.map((value) => ({ path, value: formatScalar(value) })),
      ...(written === '' ? [{ path }] : []),
    ]
  },
  needs: { listener: 'tunnel' },
  check: ({ document, draft, release, severity, report }) => {
    const isForAll = hasBehavior(release, 'resolver-in-every-mode')
    const then = severity === 'error' ? 'The router stops' : withoutNames
    draft.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel') return
      const { options = {} } = listener
      if (!isForAll && !options.mode?.startsWith('tproxy')) return
      for (const name of ['resolver', 'dnsUpstream'] as const) {
        const path = ['listeners', index, 'options', name]
        const isList = document.find(path)?.value.kind === 'list'
        const option = options[name]
        ;[option ?? []].flat().forEach((url, place) => {
          if (typeof url !== 'string' || (url === '' && name === 'dnsUpstream')) return
          const message = describeFault(name, url, { isList, then })
          const at = isList ? [...path, place] : path
          const doubt = name === 'resolver' ? describeListenAddress(url) : undefined
          if (message !== undefined) report({ path: at, message })
          else if (doubt !== undefined) report({ path: at, severity: 'info', message: doubt })
        })
      }
    })
  },
}

/** What is wrong with an address, and what follows; undefined if nothing is. `then` follows for a resolver. */
function describeFault(
  name: keyof typeof forms,
  url: string,
  { isList, then }: { isList: boolean; then: string },
): string | undefined {
  const { schemes, right } = forms[name]
  const written = `\`${url || '""'}\``
  if (url === '' && !isList)
    return '`resolver` is empty. The router crashes on the first connection or name that it intercepts. Remove the key or write `udp://127.0.0.1:53`.'
  if (isList && name === 'resolver' && !url.startsWith('udp:'))
    return `${written} cannot be in a list, whose addresses must all be \`udp://HOST:PORT\`. ${then}.`
  if (!schemes.test(url)) return `${written} must have the form ${right}. ${then}.`
  const problem = explainPort(url)
  const consequence = name === 'resolver' ? then : 'The router uses no upstream DNS server'
  return problem && `${written} ${problem}, but must have the form ${right}. ${consequence}.`
}
