import { formatEntryName } from '../entry-name.js'
import { moveToSuccessor, removeEntry } from '../key-fixes.js'
import { under, yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const deprecatedKey = defineObservationRule({
  id: 'deprecated-key',
  severity: 'info',
  fixes: 'mixed',
  keyStatus: 'deprecated',
  summary: 'A key works, but is deprecated.',
  why: 'A later release may remove it. Documentation and other tools use the new key.',
  examples: {
    bad: [
      {
        text: yaml`
          edge: 
            csr: #! move it to the top-level \`csr\`
              sans:
                dns: [localhost]
        `,
        without: ['csr'],
      },
    ],
    good: [under('csr.sans')`dns: [localhost]`],
  },
  observes: 'deprecated-key',
  report: ({ entry, successor, value, isDefaultValue }, readResult) => {
    const name = formatEntryName(entry)
    const { replacedBy } = entry.child
    return replacedBy
      ? {
          message: `${name} is deprecated; ${successor?.path.length === 1 && entry.place.parent ? `move it to the top-level \`${replacedBy}\`` : `use \`${replacedBy}\` instead`}`,
          fix: () =>
            successor && value !== undefined
              ? moveToSuccessor(readResult, entry, successor, 'safe')
              : undefined,
        }
      : {
          message: `${name} is deprecated and not needed; remove it`,
          fix: () => removeEntry(readResult, entry, isDefaultValue ? 'safe' : 'unsafe'),
        }
  },
})
