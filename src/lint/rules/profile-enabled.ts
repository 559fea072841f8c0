import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const profileEnabled: Rule = {
  id: 'profile-enabled',
  severity: 'info',
  summary: 'Profiling is on.',
  why: 'Profiles are for debugging and slow the router down.',
  examples: {
    bad: [under('profile.cpu')`path: cpu.profile #! profile`],
    good: ['profile: {}'],
  },
  suggest: ([section = '']) => [{ path: [section] }],
  needs: { keys: ['profile'] },
  check: ({ knownConfig, report }) => {
    for (const kind of ['cpu', 'memory'] as const) {
      if (knownConfig.profile?.[kind]?.path)
        report({
          path: ['profile', kind, 'path'],
          message: `The router writes a ${kind} profile, which slows it down; use it for debugging only`,
        })
    }
  },
}
