import { formatEntryName } from '../entry-name.js'
import { moveToSuccessor, removeEntry } from '../key-fixes.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const deprecatedKey = defineObservationRule({
  id: 'deprecated-key',
  severity: 'info',
  keyStatus: 'deprecated',
  summary: 'A key that works and has a better successor.',
  why: 'It may go in a later release, and the successor is what documentation and other tools speak of.',
  examples: {
    bad: [
      {
        text: yaml`
          edge: 
            csr: #! old form of \`csr\`
              sans:
                dns: [localhost]
        `,
        without: ['csr'],
      },
    ],
    good: [
      yaml`
        csr:
          sans:
            dns: [localhost]
      `,
    ],
  },
  observes: 'deprecated-key',
  report: ({ entry, successor, value, isUsual }, reading) => {
    const name = formatEntryName(entry)
    const { replacedBy } = entry.child
    return replacedBy
      ? {
          message: `${name} is the old form of \`${replacedBy}\``,
          fix: () =>
            successor && value !== undefined
              ? moveToSuccessor(reading, entry, successor, 'safe')
              : undefined,
        }
      : {
          message: `${name} is the old way and not needed; remove it`,
          fix: () => removeEntry(reading, entry, isUsual ? 'safe' : 'unsafe'),
        }
  },
})
