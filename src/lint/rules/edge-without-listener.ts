import { createEdgeListener } from '../suggest.js'
import { resolveAlias } from '../../yaml/index.js'
import type { Document } from '../../document/document.js'
import { hasBehavior } from '../../schema/release.js'
import { isEdgeEnabled } from '../listeners.js'
import type { PartialConfig } from '../../schema/reader.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const edgeWithoutListener: Rule = {
  id: 'edge-without-listener',
  severity: 'error',
  summary: 'Edge is on, but no listener has the binding edge.',
  why: 'With an edge section, even an empty one, the router requires `listeners` to be a list of maps with at least one edge listener.',
  examples: {
    bad: [
      { text: 'edge: {} #! no listener', without: ['listeners'] },
      yaml`
        edge: {}
        listeners: #! no listener
          - binding: tunnel
            options:
              mode: host
      `,
      yaml`
        edge: {}
        listeners: ~ #! no listener
      `,
      {
        text: yaml`
          edge:
            csr:
              sans:
                dns: [localhost]
          listeners: #! move \`csr\` from \`edge\` to the top level
            - binding: tunnel
              options:
                mode: host
        `,
        without: ['csr'],
      },
      yaml`
        edge: {}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
          - tunnel #! map
      `,
    ],
    good: [
      yaml`
        edge: {}
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
            options:
              advertise: localhost:3022
      `,
    ],
  },
  suggest: (path, { document, knownConfig, release }) =>
    path.length > 1
      ? [{ path }]
      : [
          { path: ['listeners'], itemLines: createEdgeListener(knownConfig) },
          ...(runsWithoutEdge(knownConfig, release) && !document.find(['edge', 'csr'])
            ? [{ path: ['edge'] }]
            : []),
        ],
  needsValidSyntax: true,
  replaces: ['wrong-type', 'empty-value'],
  check: ({ document, knownConfig, release, report }) => {
    if (!isEdgeEnabled(knownConfig)) return
    const listeners = document.find(['listeners'])?.value
    if (listeners?.kind === 'list') {
      const nonMapIndexes = listeners.items.flatMap((item, index) =>
        resolveAlias(item).kind === 'map' ? [] : [index],
      )
      for (const index of nonMapIndexes) {
        report({
          path: ['listeners', index],
          message: `Entry ${index + 1} of \`listeners\` must be a map when \`edge\` is on`,
          consequence: 'crashes',
          replacedRules: ['wrong-type', 'empty-value'],
        })
      }
      // An entry that is not a map, or whose binding is wrong or unknown, may be meant as the edge listener.
      if (
        nonMapIndexes.length > 0 ||
        knownConfig.listeners?.some(({ binding }) => binding === 'edge' || binding === undefined)
      )
        return
    }
    report({
      path: listeners ? ['listeners'] : ['edge'],
      on: 'key',
      message: '`edge` is on, but no listener has `binding: edge`',
      consequence: 'refuses',
      remedy: formatRemedy(document, knownConfig, release),
      replacedRules: ['wrong-type', 'empty-value'],
    })
  },
}

/**
 * Names the changes that make the router run. Removing `edge` helps only if neither the release nor a tunneler needs
 * it; a `csr` in it has to be moved first.
 */
function formatRemedy(document: Document, knownConfig: PartialConfig, release: string): string {
  const advice = 'Add an edge listener'
  if (!runsWithoutEdge(knownConfig, release))
    return hasTunneler(knownConfig)
      ? `${advice}; a tunneler of this release needs \`edge\``
      : `${advice}; the router of this release crashes without \`edge\``
  return document.find(['edge', 'csr']) && !document.find(['csr'])
    ? `${advice}, or move \`csr\` from \`edge\` to the top level and then remove \`edge\``
    : `${advice} or remove \`edge\``
}

const hasTunneler = ({ listeners }: PartialConfig): boolean =>
  listeners?.some(({ binding }) => binding === 'tunnel') === true

const runsWithoutEdge = (knownConfig: PartialConfig, release: string): boolean =>
  hasTunneler(knownConfig)
    ? !hasBehavior(release, 'tunnel-needs-edge')
    : hasBehavior(release, 'runs-without-edge')
