import type { Rule } from '../rule.js'

export const deprecatedKey: Rule = {
  id: 'deprecated-key',
  severity: 'info',
  summary: 'A key that works and has a better successor.',
  why: 'It may go in a later release, and the successor is what documentation and other tools speak of.',
  examples: {
    bad: [
      {
        text: 'edge: \n  csr: #! old form of `csr`\n    sans:\n      dns: [localhost]',
        without: ['csr'],
      },
    ],
    good: ['csr:\n  sans:\n    dns: [localhost]'],
  },
}
