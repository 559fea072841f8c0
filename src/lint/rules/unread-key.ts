import type { Rule } from '../rule.js'

export const unreadKey: Rule = {
  id: 'unread-key',
  severity: 'warning',
  summary: 'A key that the router does not read in this file.',
  why: 'Another key decides that this one is not looked at, whatever it holds.',
  examples: {
    bad: [
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  endpoints: #! `endpoint` is given\n    - tls:ctrl2.example.com:6262',
      'transport:\n  wss: #! nothing listens\n    pingInterval: 30',
    ],
    good: [
      'ctrl:\n  endpoints:\n    - tls:ctrl.example.com:6262\n    - tls:ctrl2.example.com:6262',
    ],
  },
}
