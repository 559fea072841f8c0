import { inLinkListener, under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const noLinks: Rule = {
  id: 'no-links',
  severity: 'info',
  absence: true,
  summary: 'The router has no link dialer and no link listener.',
  why: 'Without a dialer the router opens no links, and without a listener other routers open none to it, so it only reaches services that it hosts itself. Write `dialers: []` if that is intended. Links that the controller supplies, as managedConfig allows, are links too.',
  examples: {
    bad: [
      yaml`
        link: #! link.dialers
          payloadSenderQueueSize: 256
      `,
      { text: 'v: 3 #! link.dialers', without: ['link'] },
    ],
    good: [
      under('link.dialers')`- binding: transport`,
      inLinkListener`
        bind: tls:0.0.0.0:6000
        advertise: tls:localhost:6000
      `,
      under('link')`dialers: []`,
      {
        text: under('managedConfig')`allow: [router.link]`,
        without: ['link'],
        target: '2.1',
      },
    ],
  },
  suggest: () => [
    { path: ['link', 'dialers'], lines: ['- binding: transport'] },
    { path: ['link', 'dialers'], value: '[]' },
  ],
  needsValidSyntax: true,
  check: ({ document, knownConfig, report }) => {
    const isWritten = ['dialers', 'listeners'].some((name) => document.find(['link', name]))
    // A text without an identity or a controller is only a part of a file, so nothing is reported.
    if (
      isWritten ||
      !knownConfig.identity ||
      !knownConfig.ctrl ||
      knownConfig.managedConfig?.allow?.length
    )
      return
    report({
      path: document.find(['link']) ? ['link'] : [],
      on: 'key',
      message:
        'There are no `link.dialers` and no `link.listeners`. The router opens no links, and no other router can open one to it. Add `link.dialers` with an entry `binding: transport`, or write `dialers: []` under `link` if that is intended.',
    })
  },
}
