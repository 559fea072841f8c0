import type { Rule } from '../rule.js'

export const keyNotText: Rule = {
  id: 'key-not-text',
  severity: 'warning',
  summary: 'A key that YAML reads as a boolean, a number or nothing.',
  why: 'The router looks for keys that are text; unquoted words such as on, no or y are booleans.',
  examples: {
    bad: ['on: 1 #! boolean'],
    good: ['metrics: {}'],
  },
}
