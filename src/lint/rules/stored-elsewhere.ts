import { toPath } from '../../document/diagnostic.js'
import { formatName, quoteText } from '../../schema/messages.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const storedElsewhere = defineObservationRule({
  id: 'stored-elsewhere',
  severity: 'warning',
  summary: 'This release stores a value under the wrong key.',
  why: 'This is a bug in the release: the value overwrites another setting, and its own setting keeps the default.',
  examples: {
    bad: [
      {
        text: under('interfaceDiscovery')`minReportInterval: 12h #! \`checkInterval\``,
        target: '1.6',
      },
    ],
    good: [
      {
        text: under('interfaceDiscovery')`minReportInterval: 12h`,
        target: '2.0',
      },
    ],
  },
  observes: 'stored-elsewhere',
  report: ({ place, otherKey }) => ({
    message: `This release stores ${formatName(toPath(place))} as ${quoteText(otherKey)} by mistake, so it sets ${quoteText(otherKey)} instead`,
  }),
})
