import { toPath } from '../../document/diagnostic.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

/** Placeholders for other text: template tags, `<…>`, `__NAME__`, `CHANGE_ME`. */
const placeholderPattern =
  /\{\{(?:(?!\{\{).)*\}\}|\{%(?:(?!\{%).)*%\}|<[A-Za-z][\w .-]*>|__[A-Z][A-Z0-9_]*__|\b(?:CHANGE_?ME|REPLACE_?ME|YOUR_[A-Z_]+|TODO)\b/

export const placeholder: Rule = {
  id: 'placeholder',
  severity: 'warning',
  summary: 'A value looks like a placeholder that was not replaced.',
  why: 'The router uses it as written.',
  examples: {
    bad: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: tls:0.0.0.0:6000
              advertise: tls:<public-host>:6000 #! placeholder
      `,
    ],
    good: [
      yaml`
        ctrl:
          endpoint: tls:$CONTROLLER:6262
      `,
    ],
  },
  check: ({ document, report }) => {
    if (!placeholderPattern.test(document.text)) return
    for (const { node, ...way } of document.nodes()) {
      const found =
        node.kind === 'text' && !node.value.includes('-----BEGIN')
          ? placeholderPattern.exec(node.value)?.[0]
          : undefined
      if (found !== undefined)
        report({
          path: toPath(way),
          span: node,
          message: `\`${found}\` looks like a placeholder that was not replaced`,
          instead: ['read-differently', 'san-malformed'],
        })
    }
  },
}
