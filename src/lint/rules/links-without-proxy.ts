import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const linksWithoutProxy: Rule = {
  id: 'links-without-proxy',
  severity: 'warning',
  except: [{ in: 'links-take-transport', severity: 'off' }],
  summary: 'Links of this release do not use the proxy.',
  why: 'A bug of 1.1.12 to 1.1.14: links are dialed without `proxy` and without the settings of `transport`, although the channels to controllers use the proxy. 1.1.15 fixes it.',
  examples: {
    bad: [
      {
        target: '1.1.14',
        without: ['edge', 'listeners'],
        text: yaml`
          proxy: #! 1.1.15
            type: http
            address: proxy.example.com:3128
          link:
            dialers:
              - binding: transport
        `,
      },
      {
        target: '1.1.12',
        without: ['edge', 'listeners'],
        text: yaml`
          transport:
            dtls: #! 1.1.15
              maxBytesPerSecond: 1000000
          link:
            dialers:
              - binding: transport
            listeners:
              - binding: transport
                bind: dtls:0.0.0.0:6000
                advertise: dtls:router.example.com:6000
        `,
      },
    ],
    good: [
      {
        target: '1.1.15',
        without: ['edge', 'listeners'],
        text: yaml`
          proxy:
            type: http
            address: proxy.example.com:3128
          link:
            dialers:
              - binding: transport
        `,
      },
      {
        target: '1.1.14',
        without: ['edge', 'listeners'],
        text: yaml`
          proxy:
            type: none
          link:
            dialers:
              - binding: transport
        `,
      },
    ],
  },
  needs: { keys: ['link.dialers'] },
  check: ({ document, knownConfig, release, report }) => {
    if (!knownConfig.link?.dialers?.length) return
    const reportBug = (path: string[], effect: string): void =>
      report({
        path,
        on: 'key',
        message: `The router of ${release} ${effect}, because of a bug. Use 1.1.15 or later.`,
      })
    if (knownConfig.proxy && knownConfig.proxy.type !== 'none')
      reportBug(
        ['proxy'],
        'dials other routers without the proxy, so links fail where it is needed',
      )
    if (document.find(['transport', 'dtls']))
      reportBug(['transport', 'dtls'], 'does not use these settings for the links that it dials')
  },
}
