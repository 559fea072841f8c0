import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { hasBehavior } from '../../schema/release.js'
import { classifyHost } from '../../formats/internet.js'
import type { Rule } from '../rule.js'

const createExample = (lines: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      ${lines}`

/** The DNS server listens on udp://HOST:PORT or reads file:///PATH. It connects to upstream servers over UDP or TCP. */
const addressForms = {
  resolver: {
    schemes: /^(?:udp:\/\/.+|file:\/\/.*)$/,
    expected: '`udp://127.0.0.1:53` or `file:///etc/hosts`',
  },
  dnsUpstream: {
    schemes: /^(?:udp|tcp):\/\/.+$/,
    expected: '`udp://10.0.0.53:53` or `tcp://10.0.0.53:53`',
  },
} as const

const dnsConsequence = 'The router runs without DNS for intercepted services'

/** Explains why the port of a URL is invalid; undefined if it is valid. A file URL has no port. */
function explainPort(url: string): string | undefined {
  const [, authority] = /^(?:udp|tcp):\/\/([^/?#]*)/.exec(url) ?? []
  if (authority === undefined) return undefined
  const port = /:(\d+)$/.exec(authority)?.[1]
  if (port === undefined) return 'has no port'
  return Number(port) >= 1 && Number(port) <= 65535 ? undefined : `has the port ${port}`
}

/** Addresses of public DNS servers, on which no router can listen. */
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

/** Says why the DNS server may not be able to listen on a well-formed address; undefined if nothing suggests that. */
function explainUnusableListenAddress(url: string): string | undefined {
  const host = /^udp:\/\/([^/?#]*):\d+$/.exec(url)?.[1]
  if (host === undefined) return undefined
  if (publicServers.has(host))
    return `\`${host}\` is a public DNS server, but the DNS server of the tunneler listens on this address. ${dnsConsequence}. Write an address of this machine, such as \`udp://127.0.0.1:53\`.`
  return classifyHost(host) === 'name' && host !== 'localhost'
    ? `\`${host}\` is a host name. The DNS server of the tunneler only starts if this is a name of this machine, and often listens on the wrong interface. Write a local IP address, or \`0.0.0.0\` for all.`
    : undefined
}

/** Valid addresses to use instead of an invalid address, the most similar first. */
function listValidAddresses(url: string, isResolver: boolean): string[] {
  const [, host = '', port] = /^[a-z]*:?(?:\/\/)?([^/?#:]*)(?::(\d+))?/.exec(url) ?? []
  const isValid = port !== undefined && Number(port) >= 1 && Number(port) <= 65_535
  const isUsable = host !== '' && !publicServers.has(host) && classifyHost(host) !== 'name'
  const similarAddress = `udp://${host}:${isValid ? port : '53'}`
  return [
    ...(host !== '' && (isUsable || !isResolver) ? [similarAddress] : []),
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
      createExample('resolver: tcp://127.0.0.1:53 #! udp://'),
      createExample('resolver: udp://127.0.0.1 #! has no port'),
      createExample('resolver: udp://127.0.0.1:70000 #! has the port 70000'),
      createExample('resolver: udp://router.example.com:53 #! host name'),
      createExample('resolver: udp://8.8.8.8:53 #! public DNS server'),
      createExample('resolver: "" #! crashes on the first'),
      createExample('dnsUpstream: udp://10.0.0.53 #! no upstream DNS server'),
    ],
    good: [
      createExample('resolver: udp://127.0.0.1:53'),
      createExample('resolver: file:///etc/hosts'),
      createExample('resolver: "udp://[::1]:53"\n      dnsUpstream: tcp://10.0.0.53:53'),
    ],
  },
  suggest: (path, { document }) => {
    const writtenText = readString(document, path) ?? ''
    const name = path.find((step) => step === 'dnsUpstream') ?? 'resolver'
    const values = [...new Set(listValidAddresses(writtenText, name === 'resolver'))]
    return [
      ...values.map((value) => ({ path, value: formatScalar(value) })),
      ...(writtenText === '' ? [{ path }] : []),
    ]
  },
  needs: { listener: 'tunnel' },
  check: ({ document, knownConfig, release, severity, report }) => {
    const isForAll = hasBehavior(release, 'resolver-in-every-mode')
    const consequence = severity === 'error' ? 'The router stops' : dnsConsequence
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel') return
      const { options = {} } = listener
      if (!isForAll && !options.mode?.startsWith('tproxy')) return
      for (const name of ['resolver', 'dnsUpstream'] as const) {
        const path = ['listeners', index, 'options', name]
        const isList = document.find(path)?.value.kind === 'list'
        const option = options[name]
        ;[option ?? []].flat().forEach((url, urlIndex) => {
          if (typeof url !== 'string' || (url === '' && name === 'dnsUpstream')) return
          const message = describeFault(name, url, { isList, resolverConsequence: consequence })
          const urlPath = isList ? [...path, urlIndex] : path
          const hint = name === 'resolver' ? explainUnusableListenAddress(url) : undefined
          if (message !== undefined) report({ path: urlPath, message })
          else if (hint !== undefined) report({ path: urlPath, severity: 'info', message: hint })
        })
      }
    })
  },
}

/**
 * Says what is wrong with an address; undefined if it is valid. `resolverConsequence` is what the router does without
 * its DNS server.
 */
function describeFault(
  name: keyof typeof addressForms,
  url: string,
  { isList, resolverConsequence }: { isList: boolean; resolverConsequence: string },
): string | undefined {
  const { schemes, expected } = addressForms[name]
  const writtenText = `\`${url || '""'}\``
  if (url === '' && !isList)
    return '`resolver` is empty. The router crashes on the first connection or name that it intercepts. Remove the key or write `udp://127.0.0.1:53`.'
  if (isList && name === 'resolver' && !url.startsWith('udp:'))
    return `${writtenText} cannot be in a list, whose addresses must all be \`udp://HOST:PORT\`. ${resolverConsequence}.`
  if (!schemes.test(url))
    return `${writtenText} must have the form ${expected}. ${resolverConsequence}.`
  const problem = explainPort(url)
  const consequence =
    name === 'resolver' ? resolverConsequence : 'The router uses no upstream DNS server'
  return problem && `${writtenText} ${problem}, but must have the form ${expected}. ${consequence}.`
}
