import { createCsrFix } from '../listeners.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const csrMissing: Rule = {
  id: 'csr-missing',
  severity: 'error',
  fixes: 'safe',
  remedy: 'add-csr',
  except: [{ in: 'csr-for-edge-only', severity: 'off' }],
  summary: 'There is no csr section.',
  why: 'Since 1.4 every router needs a csr section to enroll and to run, even without edge.',
  examples: {
    bad: [{ text: 'v: 3 #! `csr` is missing', without: ['csr'] }],
    good: [
      yaml`
        csr:
          sans:
            dns: [localhost]
      `,
      { text: 'v: 3', without: ['csr', 'edge', 'listeners'], target: '1.3' },
    ],
  },
  whole: true,
  check: ({ document, draft, release, report }) => {
    if (document.find(['csr']) || document.find(['edge', 'csr'])) return
    report({
      path: [],
      on: 'key',
      fix: () => createCsrFix(document, draft, release),
      message:
        '`csr` is missing. The router refuses to start. Add `csr` with the advertised hosts under `sans`.',
    })
  },
}
