import { formatSentences } from '../../schema/messages.js'
import { formatEntryName } from '../entry-name.js'
import { replaceOrRemove } from '../key-fixes.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const noEffect = defineObservationRule({
  id: 'no-effect',
  severity: 'warning',
  fixes: 'mixed',
  keyStatus: 'ineffective',
  summary: 'A value has no effect.',
  why: 'The router reads the value, but does not use it. A malformed value may still stop the router.',
  examples: {
    bad: [
      {
        text: under('link.heartbeats')`
          sendInterval: 5s #! every 10s
          closeUnresponsiveTimeout: 60s
        `,
        target: '2.1',
      },
    ],
    good: [
      under('link.heartbeats')`
        sendInterval: 10s
        closeUnresponsiveTimeout: 60s
      `,
    ],
  },
  observes: 'no-effect',
  report: ({ entry, successor, isDefaultValue }, readResult) => {
    const { noEffectReason = '', replacedBy } = entry.child
    const remedy = replacedBy ? `use \`${replacedBy}\` instead` : undefined
    return {
      message: formatSentences(
        `${formatEntryName(entry)} has no effect: ${noEffectReason}`,
        remedy,
      ),
      fix: () => replaceOrRemove(readResult, entry, successor, isDefaultValue ? 'safe' : 'unsafe'),
    }
  },
})
