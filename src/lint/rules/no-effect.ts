import type { Rule } from '../rule.js'

export const noEffect: Rule = {
  id: 'no-effect',
  severity: 'warning',
  summary: 'A value that the router reads and does not use.',
  why: 'The setting changes nothing, though a malformed value may still stop the router.',
  examples: {
    bad: [
      {
        text: 'link:\n  heartbeats:\n    sendInterval: 5s #! every 10s\n    closeUnresponsiveTimeout: 60s',
        target: '2.1',
      },
    ],
    good: ['link:\n  heartbeats:\n    sendInterval: 10s\n    closeUnresponsiveTimeout: 60s'],
  },
}
