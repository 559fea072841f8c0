import { formatDuration } from '../../formats/duration.js'
import { inController } from '../example.js'
import type { Rule } from '../rule.js'

/** The default of `closeUnresponsiveTimeout`, in milliseconds. */
const defaultTimeout = 30_000

export const heartbeatOrder: Rule = {
  id: 'heartbeat-order',
  severity: 'warning',
  except: [{ in: 'fixed-control-close-timeout', severity: 'off' }],
  summary: 'The control channel is closed before a heartbeat can be answered.',
  why: 'closeUnresponsiveTimeout must be longer than sendInterval plus checkInterval. If not, the router closes and reopens the channel again and again.',
  examples: {
    bad: [
      {
        text: inController`
          heartbeats:
            closeUnresponsiveTimeout: 5s #! again and again
        `,
        target: '2.1',
      },
    ],
    good: [
      {
        text: inController`
          heartbeats:
            closeUnresponsiveTimeout: 15s
        `,
        target: '2.1',
      },
    ],
  },
  needs: { keys: ['ctrl.heartbeats'] },
  suggest: (_, { knownConfig }) => {
    const { sendInterval = 0, checkInterval = 0 } = knownConfig.ctrl?.heartbeats ?? {}
    const minTimeout = sendInterval + checkInterval
    return [
      {
        path: ['ctrl', 'heartbeats', 'closeUnresponsiveTimeout'],
        value: formatDuration(minTimeout < defaultTimeout ? defaultTimeout : 2 * minTimeout),
      },
    ]
  },
  check: ({ document, knownConfig, report }) => {
    const {
      sendInterval = 0,
      checkInterval = 0,
      closeUnresponsiveTimeout: closeTimeout = 0,
    } = knownConfig.ctrl?.heartbeats ?? {}
    if (
      closeTimeout <= 0 ||
      closeTimeout > sendInterval + checkInterval ||
      !document.find(['ctrl', 'heartbeats'])
    )
      return
    const key = document.find(['ctrl', 'heartbeats', 'closeUnresponsiveTimeout'])
      ? 'closeUnresponsiveTimeout'
      : 'sendInterval'
    const message = `\`closeUnresponsiveTimeout\` (${formatDuration(closeTimeout)}) must be longer than \`sendInterval\` plus \`checkInterval\` (${formatDuration(sendInterval + checkInterval)}). The router closes the channel again and again.`
    report({ path: ['ctrl', 'heartbeats', key], message })
  },
}
