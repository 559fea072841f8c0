import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

/** One of these stands in a text that has the key; the last two for keys with escapes and tags. */
const signs = ['drop1InN', '\\', '!']

export const randomDrops: Rule = {
  id: 'random-drops',
  severity: 'warning',
  summary: 'Received payloads are dropped at random, or were meant to be.',
  why: 'randomDrops is a test aid that slows every connection down; drop1InN means nothing without it.',
  examples: {
    bad: [
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
              randomDrops: true #! dropped at random
      `,
      yaml`
        dialers:
          - binding: edge
            options:
              drop1InN: 50 #! only with
      `,
    ],
    good: [
      yaml`
        dialers:
          - binding: edge
            options:
              mtu: 1400
      `,
    ],
  },
  check: ({ document, draft, report }) => {
    const mayBeWritten = signs.some((sign) => document.text.includes(sign))
    for (const section of ['listeners', 'dialers'] as const) {
      draft[section]?.forEach(({ options }, index) => {
        if (!mayBeWritten && !options?.randomDrops) return
        const path = [section, index, 'options']
        if (options?.randomDrops)
          report({
            path: [...path, 'randomDrops'],
            message: `one in ${options.drop1InN ?? 100} received payloads is dropped at random; that is a test aid`,
          })
        else if (options?.drop1InN !== undefined && document.find([...path, 'drop1InN']))
          report({
            path: [...path, 'drop1InN'],
            on: 'key',
            message: '`drop1InN` counts only with `randomDrops: true`',
          })
      })
    }
  },
}
