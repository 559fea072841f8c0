import { inEdgeDialer, inEdgeListener } from '../example.js'
import type { Rule } from '../rule.js'

/** Any text with the key `drop1InN` contains one of these. `\` and `!` are for keys written with escapes or tags. */
const signs = ['drop1InN', '\\', '!']

export const randomDrops: Rule = {
  id: 'random-drops',
  severity: 'warning',
  summary: 'The file tells the router to drop received payloads at random.',
  why: 'randomDrops is for tests and slows every connection down. drop1InN has no effect without it.',
  examples: {
    bad: [
      inEdgeListener`
        advertise: localhost:3022
        randomDrops: true #! at random
      `,
      inEdgeDialer`drop1InN: 50 #! has no effect`,
    ],
    good: [inEdgeDialer`mtu: 1400`],
  },
  suggest: (path) => [{ path }],
  check: ({ document, knownConfig, report }) => {
    const mayBeWritten = signs.some((sign) => document.text.includes(sign))
    for (const section of ['listeners', 'dialers'] as const) {
      knownConfig[section]?.forEach(({ options }, index) => {
        if (!mayBeWritten && !options?.randomDrops) return
        const path = [section, index, 'options']
        if (options?.randomDrops)
          report({
            path: [...path, 'randomDrops'],
            message: `The router drops one in ${options.drop1InN ?? 100} received payloads at random; use it for tests only`,
          })
        else if (options?.drop1InN !== undefined && document.find([...path, 'drop1InN']))
          report({
            path: [...path, 'drop1InN'],
            on: 'key',
            message: '`drop1InN` has no effect without `randomDrops: true`',
          })
      })
    }
  },
}
