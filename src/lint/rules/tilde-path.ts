import type { Path } from '../../diagnostic.js'
import type { MapNode } from '../../document.js'
import type { Rule } from '../rule.js'

export const tildePath: Rule = {
  id: 'tilde-path',
  severity: 'warning',
  summary: 'A path starts with a tilde.',
  why: 'Only a shell turns ~ into the home folder; the router looks for a folder of that name.',
  examples: { bad: ['identity:\n  cert: ~/router.cert #! tilde\n  server_cert: server.cert\n  key: router.key\n  ca: ca.cert'], good: ['identity:\n  cert: $HOME/router.cert\n  server_cert: server.cert\n  key: router.key\n  ca: ca.cert'] },
  check: ({ document, report }) => {
    const visit = (map: MapNode, path: Path): void => {
      for (const [name, { value }] of document.entries(map).named) {
        if (value.kind === 'map') visit(value, [...path, name])
        if (value.kind !== 'text' || !/^~(\/|$)/.test(value.value)) continue
        report({ path: [...path, name], span: value, message: `the router does not know the tilde in \`${value.value}\`; write the whole path, or \`$HOME${value.value.slice(1)}\`` })
      }
    }
    for (const section of ['identity', 'ctrl', 'edge', 'trace', 'profile']) {
      const value = document.at([section])?.value
      if (value?.kind === 'map') visit(value, [section])
    }
  },
}
