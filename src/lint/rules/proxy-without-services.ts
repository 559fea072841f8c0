import { hasBehavior } from '../../schema/release.js'
import { inTunnel } from '../example.js'
import type { Rule } from '../rule.js'

export const proxyWithoutServices: Rule = {
  id: 'proxy-without-services',
  severity: 'info',
  summary: 'A tunnel listener in mode proxy has no services.',
  why: 'In mode proxy the router listens on one port for each service in the list. Without a list it listens on none; since 1.7 it also takes configurations of type proxy.v1 from the controller.',
  examples: {
    bad: [{ target: '1.6', text: inTunnel`mode: proxy #! services` }],
    good: [
      {
        target: '1.6',
        text: inTunnel`
          mode: proxy
          services: [web:8080]
        `,
      },
    ],
  },
  suggest: (path) => [{ path: [...path.slice(0, -1), 'services'], value: "['web:8080']" }],
  needsValidSyntax: true,
  needs: { listener: 'tunnel' },
  check: ({ knownConfig, release, report }) => {
    knownConfig.listeners?.forEach(({ binding, options }, index) => {
      if (binding !== 'tunnel' || options?.mode !== 'proxy') return
      if (options.services && options.services.length > 0) return
      const consequence = hasBehavior(release, 'proxies-listed-services-only')
        ? 'The router listens on no port'
        : 'The router listens only for services with a configuration of type `proxy.v1`'
      report({
        path: ['listeners', index, 'options', 'mode'],
        message: `Mode \`proxy\` has no \`services\`. ${consequence}. List services as \`NAME:PORT\`.`,
      })
    })
  },
}
