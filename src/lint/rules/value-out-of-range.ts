import { toPath } from '../../document/diagnostic.js'
import {
  consequences,
  formatBounds,
  formatConsequence,
  formatName,
  formatSentences,
  formatValueText,
  quoteText,
} from '../../schema/messages.js'
import type { ObservationOf } from '../../schema/observation.js'
import { reportRejection } from '../rejection.js'
import { inController, under } from '../example.js'
import { defineObservationRule } from '../rule.js'
import { createValueFix } from '../value-fixes.js'

export const valueOutOfRange = defineObservationRule({
  id: 'value-out-of-range',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  alternatives: 'values',
  summary: 'A number or duration is out of range.',
  why: `Depending on the key the router ${consequences.refuses}, clamps the value to the limit, or falls back to the default.`,
  examples: {
    bad: [
      under('forwarder')`linkDialWorkerCount: 1 #! between \`2\` and \`10000\``,
      under('connectEvents')`batchInterval: 1ms #! clamps it to \`250ms\``,
      under('edge')`heartbeatIntervalSeconds: 5 #! falls back to \`60\``,
      inController`
        heartbeats:
          checkInterval: 0s #! crashes as soon as it reaches a controller
      `,
      inController`
        heartbeats:
          closeUnresponsiveTimeout: 0s #! stores it as \`checkInterval\`
      `,
      inController`defaultRequestTimeout: 0s #! times out at once`,
      under('forwarder')`xgressCloseCheckInterval: 0 #! crashes when`,
      under('metrics')`eventQueueSize: 9223372036854775807 #! crashes when it starts`,
    ],
    good: [under('forwarder')`linkDialWorkerCount: 2`],
  },
  observes: 'value-out-of-range',
  report: (observation, readResult) => {
    const { value, place, outcome, phase, clampedTo } = observation
    const expected = formatExpectedRange(observation)
    if (clampedTo === undefined) return reportRejection(observation, readResult, expected)
    const { document } = readResult
    const writtenText = formatValueText(document.text.slice(value.start, value.end))
    return {
      message: formatSentences(
        `${formatName(toPath(place))} is ${writtenText}, but must be ${expected}`,
        formatConsequence(outcome, phase, clampedTo),
      ),
      severity: 'warning',
      fix: () => createValueFix(document, { value, place }, String(clampedTo)),
    }
  },
})

/** Formats the accepted range, as the rest of a sentence that begins with "must be". */
function formatExpectedRange({
  key,
  value,
  storedAs,
}: ObservationOf<'value-out-of-range'>): string {
  if (value.kind === 'list') return 'a list with at least one entry'
  const bounds = formatBounds(key, quoteText)
  return storedAs === undefined
    ? bounds
    : `${bounds}, because this release stores it as ${quoteText(storedAs)}`
}
