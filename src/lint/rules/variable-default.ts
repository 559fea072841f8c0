import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { formatVariables } from '../../schema/messages.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const variableDefault = defineObservationRule({
  id: 'variable-default',
  severity: 'warning',
  summary: 'A variable has a default value or another shell operator.',
  why: 'The router takes everything up to the closing brace as the name of the variable. That variable is not set, so it expands to nothing.',
  examples: {
    bad: [under('edge')`db: \${DATA:-/var/lib}/router.db #! does not support default values`],
    good: [under('edge')`db: \${DATA}/router.db`],
  },
  suggest: (path, { document }) => {
    const [before = '', ...variables] = readString(document, path)?.split('${') ?? []
    if (variables.length === 0) return []
    const bare = variables.map((text) => text.replace(/^(\w+)[^\w}][^}]*\}/, '$1}'))
    return [{ path, value: formatScalar([before, ...bare].join('${')) }]
  },
  observes: 'variable-default',
  report: ({ defaults, key }) => ({
    message: `The router does not support default values such as ${formatVariables(defaults, key.isSecret)}. It takes all of it as the name of a variable, which expands to nothing.`,
  }),
})
