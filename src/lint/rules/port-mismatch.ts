import type { Rule } from '../rule.js'

export const portMismatch: Rule = {
  id: 'port-mismatch',
  severity: 'info',
  except: [{ in: ['<0.32.0'], severity: 'warning' }],
  summary: 'An edge listener advertises another port than it listens on.',
  why: 'That is right behind a port mapping and a slip otherwise; SDKs cannot connect then.',
  examples: {
    bad: ['listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3202 #! 3022'],
    good: ['listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022'],
  },
  check: ({ draft, report }) => {
    draft.listeners?.forEach((listener, index) => {
      if (listener.binding !== 'edge') return
      const listened = listener.address?.split(':')[2]
      const advertised = listener.options?.advertise?.split(':')[1]
      if (listened === undefined || advertised === undefined || Number(listened) === Number(advertised)) return
      report({ path: ['listeners', index, 'options', 'advertise'], message: `port ${advertised} is advertised, and port ${listened} is listened on; right only behind a port mapping` })
    })
  },
}
