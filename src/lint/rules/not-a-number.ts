import type { Rule } from '../rule.js'

export const notANumber: Rule = {
  id: 'not-a-number',
  severity: 'warning',
  summary: 'A factor that is infinite or no number.',
  why: 'The router accepts it and computes with it.',
  examples: {
    bad: ['dialers:\n  - binding: edge\n    options:\n      retxScale: .inf #! no number'],
    good: ['dialers:\n  - binding: edge\n    options:\n      retxScale: 1.5'],
  },
}
