import { hasBehavior } from '../../schema/release.js'
import { inTunnel, yaml } from '../example.js'
import type { Rule } from '../rule.js'
import { unprivilegedResolver } from './tunnel-option-unused.js'

export const unusedDnsServer: Rule = {
  id: 'unused-dns-server',
  severity: 'info',
  summary: 'A tunneler that intercepts nothing opens port 53.',
  why: 'Before 1.2 a tunneler starts its DNS server in every mode, by default on 127.0.0.1:53. Only root may open that port, and on many machines another program has it. Since 1.2 only mode tproxy has a DNS server.',
  examples: {
    bad: [
      {
        text: yaml`
          edge:
            csr:
              sans:
                dns: [localhost]
          listeners:
            - binding: edge
              address: tls:0.0.0.0:3022
              options:
                advertise: localhost:3022
            - binding: tunnel
              options: #! 127.0.0.1:53
                mode: host
        `,
        without: ['csr'],
        target: '1.1',
      },
      {
        text: yaml`
          edge:
            csr:
              sans:
                dns: [localhost]
          listeners:
            - binding: edge
              address: tls:0.0.0.0:3022
              options:
                advertise: localhost:3022
            - binding: tunnel
              options:
                mode: host
                resolver: udp://0.0.0.0:53 #! port 53
        `,
        without: ['csr'],
        target: '1.1',
      },
    ],
    good: [
      {
        text: yaml`
          edge:
            csr:
              sans:
                dns: [localhost]
          listeners:
            - binding: edge
              address: tls:0.0.0.0:3022
              options:
                advertise: localhost:3022
            - binding: tunnel
              options:
                mode: host
                resolver: udp://127.0.0.1:53053
        `,
        without: ['csr'],
        target: '1.1',
      },
      inTunnel`mode: host`,
    ],
  },
  suggest: (path) => [
    {
      path: path.at(-1) === 'resolver' ? path : [...path, 'resolver'],
      value: unprivilegedResolver,
    },
  ],
  needs: { listener: 'tunnel' },
  check: ({ document, knownConfig, release, report }) => {
    if (!hasBehavior(release, 'resolver-in-every-mode')) return
    knownConfig.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'tunnel') return
      const { mode, resolver } = listener.options ?? {}
      if (mode === undefined || mode.startsWith('tproxy')) return
      const resolverUrl = [resolver ?? []].flat().find((url) => /^udp:\/\/[^/?#]*:53$/.test(url))
      if (resolverUrl === undefined) return
      const options = ['listeners', index, 'options']
      const isWritten = document.find([...options, 'resolver']) !== undefined
      report({
        path: isWritten ? [...options, 'resolver'] : options,
        on: isWritten ? 'value' : 'key',
        message: `The router of ${release} starts a DNS server on \`${resolverUrl}\` although mode \`${mode}\` needs none, and often may not open port 53. Write a free port, such as \`resolver: ${unprivilegedResolver}\`, or use 1.2 or later.`,
      })
    })
  },
}
