import type { Fix, Path } from '../../document/diagnostic.js'
import { toPath } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { formatList } from '../../document/words.js'
import { addEntry } from '../../edit/edit.js'
import { createFix } from '../../edit/edits.js'
import type { SchemaNode } from '../../schema/key.js'
import {
  formatBounds,
  formatConsequence,
  formatExpectedType,
  formatName,
  formatSentences,
  quoteText,
} from '../../schema/messages.js'
import type { ObservationOf } from '../../schema/observation.js'
import { isFatalOutcome } from '../../schema/observation.js'
import type { ReadResult } from '../../schema/read.js'
import { getOutcomeSeverity } from '../rejection.js'
import { inController, under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const missingKey = defineObservationRule({
  id: 'missing-key',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  absence: 'required',
  summary: 'A required key is missing.',
  why: 'The router fails when it needs the key, for some keys long after it has started.',
  examples: {
    bad: [
      inController`
        rateLimiter: #! \`minSize\` is missing
          enabled: false
      `,
      under('link.listeners')`- binding: transport #! \`bind\` is missing`,
      under('identity')`
        cert: router.cert
        server_cert: server.cert
        key: router.key
        ca: ca.cert
        alt_server_certs:
          - server_cert: public.cert
          - server_key: public.key #! remove the second dash
      `,
    ],
    good: [
      inController`
        rateLimiter:
          minSize: 5
      `,
    ],
  },
  observes: 'missing-key',
  report: (observation, readResult) => {
    const { name, outcome, phase, place } = observation
    const path = toPath(place)
    const otherIndex = findSplitEntry(observation, readResult)
    return {
      message: formatSentences(
        path.length === 0
          ? `\`${name}\` is missing`
          : `\`${name}\` is missing in ${formatName(path)}`,
        formatConsequence(outcome, phase, undefined),
        otherIndex === undefined
          ? formatRemedy(observation)
          : `entry ${otherIndex + 1} has it, so both look like one entry that a dash splits; remove the second dash`,
      ),
      severity: getOutcomeSeverity(outcome, phase),
      fix: () => createMissingKeyFix(observation, readResult),
    }
  },
})

/** Says what to add, with an example if the schema tells what the value looks like. */
function formatRemedy({ name, child }: ObservationOf<'missing-key'>): string {
  const onlyValue = findOnlyValue(child)
  if (onlyValue !== undefined) return `write \`${name}: ${onlyValue}\``
  const contentAdvice = contentAdvices[name]
  if (contentAdvice !== undefined) return `add ${contentAdvice}`
  const { min = -Infinity } = child.bounds ?? {}
  if (min > -Infinity)
    return `add \`${name}: ${min}\` or another value ${formatBounds(child, quoteText)}`
  const expected = formatExpectedType(child)
  if (child.required.length > 0)
    return `add \`${name}\` with ${formatList(child.required.map(quoteText))}`
  if (child.words?.length) return `add \`${name}\`, which must be ${expected}`
  return expected.includes('`') ? `add \`${name}\`, ${expected}` : `add \`${name}\``
}

/** Advice on what to add for keys whose value the schema does not determine, by the name of the key. */
const contentAdvices: Readonly<Record<string, string>> = {
  ctrl: '`ctrl: {endpoint: tls:HOST:6262}` with the host and port of the controller',
  sans: '`sans` with the advertised hosts: names under `dns`, IP addresses under `ip`',
  cert: '`cert` with the path of the client certificate',
  server_cert: '`server_cert` with the path of the server certificate',
  key: '`key` with the path of the private key',
  ca: '`ca` with the path of the CA bundle',
  name: '`name` with a name for the log',
  service: '`service` with the name of the service',
  apis: '`apis: [{binding: health-checks}]`',
  bindPoints:
    '`bindPoints: [{interface: 0.0.0.0:8081, address: HOST:8081}]` with a host that the certificate covers',
}

/**
 * The index of the list entry before or after an entry that lacks a key, if that neighbor has the key and shares no key
 * with the entry. A surplus dash has then probably split one entry in two.
 */
function findSplitEntry(
  { name, place }: ObservationOf<'missing-key'>,
  { document }: ReadResult,
): number | undefined {
  const { step } = place
  if (typeof step !== 'number') return undefined
  const path = toPath(place)
  const ownEntries = findEntries(document, path)
  if (ownEntries === undefined || ownEntries.size === 0) return undefined
  return [step - 1, step + 1].find((index) => {
    const other = findEntries(document, [...path.slice(0, -1), index])
    return other?.has(name) && ![...ownEntries.keys()].some((key) => other.has(key))
  })
}

function findEntries(document: Document, path: Path): ReadonlyMap<string, unknown> | undefined {
  const value = document.find(path)?.value
  return value?.kind === 'map' ? document.entries(value).byName : undefined
}

function findOnlyValue({ bounds, keyFacts }: SchemaNode): string | undefined {
  const onlyValue = bounds && bounds.min === bounds.max ? bounds.min : keyFacts.const
  return onlyValue === undefined ? undefined : JSON.stringify(onlyValue)
}

/**
 * Creates a fix that adds a key with its only valid value; undefined if the key does not have exactly one valid value.
 */
function createMissingKeyFix(
  { name, child, place, outcome, phase }: ObservationOf<'missing-key'>,
  { document }: ReadResult,
): Fix | undefined {
  const onlyValue = findOnlyValue(child)
  if (onlyValue === undefined) return undefined
  // If the router runs without the key, adding it changes what the router does.
  const kind = isFatalOutcome(outcome, phase) ? 'safe' : 'unsafe'
  const edits = addEntry(document, toPath(place), {
    name,
    afterColon: ` ${onlyValue}`,
    linesBelow: [],
  })
  return createFix(`add \`${name}: ${onlyValue}\``, edits, kind)
}
