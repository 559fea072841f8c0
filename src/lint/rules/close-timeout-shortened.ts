import { hasBehavior } from '../../schema/release.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const closeTimeoutShortened: Rule = {
  id: 'close-timeout-shortened',
  severity: 'info',
  summary:
    'A link.heartbeats section without closeUnresponsiveTimeout halves the time after which a silent link is closed.',
  why: 'Without the section the timeout is 60s. With the section, but without closeUnresponsiveTimeout, it is 30s.',
  examples: {
    bad: [
      under('link')`
        heartbeats: #! 30s
          sendInterval: 10s
      `,
    ],
    good: [under('link.heartbeats')`closeUnresponsiveTimeout: 60s`],
  },
  needs: { keys: ['link.heartbeats'] },
  suggest: (path, { release }) =>
    hasBehavior(release, 'fixed-link-close-timeout')
      ? [{ path }]
      : [{ path: [...path, 'closeUnresponsiveTimeout'], value: '60s' }, { path }],
  check: ({ document, release, report }) => {
    const heartbeats = document.find(['link', 'heartbeats'])
    if (
      heartbeats?.value.kind !== 'map' ||
      document.find(['link', 'heartbeats', 'closeUnresponsiveTimeout'])
    )
      return
    report({
      path: ['link', 'heartbeats'],
      on: 'key',
      message: `With this section the router closes silent links after 30s, without it after 60s. ${hasBehavior(release, 'fixed-link-close-timeout') ? 'The timeout cannot be changed in this release.' : 'Set `closeUnresponsiveTimeout`.'}`,
    })
  },
}
