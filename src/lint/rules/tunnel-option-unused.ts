import { offerRemoval } from '../../edit/edits.js'
import { inTunnel } from '../example.js'
import type { Rule } from '../rule.js'
import { listUnusedOptions } from '../tunnel-options.js'

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
  check: ({ document, draft, release, report }) => {
    draft.listeners?.forEach((listener, index) => {
      const { options = {} } = listener.binding === 'tunnel' ? listener : {}
      const { mode } = options
      if (mode === undefined) return
      for (const { name, usingMode } of listUnusedOptions(mode, release)) {
        const path = ['listeners', index, 'options', name]
        if (Object.hasOwn(options, name) && document.find(path))
          report({
            path,
            on: 'key',
            fix: () => offerRemoval(document, path, 'unsafe'),
            message: `\`${name}\` has no effect in mode \`${mode.split(':')[0] ?? ''}\`; it is for mode \`${usingMode}\``,
          })
      }
    })
  },
}
