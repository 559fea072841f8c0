import { groupBy } from '../../document/group.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const ambiguousKey = defineObservationRule({
  id: 'ambiguous-key',
  severity: 'warning',
  summary: 'A key of `csr` is written in two spellings, and the router uses either.',
  why: 'The router reads the keys of `csr` ignoring case. If a key is there in several spellings, each start may use another of them. Only one spelling always wins: `Country` with a capital letter in `csr`, `dns` without in `csr.sans`.',
  examples: {
    bad: [
      under('csr.sans')`
        Dns: [router.example.com]
        DNS: [other.example.com] #! either of them
      `,
    ],
    good: [under('csr.sans')`dns: [router.example.com]`],
  },
  observes: 'ambiguous-key',
  suggest: (path, { document }) => {
    const map = document.find(path)?.value
    const spellings = map?.kind === 'map' ? [...document.entries(map).byName.keys()] : []
    return [...groupBy(spellings, (name) => name.toLowerCase()).values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => group.map((name) => ({ path: [...path, name] })))
  },
  report: ({ field, otherSpelling }) => ({
    message: `\`${String(field.key.value)}\` and \`${otherSpelling}\` are the same key for the router, which uses either of them at each start. Keep one.`,
  }),
})
