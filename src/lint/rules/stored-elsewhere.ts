import { toPath } from '../../document/diagnostic.js'
import { formatName, quoteText } from '../../schema/messages.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const storedElsewhere = defineObservationRule({
  id: 'stored-elsewhere',
  severity: 'warning',
  explainsValue: true,
  summary: 'A value that this release stores in the wrong place.',
  why: 'A fault of the release: the value replaces another setting, and its own keeps the default.',
  examples: {
    bad: [
      {
        text: yaml`
          interfaceDiscovery:
            minReportInterval: 12h #! \`checkInterval\`
        `,
        target: '1.6',
      },
    ],
    good: [
      {
        text: yaml`
          interfaceDiscovery:
            minReportInterval: 12h
        `,
        target: '2.0',
      },
    ],
  },
  observes: 'stored-elsewhere',
  report: ({ place, other }) => ({
    message: `${formatName(toPath(place))} is stored as ${quoteText(other)} by this release and does not do what it says`,
  }),
})
