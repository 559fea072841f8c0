import type { Path } from '../../diagnostic.js'
import type { Node } from '../../document.js'
import type { Rule } from '../rule.js'

/** Texts that stand for something else: template tags, `<…>`, `__NAME__`, `CHANGE_ME`. */
const pattern = /\{\{.*\}\}|\{%.*%\}|<[A-Za-z][\w .-]*>|__[A-Z][A-Z0-9_]*__|\b(?:CHANGE_?ME|REPLACE_?ME|YOUR_[A-Z_]+|TODO)\b/

export const placeholder: Rule = {
  id: 'placeholder',
  severity: 'warning',
  summary: 'A value looks like a placeholder that nobody replaced.',
  why: 'The router takes it as it is.',
  examples: { bad: ['link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:6000\n      advertise: tls:<public-host>:6000 #! placeholder'], good: ['ctrl:\n  endpoint: tls:$CONTROLLER:6262'] },
  check: ({ document, report }) => {
    const visit = (node: Node, path: Path): void => {
      if (node.kind === 'list') node.items.forEach((item, index) => visit(item, [...path, index]))
      if (node.kind === 'map') for (const [name, field] of document.entries(node).named) visit(field.value, [...path, name])
      if (node.kind !== 'text') return
      const found = pattern.exec(node.value)?.[0]
      if (found !== undefined && !node.value.includes('-----BEGIN')) report({ path, span: node, message: `\`${found}\` looks like a placeholder that was not replaced` })
    }
    if (document.root && document.text.length < 1_000_000) visit(document.root, [])
  },
}
