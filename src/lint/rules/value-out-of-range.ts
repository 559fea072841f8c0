import { toPath } from '../../document/diagnostic.js'
import {
  formatBounds,
  formatConsequence,
  formatName,
  formatText,
  quoteText,
} from '../../schema/messages.js'
import type { ObservationOf } from '../../schema/observation.js'
import { reportRejection } from '../rejection.js'
import { defineObservationRule } from '../rule.js'
import { createValueFix } from '../value-fixes.js'

export const valueOutOfRange = defineObservationRule({
  id: 'value-out-of-range',
  severity: 'error',
  byOutcome: true,
  summary: 'A number or duration beyond its bounds.',
  why: 'Depending on the key the router refuses the file, uses the bound, or falls back to the default.',
  examples: {
    bad: [
      'forwarder:\n  linkDialWorkerCount: 1 #! from `2` to `10000`',
      'connectEvents:\n  batchInterval: 1ms #! uses `250ms`',
      'edge:\n  heartbeatIntervalSeconds: 5 #! uses `60`',
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  heartbeats:\n    checkInterval: 0s #! crashes as soon as it reaches a controller',
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  heartbeats:\n    closeUnresponsiveTimeout: 0s #! stores it as `checkInterval`',
      'ctrl:\n  endpoint: tls:ctrl.example.com:6262\n  defaultRequestTimeout: 0s #! times out at once',
      'forwarder:\n  xgressCloseCheckInterval: 0 #! crashes when',
      'metrics:\n  eventQueueSize: 9223372036854775807 #! crashes while it starts',
    ],
    good: ['forwarder:\n  linkDialWorkerCount: 2'],
  },
  observes: 'value-out-of-range',
  report: (observation, reading) => {
    const { value, place, outcome, phase, clampedTo } = observation
    const expected = formatExpectedRange(observation)
    if (clampedTo === undefined) return reportRejection(observation, reading, expected)
    const { document } = reading
    const written = formatText(document.text.slice(value.start, value.end))
    return {
      message: `${formatName(toPath(place))} is ${written}, must be ${expected}; ${formatConsequence(outcome, phase, clampedTo)}`,
      severity: 'warning',
      fix: () => createValueFix(document, { value, place }, String(clampedTo)),
    }
  },
})

/** Completes "must be …". */
function formatExpectedRange({
  key,
  value,
  storedAs,
}: ObservationOf<'value-out-of-range'>): string {
  if (value.kind === 'list') return 'a list with at least one entry'
  const bounds = formatBounds(key, quoteText)
  return storedAs === undefined
    ? bounds
    : `${bounds}, as this release stores it as ${quoteText(storedAs)}`
}
