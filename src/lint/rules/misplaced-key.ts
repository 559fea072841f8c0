import { toPath } from '../../document/diagnostic.js'
import { formatText } from '../../schema/messages.js'
import { createPlacementFix } from '../key-fixes.js'
import { yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'
import { isAcceptedNode } from '../value-fixes.js'

export const misplacedKey = defineObservationRule({
  id: 'misplaced-key',
  severity: 'warning',
  keyStatus: 'unknown',
  summary: 'A key stands in a section that does not have it.',
  why: 'The router looks for it elsewhere only, and ignores it here without a word.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          heartbeatIntervalSeconds: 30 #! under \`edge\`
      `,
      yaml`
        apiProxy: #! under \`edge\`
          listener: 0.0.0.0:1080
          upstream: ctrl.example.com:1280
      `,
    ],
    good: [
      yaml`
        edge:
          heartbeatIntervalSeconds: 30
      `,
    ],
  },
  observes: 'misplaced-key',
  report: ({ place, field, holders, replacements, intended }, reading) => {
    const name = String(field.key.value)
    const path = [...toPath(place), name]
    const help = [
      ...(holders.length > 0
        ? [`it belongs under ${holders.map((holder) => `\`${holder}\``).join(' or ')}`]
        : []),
      ...replacements.map((key) => `use \`${key}\``),
    ]
    return {
      path,
      message: `the router knows no key ${formatText(name)} here and ignores it; ${help.join(', or ')}`,
      fix: () =>
        intended?.path && intended.key && isAcceptedNode(reading, intended.key, field.value, place)
          ? createPlacementFix(reading.document, path, intended.path)
          : undefined,
    }
  },
})
