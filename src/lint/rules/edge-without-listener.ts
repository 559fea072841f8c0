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
  suggest: (path, { document, draft, release }) =>
    path.length > 1
      ? [{ path }]
      : [
          { path: ['listeners'], item: createEdgeListener(draft) },
          ...(runsWithoutEdge(draft, release) && !document.find(['edge', 'csr'])
            ? [{ path: ['edge'] }]
            : []),
        ],
  whole: true,
  replaces: ['wrong-type', 'empty-value'],
  check: ({ document, draft, release, report }) => {
    if (!isEdgeEnabled(draft)) return
    const listeners = document.find(['listeners'])?.value
    if (listeners?.kind === 'list') {
      const others = listeners.items.flatMap((item, index) =>
        resolveAlias(item).kind === 'map' ? [] : [index],
      )
      for (const index of others) {
        report({
          path: ['listeners', index],
          message: `Entry ${index + 1} of \`listeners\` must be a map when \`edge\` is on`,
          consequence: 'crashes',
          instead: ['wrong-type', 'empty-value'],
        })
      }
      // An entry that is not a map, or whose binding is wrong or unknown, may be the intended one.
      if (
        others.length > 0 ||
        draft.listeners?.some(({ binding }) => binding === 'edge' || binding === undefined)
      )
        return
    }
    report({
      path: listeners ? ['listeners'] : ['edge'],
      on: 'key',
      message: '`edge` is on, but no listener has `binding: edge`',
      consequence: 'refuses',
      remedy: formatRemedy(document, draft, release),
      instead: ['wrong-type', 'empty-value'],
    })
  },
}

/**
 * The remedies with which the router runs. Removing `edge` is one only if neither the release nor a tunneler needs it;
 * a `csr` in it has to be moved first.
 */
function formatRemedy(document: Document, draft: PartialConfig, release: string): string {
  const add = 'Add an edge listener'
  if (!runsWithoutEdge(draft, release))
    return hasTunneler(draft)
      ? `${add}; a tunneler of this release needs \`edge\``
      : `${add}; the router of this release crashes without \`edge\``
  return document.find(['edge', 'csr']) && !document.find(['csr'])
    ? `${add}, or move \`csr\` from \`edge\` to the top level and then remove \`edge\``
    : `${add} or remove \`edge\``
}

const hasTunneler = ({ listeners }: PartialConfig): boolean =>
  listeners?.some(({ binding }) => binding === 'tunnel') === true

const runsWithoutEdge = (draft: PartialConfig, release: string): boolean =>
  hasTunneler(draft)
    ? !hasBehavior(release, 'tunnel-needs-edge')
    : hasBehavior(release, 'runs-without-edge')
