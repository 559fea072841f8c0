import { toPath } from '../../document/diagnostic.js'
import { formatList } from '../../document/words.js'
import { formatValueText, quoteText } from '../../schema/messages.js'
import { createRemovalFix } from '../../edit/edits.js'
import { describeControllerField } from '../controller-keys.js'
import { createPlacementFix } from '../key-fixes.js'
import { inController, under, yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'
import { isAcceptedNode } from '../value-fixes.js'

export const misplacedKey = defineObservationRule({
  id: 'misplaced-key',
  severity: 'warning',
  fixes: 'unsafe',
  keyStatus: 'unknown',
  summary: 'A key is in the wrong section.',
  why: 'The router reads it in another section only and silently ignores it here.',
  examples: {
    bad: [
      yaml`
        ctrl:
          endpoint: tls:ctrl.example.com:6262
          heartbeatIntervalSeconds: 30 #! under \`edge\`
        edge: {}
      `,
      yaml`
        apiProxy: #! under \`edge\`
          listener: 0.0.0.0:1080
          upstream: ctrl.example.com:1280
      `,
      inController`cert: router.cert #! \`identity.cert\` is set`,
      under('edge')`web: [] #! to the top level`,
    ],
    good: [under('edge')`heartbeatIntervalSeconds: 30`],
  },
  observes: 'misplaced-key',
  report: ({ place, field, parentPaths, bindings, replacements, intended }, readResult) => {
    const name = String(field.key.value)
    const path = [...toPath(place), name]
    const controllerNote = describeControllerField(path, field, readResult)
    if (controllerNote !== undefined)
      return { path, message: `${formatValueText(name)} ${controllerNote}` }
    const { document } = readResult
    const existingPath = parentPaths
      .map((parentPath) => (parentPath === '' ? [name] : [...parentPath.split('.'), name]))
      .find((other) => document.find(other))
    if (existingPath !== undefined)
      return {
        path,
        message: `The router ignores ${formatValueText(name)} here, and \`${existingPath.join('.')}\` is set; remove this one`,
        fix: () => createRemovalFix(document, path, 'unsafe'),
      }
    const destinations = [
      ...parentPaths.map(formatParent),
      ...bindings.map((binding) => `to an entry with \`binding: ${binding}\``),
    ]
    const advice = [
      ...(destinations.length > 0 ? [`move it ${formatList(destinations, 'or')}`] : []),
      ...replacements.map((key) => `use \`${key}\``),
    ]
    return {
      path,
      message: `The router ignores ${formatValueText(name)} here; ${advice.join(', or ')}`,
      fix: () =>
        intended?.path &&
        intended.key &&
        isAcceptedNode(readResult, intended.key, field.value, place)
          ? createPlacementFix(document, path, intended.path)
          : undefined,
    }
  },
})

const formatParent = (parentPath: string, index: number): string =>
  parentPath === '' ? 'to the top level' : `${index === 0 ? 'under ' : ''}${quoteText(parentPath)}`
