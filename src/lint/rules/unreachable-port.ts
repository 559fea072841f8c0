import { formatScalar } from '../../edit/edit.js'
import type { Document } from '../../document/document.js'
import { readString, withPort } from '../suggest.js'
import type { Path } from '../../document/diagnostic.js'
import { splitHostPort } from '../../formats/address.js'
import { inEdgeListener, inLinkListener, under } from '../example.js'
import type { Rule } from '../rule.js'

/** The port of an address to which other routers or the router itself connect. */
const findPort = (address: string | undefined): string | undefined =>
  /:([+-]?\d+)$/.exec(address ?? '')?.[1]

/** A usual port of HTTP proxies, and of controllers. */
const [proxyPort, controllerPort] = ['3128', '6262']

/** The port of the listener that advertises an address; for other addresses, the port of a controller. */
function choosePort(path: Path, document: Document): string {
  const listener = path.at(-2) === 'options' ? path.slice(0, -2) : path.slice(0, -1)
  const ports = ['bind', 'address'].flatMap(
    (name) => findPort(readString(document, [...listener, name])) ?? [],
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
    const written = readString(document, path)
    if (written === undefined) return []
    const isProxy = path.at(-2) === 'proxy'
    if (!isProxy)
      return [{ path, value: formatScalar(withPort(written, choosePort(path, document))) }]
    const [bare = ''] = written.split('://').at(-1)?.split('/') ?? []
    const { host = bare, port = '' } = splitHostPort(bare) ?? {}
    if (!/^[\w.-]+$/.test(host)) return []
    const isUsable = Number(port) >= 1 && Number(port) <= 65535
    return [{ path, value: formatScalar(`${host}:${isUsable ? port : proxyPort}`) }]
  },
  replaces: ['port-mismatch'],
  check: ({ document, draft, report }) => {
    const blame = (path: Path, address: string | undefined): void => {
      const port = findPort(address)
      if (port === undefined || (Number(port) >= 1 && Number(port) <= 65535)) return
      report({
        path,
        message: `Nobody can connect to port ${Number(port)} of \`${address}\`; write a port between 1 and 65535`,
        instead: ['port-mismatch'],
      })
    }
    const single = document.find(['ctrl', 'endpoint'])
    draft.ctrl?.endpoints?.forEach((endpoint, index) =>
      blame(single ? ['ctrl', 'endpoint'] : ['ctrl', 'endpoints', index], endpoint),
    )
    draft.ctrl?.listeners?.forEach(({ advertise }, index) =>
      blame(['ctrl', 'listeners', index, 'advertise'], advertise),
    )
    draft.link?.listeners?.forEach(({ advertise }, index) =>
      blame(['link', 'listeners', index, 'advertise'], advertise),
    )
    draft.listeners?.forEach(({ binding, options }, index) => {
      if (binding === 'edge')
        blame(['listeners', index, 'options', 'advertise'], options?.advertise)
    })
    blame(['edge', 'apiProxy', 'upstream'], draft.edge?.apiProxy?.upstream)
    const proxies = [
      [['proxy', 'address'], draft.proxy],
      [['transport', 'proxy', 'address'], draft.transport?.proxy],
    ] as const
    for (const [path, proxy] of proxies) {
      if (proxy?.type !== 'http' || proxy.address === undefined) continue
      if (splitHostPort(proxy.address)?.port) blame(path, proxy.address)
      else
        report({
          path,
          message: `\`${proxy.address || '""'}\` does not have the form HOST:PORT. Every connection through the proxy fails. Write an address such as \`proxy.example.com:3128\`.`,
        })
    }
  },
}
