import { hasBehavior } from '../../schema/release.js'
import { createCsrFix, isEdgeEnabled } from '../listeners.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const csrMissing: Rule = {
  id: 'csr-missing',
  severity: 'error',
  fixes: 'safe',
  remedy: 'add-csr',
  except: [{ in: 'csr-for-edge-only', severity: 'info' }],
  summary: 'There is no csr section.',
  why: 'Since 1.4 every router needs a csr section to enroll and to run, even without edge. Before, a router without edge runs without it, but cannot enroll.',
  examples: {
    bad: [
      { text: 'v: 3 #! `csr` is missing', without: ['csr'] },
      { text: 'v: 3 #! cannot enroll', without: ['csr', 'edge', 'listeners'], target: '1.3' },
    ],
    good: [
      under('csr.sans')`dns: [localhost]`,
      { text: 'v: 3', without: ['edge', 'listeners'], target: '1.3' },
    ],
  },
  needsValidSyntax: true,
  check: ({ document, knownConfig, release, report }) => {
    if (document.find(['csr']) || document.find(['edge', 'csr'])) return
    if (hasBehavior(release, 'csr-for-edge-only')) {
      // With edge, the router does not run without a `csr`; another rule reports that. A text without an identity or a
      // controller is only a part of a file.
      if (knownConfig.identity && knownConfig.ctrl && !isEdgeEnabled(knownConfig))
        report({
          path: [],
          on: 'key',
          message:
            '`csr` is missing. The router runs, but it cannot enroll: `ziti router enroll` needs the request for its certificates. Add `csr` with `sans` at the top level.',
        })
      return
    }
    report({
      path: [],
      on: 'key',
      fix: () => createCsrFix(document, knownConfig, release),
      message: '`csr` is missing',
      consequence: 'refuses',
      remedy: 'Add `csr` with the advertised hosts under `sans`',
    })
  },
}
