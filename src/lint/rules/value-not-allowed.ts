import type { Rule } from '../rule.js'

export const valueNotAllowed: Rule = {
  id: 'value-not-allowed',
  severity: 'error',
  byOutcome: true,
  summary: 'A word that is not one of those the router knows here.',
  why: 'Most words are compared to the letter, upper and lower case included.',
  examples: {
    bad: [
      'proxy:\n  type: HTTP #! `none` or `http`',
      'dialers:\n  - binding: udp #! never uses it',
    ],
    good: ['proxy:\n  type: none'],
  },
}
