import type { Rule } from '../rule.js'

export const neverRead: Rule = {
  id: 'never-read',
  severity: 'warning',
  summary: 'A key that looks right and that no release reads.',
  why: 'Specifications, samples and generators name it, but the router never looks at it, so the setting was never made.',
  examples: {
    bad: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    bind: tls:0.0.0.0:3022 #! use `address`\n    options:\n      advertise: localhost:3022',
      'transport:\n  ws: #! use `transport.wss`\n    pingInterval: 30',
    ],
    good: [
      'listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022',
    ],
  },
}
