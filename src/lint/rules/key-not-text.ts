import { describeRouterAction, formatValueText } from '../../schema/messages.js'
import { defineObservationRule } from '../rule.js'

export const keyNotText = defineObservationRule({
  id: 'key-not-text',
  severity: 'warning',
  fixes: 'unsafe',
  keyStatus: 'unknown',
  quotesAny: 'name',
  summary: 'YAML reads a key as a boolean, a number or an empty value.',
  why: 'The router only finds keys that are strings. Unquoted words such as on, no or y are booleans.',
  examples: {
    bad: ['on: 1 #! boolean'],
    good: ['metrics: {}'],
  },
  observes: 'key-not-text',
  report: ({ field: { key } }, { document }) => {
    const writtenText = document.text.slice(key.start, key.end)
    return {
      message: `The key ${formatValueText(writtenText)} reads as ${key.kind === 'bool' ? `the boolean \`${key.value}\`` : key.kind === 'null' ? 'empty' : 'a number'}, so ${describeRouterAction('ignores')}; quote the key`,
      fix: () => ({
        title: `quote the key ${formatValueText(writtenText)}`,
        edits: [{ start: key.start, end: key.end, text: `"${writtenText}"` }],
        unsafe: true,
      }),
    }
  },
})
