import { formatText } from '../../schema/messages.js'
import { defineObservationRule } from '../rule.js'

export const keyNotText = defineObservationRule({
  id: 'key-not-text',
  severity: 'warning',
  keyStatus: 'unknown',
  summary: 'A key that YAML reads as a boolean, a number or nothing.',
  why: 'The router looks for keys that are text; unquoted words such as on, no or y are booleans.',
  examples: {
    bad: ['on: 1 #! boolean'],
    good: ['metrics: {}'],
  },
  observes: 'key-not-text',
  report: ({ field: { key } }, { document }) => {
    const written = document.text.slice(key.start, key.end)
    return {
      message: `the key ${formatText(written)} is read as ${key.kind === 'bool' ? `the boolean \`${key.value}\`` : key.kind === 'null' ? 'empty' : 'a number'}, and the router never finds it; quote it`,
      fix: () => ({
        title: `quote the key ${formatText(written)}`,
        edits: [{ start: key.start, end: key.end, text: `"${written}"` }],
        unsafe: true,
      }),
    }
  },
})
