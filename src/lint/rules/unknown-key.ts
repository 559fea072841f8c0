import { toPath } from '../../document/diagnostic.js'
import {
  formatConsequence,
  describeRouterAction,
  formatSentences,
  formatValueText,
} from '../../schema/messages.js'
import { isFatalOutcome } from '../../schema/observation.js'
import { describeControllerField } from '../controller-keys.js'
import { createPlacementFix } from '../key-fixes.js'
import { getOutcomeSeverity } from '../rejection.js'
import { under, yaml } from '../example.js'
import { defineObservationRule } from '../rule.js'
import { isAcceptedNode } from '../value-fixes.js'

export const unknownKey = defineObservationRule({
  id: 'unknown-key',
  severity: 'warning',
  fixes: 'mixed',
  remedy: 'remove-key',
  byOutcome: true,
  keyStatus: 'unknown',
  alternatives: 'keys',
  summary: 'The router does not know this key.',
  why: 'The router silently ignores unknown keys, so a misspelled setting has no effect.',
  examples: {
    bad: [
      under('forwarder')`linkDialWorkercount: 8 #! did you mean \`linkDialWorkerCount\``,
      under('link.listeners')`
        - bindng: transport #! Did you mean \`binding\`
          bind: tls:127.0.0.1:6000
      `,
      yaml`
        network: #! \`metrics.reportInterval\` for \`metricsReportInterval\`
          metricsReportInterval: 60s
      `,
    ],
    good: [under('forwarder')`linkDialWorkerCount: 8`],
  },
  observes: 'unknown-key',
  report: ({ place, shape, field, suggestedName, missing }, readResult) => {
    const name = String(field.key.value)
    const path = [...toPath(place), name]
    const intendedPath = suggestedName === undefined ? undefined : [...toPath(place), suggestedName]
    if (missing) {
      const { outcome, phase } = missing
      const consequence = formatConsequence(outcome, phase, undefined)
      return {
        path,
        severity: getOutcomeSeverity(outcome, phase),
        message: formatSentences(
          `\`${missing.name}\` is missing, and ${formatValueText(name)} is an unknown key`,
          consequence,
          `did you mean \`${missing.name}\`?`,
        ),
        // If the router runs without the missing key, renaming the unknown key to it changes what the router does.
        fix: () =>
          intendedPath &&
          createPlacementFix(
            readResult.document,
            path,
            intendedPath,
            isFatalOutcome(outcome, phase) ? 'safe' : 'unsafe',
          ),
      }
    }
    const controllerNote = describeControllerField(path, field, readResult)
    if (controllerNote !== undefined)
      return { path, message: `${formatValueText(name)} ${controllerNote}` }
    const key = suggestedName === undefined ? undefined : shape.child(suggestedName)
    return {
      path,
      message: `Unknown key ${formatValueText(name)}; ${suggestedName === undefined ? describeRouterAction('ignores') : `did you mean \`${suggestedName}\`?`}`,
      fix: () =>
        intendedPath && key && isAcceptedNode(readResult, key, field.value, place)
          ? createPlacementFix(readResult.document, path, intendedPath)
          : undefined,
    }
  },
})
