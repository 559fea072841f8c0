import { within } from '../../schema/target.js'
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
  except: [{ in: ['<0.31.1'], severity: 'error' }],
  summary: 'The nameserver of a tunneler cannot start with these addresses.',
  why: 'The router logs the failure and goes on without names, so that services are intercepted by address only; before 0.31.1 it stopped. Since 1.2 only mode tproxy has a nameserver.',
  examples: {
    bad: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      resolver: tcp://127.0.0.1:53 #! udp://',
    ],
    good: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n  - binding: tunnel\n    options:\n      mode: tproxy\n      resolver: udp://127.0.0.1:53',
    ],
  },
  check: ({ document, draft, release, severity, report }) => {
    const isForAll = within(release, ['<1.2.0'])
    const then =
      severity === 'error'
        ? 'the router stops'
        : 'the router runs without names for intercepted services'
    draft.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel') return
      const { options = {} } = listener
      if (!isForAll && !options.mode?.startsWith('tproxy')) return
      for (const name of ['resolver', 'dnsUpstream'] as const) {
        const path = ['listeners', index, 'options', name]
        const isList = document.at(path)?.value.kind === 'list'
        const given = options[name]
        ;[given ?? []].flat().forEach((url, place) => {
          if (typeof url !== 'string' || forms[name].test(url)) return
          report({
            path: isList ? [...path, place] : path,
            message: `\`${url}\` must be ${right[name]}; ${then}`,
          })
        })
      }
    })
  },
}
