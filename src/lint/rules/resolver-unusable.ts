import type { Rule } from '../rule.js'

/** The nameserver listens on udp://HOST:PORT or reads file:///PATH; upstreams are reached by udp or tcp. */
const forms = {
  resolver: /^(udp:\/\/.+|file:\/\/.*|)$/,
  dnsUpstream: /^((udp|tcp):\/\/.+|)$/,
} as const

const right = {
  resolver: '`udp://127.0.0.1:53` or `file:///etc/hosts`',
  dnsUpstream: '`udp://10.0.0.53:53` or the same with tcp',
} as const

export const resolverUnusable: Rule = {
  id: 'resolver-unusable',
  severity: 'warning',
  summary: 'The nameserver of a tunneler cannot start with these addresses.',
  why: 'In mode tproxy the router logs the failure and goes on without names, so that services are intercepted by address only.',
  examples: {
    bad: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      resolver: tcp://127.0.0.1:53 #! udp://',
    ],
    good: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      resolver: udp://127.0.0.1:53',
    ],
  },
  check: ({ document, draft, report }) => {
    draft.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel' || !listener.options?.mode?.startsWith('tproxy')) return
      for (const name of ['resolver', 'dnsUpstream'] as const) {
        const path = ['listeners', index, 'options', name]
        const isList = document.at(path)?.value.kind === 'list'
        const given = listener.options[name]
        ;[given ?? []].flat().forEach((url, place) => {
          if (typeof url !== 'string' || forms[name].test(url)) return
          report({
            path: isList ? [...path, place] : path,
            message: `\`${url}\` must be ${right[name]}; the router runs without names for intercepted services`,
          })
        })
      }
    })
  },
}
