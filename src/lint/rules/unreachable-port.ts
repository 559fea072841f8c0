import { formatScalar } from '../../edit/edit.js'
import type { Document } from '../../document/document.js'
import { readString, withPort } from '../suggest.js'
import type { Path } from '../../document/diagnostic.js'
import { splitHostPort } from '../../formats/address.js'
import { inEdgeListener, inLinkListener, under } from '../example.js'
import type { Rule } from '../rule.js'

/** The digits of the port at the end of an address, with their sign; undefined if there is none. */
const findPort = (address: string | undefined): string | undefined =>
  /:([+-]?\d+)$/.exec(address ?? '')?.[1]

/** The usual ports of HTTP proxies and of controllers. */
const [proxyPort, controllerPort] = ['3128', '6262']

/** The valid port of the listener that advertises the address at a path, or else the usual port of controllers. */
function choosePort(path: Path, document: Document): string {
  const listenerPath = path.at(-2) === 'options' ? path.slice(0, -2) : path.slice(0, -1)
  const ports = ['bind', 'address'].flatMap(
    (name) => findPort(readString(document, [...listenerPath, name])) ?? [],
  )
  return ports.find((port) => Number(port) >= 1 && Number(port) <= 65535) ?? controllerPort
}

export const unreachablePort: Rule = {
  id: 'unreachable-port',
  severity: 'warning',
  summary: 'An address to connect to has an invalid port.',
  why: 'A port must be between 1 and 65535. The router does not check the port of some addresses, and every connection to them fails.',
  examples: {
    bad: [
      inEdgeListener`advertise: localhost:70000 #! port 70000`,
      under('ctrl')`endpoint: tls:ctrl.example.com:0 #! port 0`,
      under('proxy')`
        type: http
        address: proxy.example.com:70000 #! port 70000
      `,
      under('proxy')`
        type: http
        address: proxy.example.com #! HOST:PORT
      `,
      under('proxy')`
        type: http
        address: http://proxy.example.com:3128 #! HOST:PORT
      `,
      inLinkListener`
        bind: tls:0.0.0.0:6000
        advertise: tls:localhost:0 #! port 0
      `,
    ],
    good: [
      under('proxy')`
        type: http
        address: proxy.example.com:3128
      `,
      under('ctrl')`endpoint: tls:ctrl.example.com:65535`,
    ],
  },
  suggest: (path, { document }) => {
    const writtenText = readString(document, path)
    if (writtenText === undefined) return []
    const isProxy = path.at(-2) === 'proxy'
    if (!isProxy)
      return [{ path, value: formatScalar(withPort(writtenText, choosePort(path, document))) }]
    const [authority = ''] = writtenText.split('://').at(-1)?.split('/') ?? []
    const { host = authority, port = '' } = splitHostPort(authority) ?? {}
    if (!/^[\w.-]+$/.test(host)) return []
    const isUsable = Number(port) >= 1 && Number(port) <= 65535
    return [{ path, value: formatScalar(`${host}:${isUsable ? port : proxyPort}`) }]
  },
  replaces: ['port-mismatch'],
  check: ({ document, knownConfig, report }) => {
    const checkPort = (path: Path, address: string | undefined): void => {
      const port = findPort(address)
      if (port === undefined || (Number(port) >= 1 && Number(port) <= 65535)) return
      report({
        path,
        message: `Nobody can connect to port ${Number(port)} of \`${address}\`; write a port between 1 and 65535`,
        replacedRules: ['port-mismatch'],
      })
    }
    const singleEndpoint = document.find(['ctrl', 'endpoint'])
    knownConfig.ctrl?.endpoints?.forEach((endpoint, index) =>
      checkPort(singleEndpoint ? ['ctrl', 'endpoint'] : ['ctrl', 'endpoints', index], endpoint),
    )
    knownConfig.ctrl?.listeners?.forEach(({ advertise }, index) =>
      checkPort(['ctrl', 'listeners', index, 'advertise'], advertise),
    )
    knownConfig.link?.listeners?.forEach(({ advertise }, index) =>
      checkPort(['link', 'listeners', index, 'advertise'], advertise),
    )
    knownConfig.listeners?.forEach(({ binding, options }, index) => {
      if (binding === 'edge')
        checkPort(['listeners', index, 'options', 'advertise'], options?.advertise)
    })
    checkPort(['edge', 'apiProxy', 'upstream'], knownConfig.edge?.apiProxy?.upstream)
    const proxies = [
      [['proxy', 'address'], knownConfig.proxy],
      [['transport', 'proxy', 'address'], knownConfig.transport?.proxy],
    ] as const
    for (const [path, proxy] of proxies) {
      if (proxy?.type !== 'http' || proxy.address === undefined) continue
      if (splitHostPort(proxy.address)?.port) checkPort(path, proxy.address)
      else
        report({
          path,
          message: `\`${proxy.address || '""'}\` does not have the form HOST:PORT. Every connection through the proxy fails. Write an address such as \`proxy.example.com:3128\`.`,
        })
    }
  },
}
