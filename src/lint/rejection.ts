import type { Fix, Severity } from '../document/diagnostic.js'
import { toPath } from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { hasVariable } from '../document/environment.js'
import { memoizePerObject } from '../document/lazy.js'
import { createRemovalFix } from '../edit/edits.js'
import type { Json } from '../document/record.js'
import type { SchemaNode, Outcome, Phase } from '../schema/key.js'
import {
  formatConsequence,
  formatFound,
  formatName,
  formatSentences,
  formatUnexpectedType,
} from '../schema/messages.js'
import { formatRanges } from '../schema/model.js'
import { compareReleaseNumbers } from '../schema/release.js'
import type { RejectedValue } from '../schema/observation.js'
import { isFatalOutcome } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import type { ObservationReport } from './rule.js'
import { createValueFix, suggestValueFix } from './value-fixes.js'

/**
 * Reports a value that the router does not accept: what was found, what is expected, what the router does, the `remedy`
 * if there is one, and which other releases accept the value.
 */
export function reportRejection(
  rejection: RejectedValue,
  readResult: ReadResult,
  expectedByKey: string,
  remedy?: string,
): ObservationReport {
  const {
    key,
    value,
    place,
    failure,
    outcome,
    phase,
    expected: expectedHere = expectedByKey,
  } = rejection
  const expected = fitToValue(readResult.document, value, expectedHere)
  const consequence = formatConsequence(
    outcome,
    phase,
    key.keyFacts['x-instead'] ?? getWrittenDefault(key),
    key.effects[failure],
  )
  const plainValue =
    failure === 'type' && value.kind === 'text' && hasVariable(value.value)
      ? 'write the value itself'
      : undefined
  const surprise =
    failure === 'type' ? formatUnexpectedType(readResult.document, value, key.isSecret) : undefined
  return {
    message: formatSentences(
      surprise === undefined
        ? `${formatName(toPath(place))} is ${formatFound(readResult.document, value, key.isSecret, failure === 'type')}, but must be ${expected}`
        : `${formatName(toPath(place))}: ${surprise}; write ${expected}`,
      consequence,
      remedy,
      plainValue ?? formatOtherReleases(rejection, readResult),
    ),
    severity: getOutcomeSeverity(outcome, phase),
    fix: () => createRejectionFix(rejection, readResult),
  }
}

/**
 * Adapts the expected format to the value: omits "without quotes" if the value is not quoted. If an integer was found
 * instead of a number with a decimal point, the example is this integer with `.0`.
 */
function fitToValue({ text }: Document, value: ResolvedValue, expected: string): string {
  const writtenText = text.slice(value.start, value.end)
  const isQuoted = value.kind === 'text' && value.style !== 'plain'
  const expectedText = isQuoted ? expected : expected.replace(' without quotes', '')
  return value.kind === 'int' &&
    expectedText.includes(' a decimal point') &&
    /^-?\d{1,15}$/.test(writtenText)
    ? expectedText.replace(/(?<=with a decimal point, such as )`[^`]*`/, `\`${writtenText}.0\``)
    : expectedText
}

/** Says since or before which release the router accepts the value; undefined if no other release accepts it. */
function formatOtherReleases(
  { key, value, place }: RejectedValue,
  { tryRead }: ReadResult,
): string | undefined {
  const versions = key.versions()
  if (versions.length < 2) return undefined
  const acceptance = versions.map(({ key: other }) => {
    const { observations, isKnown } = tryRead(other, value, place)
    return other.isRead && isKnown && observations.length === 0
  })
  const current = findCurrentVersionIndex(key)
  const lastRefusing = acceptance.lastIndexOf(false)
  const acceptingVersion = lastRefusing < current ? undefined : versions[lastRefusing + 1]
  if (acceptingVersion) {
    // Later releases of an older line may accept the value even if the first releases of the next line do not.
    const ranges = versions.flatMap(({ since }, index) =>
      index > current && acceptance[index] === true
        ? [formatRange(since, versions[index + 1])]
        : [],
    )
    return versions.some((_, index) => index > current && index < lastRefusing && acceptance[index])
      ? `the router accepts it in ${formatRanges(ranges)}`
      : `from ${acceptingVersion.since} on, the router accepts it`
  }
  const lastAccepting = acceptance.lastIndexOf(true, current)
  const refusingVersion = lastAccepting < 0 ? undefined : versions[lastAccepting + 1]
  return refusingVersion && `before ${refusingVersion.since}, the router accepted it`
}

/** The index of the version that applies to the release of a key. */
const findCurrentVersionIndex = memoizePerObject((key: SchemaNode): number =>
  key.versions().findLastIndex(({ since }) => compareReleaseNumbers(since, key.release) <= 0),
)

const formatRange = (since: string, next: { since: string } | undefined): string =>
  next ? `>=${since} <${next.since}` : `>=${since}`

/**
 * Writes the value that was probably meant or, if the router ignores a value out of range, the default that it uses
 * instead. If the router ignores a key without a value, removes the key.
 */
function createRejectionFix(
  { key, value, place, failure, outcome, phase }: RejectedValue,
  readResult: ReadResult,
): Fix | undefined {
  if (value.kind === 'null' && outcome === 'ignores' && typeof place.step === 'string')
    return createRemovalFix(readResult.document, toPath(place))
  const kind = isFatalOutcome(outcome, phase) ? 'safe' : 'unsafe'
  const suggestion = suggestValueFix(readResult, { key, value, place }, kind)
  if (suggestion || outcome !== 'ignores' || failure !== 'range') return suggestion
  const fallback = getWrittenDefault(key)
  return typeof fallback === 'number' || typeof fallback === 'string'
    ? createValueFix(readResult.document, { value, place }, String(fallback))
    : undefined
}

/** The default as the schema writes it. */
const getWrittenDefault = (key: SchemaNode): Json | undefined => key.keyFacts.default

const severities: Record<Outcome, Severity> = {
  refuses: 'error',
  crashes: 'error',
  ignores: 'warning',
  clamps: 'warning',
  'changes-later': 'warning',
  'fails-later': 'warning',
  unused: 'warning',
  accepts: 'info',
}

/**
 * The severity of an outcome: for a refusal or a crash, an error if the router fails at startup or when it first uses
 * the part that the key configures, and a warning if it may only fail later or only at enrollment.
 */
export const getOutcomeSeverity = (outcome: Outcome, phase: Phase): Severity =>
  severities[outcome] === 'error' && !isFatalOutcome(outcome, phase)
    ? 'warning'
    : severities[outcome]
