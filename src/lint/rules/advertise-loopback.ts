import { suggestHosts } from '../suggest.js'
import type { Path } from '../../document/diagnostic.js'
import { splitAddress } from '../../formats/address.js'
import { classifyHost } from '../../formats/internet.js'
import { getAdvertisedHost } from '../listeners.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

const isLoopback = (host: string): boolean =>
  classifyHost(host) === 'loopback' || /(?:^|.\.)localhost\.?$/i.test(host)

export const advertiseLoopback: Rule = {
  id: 'advertise-loopback',
  severity: 'info',
  summary: 'A listener advertises localhost, but the controller is on another machine.',
  why: 'Other routers and SDKs connect to the advertised address. With localhost each of them connects to its own machine. Nothing is reported if the controller is on this machine too, as in a test network.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:localhost:6000 #! their own machine
        edge: {}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: 127.0.0.1:3022 #! their own machine
      `,
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
        link:
          listeners:
            - binding: transport
              bind: tls:127.0.0.1:6000 #! their own machine
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: router.example.com:3022
        csr:
          sans:
            dns: [router.example.com]
      `,
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          listeners:
            - bind: tls:0.0.0.0:6262
              advertise: tls:localhost:6262 #! Controllers on other machines
        edge: {}
        listeners:
          - binding: edge
            address: tls:127.0.0.1:3022
            options:
              advertise: localhost:3022
      `,
    ],
    good: [
      yaml`
        ctrl:
          endpoint: tls:127.0.0.1:6262
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:localhost:6000
      `,
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: router.example.com:3022
        csr:
          sans:
            dns: [router.example.com]
      `,
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
        edge: {}
        listeners:
          - binding: edge
            address: tls:127.0.0.1:3022
            options:
              advertise: localhost:3022
      `,
    ],
  },
  suggest: suggestHosts,
  check: ({ document, knownConfig, report }) => {
    const controllerHosts = (knownConfig.ctrl?.endpoints ?? []).flatMap(
      // `read-differently` reports slashes in an address; this rule checks the host that was meant.
      (endpoint) => splitAddress(endpoint.replace('://', ':'))?.host ?? [],
    )
    if (controllerHosts.length === 0 || controllerHosts.some(isLoopback)) return
    const reportLoopback = (path: Path, host: string | undefined, clients: string): void => {
      if (host !== undefined && isLoopback(host))
        report({
          path,
          message: `\`${host}\` is advertised, but the controller is at \`${controllerHosts[0] ?? ''}\`. ${clients} on other machines try to connect to their own machine. Advertise a name or address of this router that they can reach, or remove the listener.`,
        })
    }
    const checkListeners = (
      section: 'link' | 'ctrl',
      listeners: readonly { bind?: string; advertise?: string }[] | undefined,
      clients: string,
    ): void =>
      listeners?.forEach(({ bind, advertise }, index) => {
        const path = [section, 'listeners', index]
        const isWritten = document.find([...path, 'advertise']) !== undefined
        const [key, address] = isWritten ? ['advertise', advertise] : ['bind', bind]
        reportLoopback([...path, key], splitAddress(address)?.host, clients)
      })
    checkListeners('ctrl', knownConfig.ctrl?.listeners, 'Controllers')
    checkListeners('link', knownConfig.link?.listeners, 'Routers')
    knownConfig.listeners?.forEach((listener, index) => {
      const host = getAdvertisedHost(listener)
      if (listener.binding !== 'edge' || host === undefined || !isLoopback(host)) return
      // A listener on a loopback address is for SDKs on the same machine.
      if (!isLoopback(splitAddress(listener.address)?.host ?? ''))
        reportLoopback(['listeners', index, 'options', 'advertise'], host, 'SDKs')
    })
  },
}
