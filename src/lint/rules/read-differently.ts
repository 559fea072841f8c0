import type { Rule } from '../rule.js'

export const readDifferently: Rule = {
  id: 'read-differently',
  severity: 'warning',
  summary: 'A value that the router reads differently from what it seems to say.',
  why: 'Switches know only the word true, and some numbers lose their fraction.',
  examples: {
    bad: ['connectEvents:\n  enabled: "yes" #! only `true`'],
    good: ['connectEvents:\n  enabled: yes'],
  },
}
