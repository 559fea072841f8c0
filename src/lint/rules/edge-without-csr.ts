import { isEdgeEnabled, createCsrFix } from '../listeners.js'
import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'
import { hasBehavior } from '../../schema/release.js'

export const edgeWithoutCsr: Rule = {
  id: 'edge-without-csr',
  severity: 'error',
  fixes: 'safe',
  except: [{ in: 'csr-for-every-router', severity: 'off' }],
  summary: 'Edge is on, but there is no csr section.',
  why: 'Before 1.4 only routers with edge need a csr section. Without it they refuse to start.',
  examples: {
    bad: [
      {
        text: yaml`
          edge: #! csr
            heartbeatIntervalSeconds: 30
        `,
        without: ['csr'],
        target: '1.3',
      },
    ],
    good: [
      {
        text: under('edge.csr.sans')`dns: [localhost]`,
        without: ['csr'],
        target: '1.3',
      },
    ],
  },
  needsValidSyntax: true,
  replaces: ['missing-key'],
  check: ({ document, knownConfig, release, report }) => {
    if (!isEdgeEnabled(knownConfig) || knownConfig.csr || document.find(['edge', 'csr'])) return
    const key = hasBehavior(release, 'csr-under-edge') ? '`edge.csr`' : '`csr`'
    report({
      path: ['edge'],
      on: 'key',
      fix: () => createCsrFix(document, knownConfig, release),
      message: `\`edge\` is on, but ${key} is missing`,
      consequence: 'refuses',
      remedy: `Add ${key} with the advertised hosts under \`sans\``,
      replacedRules: ['missing-key'],
    })
  },
}
