import { toPath } from '../../document/diagnostic.js'
import { formatName, formatValueText } from '../../schema/messages.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const readDifferently = defineObservationRule({
  id: 'read-differently',
  severity: 'warning',
  alternatives: 'values',
  summary: 'The router reads a value differently from what it seems to say.',
  why: 'For booleans only `true` means on, and some numbers lose their fraction.',
  examples: {
    bad: [under('connectEvents')`enabled: "yes" #! only \`true\``],
    good: [under('connectEvents')`enabled: yes`],
  },
  observes: 'read-differently',
  report: ({ place, writtenText, note }) => ({
    message: `${formatName(toPath(place))} ${note === undefined ? 'is not a boolean and reads as `false`' : `is ${formatValueText(writtenText)}, but ${note}`}`,
  }),
})
