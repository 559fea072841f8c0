import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const profileEnabled: Rule = {
  id: 'profile-enabled',
  severity: 'info',
  summary: 'The router writes profiles of itself.',
  why: 'Profiles are for debugging and cost time.',
  examples: {
    bad: [
      yaml`
        profile:
          cpu:
            path: cpu.profile #! profile
      `,
    ],
    good: ['profile: {}'],
  },
  check: ({ draft, report }) => {
    for (const kind of ['cpu', 'memory'] as const) {
      if (draft.profile?.[kind]?.path)
        report({
          path: ['profile', kind, 'path'],
          message: `the router writes a ${kind} profile, which costs time; it is for debugging`,
        })
    }
  },
}
