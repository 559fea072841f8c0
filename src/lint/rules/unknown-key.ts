import type { Rule } from '../rule.js'

export const unknownKey: Rule = {
  id: 'unknown-key',
  severity: 'warning',
  byOutcome: true,
  summary: 'The router has no key of this name here.',
  why: 'It ignores unknown keys without a word, so that a misspelled setting is one that was never made.',
  examples: {
    bad: [
      'forwarder:\n  linkDialWorkercount: 8 #! did you mean `linkDialWorkerCount`',
      'link:\n  listeners:\n    - bindng: transport #! was probably meant\n      bind: tls:127.0.0.1:6000',
    ],
    good: ['forwarder:\n  linkDialWorkerCount: 8'],
  },
}
