import { toPath } from '../../document/diagnostic.js'
import { formatName, formatText } from '../../schema/messages.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const variableDefault = defineObservationRule({
  id: 'variable-default',
  severity: 'warning',
  summary: 'A variable with a default value or another operator of a shell.',
  why: 'The router takes everything up to the closing brace for the name of the variable. There is no such variable, and it puts nothing in its place.',
  examples: {
    bad: [
      yaml`
        edge:
          db: \${DATA:-/var/lib}/router.db #! no default values
      `,
    ],
    good: [
      yaml`
        edge:
          db: \${DATA}/router.db
      `,
    ],
  },
  observes: 'variable-default',
  report: ({ place, defaults }) => ({
    message: `${formatName(toPath(place))} has ${formatText(defaults.join(' '))}, but the router knows no default values: it looks for a variable of that whole name and puts nothing in its place`,
  }),
})
