import { reportOddNumber } from '../odd-number.js'
import { defineObservationRule } from '../rule.js'

export const wrappedNumber = defineObservationRule({
  id: 'wrapped-number',
  severity: 'warning',
  summary: 'A number that does not fit becomes another one.',
  why: 'Go cuts it to 16, 32 or 64 bits without a word.',
  examples: {
    bad: ['dialers:\n  - binding: edge\n    options:\n      txPortalStartSize: -1 #! 4294967295'],
    good: ['dialers:\n  - binding: edge\n    options:\n      txPortalStartSize: 16384'],
  },
  observes: 'wrapped-number',
  report: reportOddNumber,
})
