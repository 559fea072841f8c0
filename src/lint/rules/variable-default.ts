import type { Rule } from '../rule.js'

export const variableDefault: Rule = {
  id: 'variable-default',
  severity: 'warning',
  summary: 'A variable with a default value or another operator of a shell.',
  why: 'The router takes everything up to the closing brace for the name of the variable. There is no such variable, and it puts nothing in its place.',
  examples: {
    bad: ['edge:\n  db: ${DATA:-/var/lib}/router.db #! no default values'],
    good: ['edge:\n  db: ${DATA}/router.db'],
  },
}
