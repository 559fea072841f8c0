import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { toPath } from '../../document/diagnostic.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

/** Sections that contain paths. */
const sections: ReadonlySet<string | number | undefined> = new Set([
  'identity',
  'ctrl',
  'edge',
  'trace',
  'profile',
])

export const tildePath: Rule = {
  id: 'tilde-path',
  severity: 'warning',
  quotesAny: 'value',
  summary: 'A path starts with a tilde.',
  why: 'Only a shell expands ~ to the home directory. The router looks for a directory named `~`.',
  examples: {
    bad: [
      under('identity')`
        cert: ~/router.cert #! tilde
        server_cert: server.cert
        key: router.key
        ca: ca.cert
      `,
    ],
    good: [
      under('identity')`
        cert: $HOME/router.cert
        server_cert: server.cert
        key: router.key
        ca: ca.cert
      `,
    ],
  },
  suggest: (path, { document }) => [
    { path, value: formatScalar(readString(document, path)?.replace(/^~/, '$HOME') ?? '') },
  ],
  check: ({ document, report }) => {
    if (!document.text.includes('~')) return
    for (const { node, ...place } of document.nodes()) {
      if (node.kind !== 'text' || !/^~(\/|$)/.test(node.value)) continue
      const path = toPath(place)
      if (!sections.has(path[0])) continue
      report({
        path,
        span: node,
        message: `The router does not expand the tilde in \`${node.value}\`; write the full path or \`$HOME${node.value.slice(1)}\``,
      })
    }
  },
}
