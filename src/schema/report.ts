import type { Fix, Severity } from '../document/diagnostic.js'
import { toPath } from '../document/diagnostic.js'
import type { MapNode, ResolvedValue } from '../document/document.js'
import { offerRemoval } from '../fix/edits.js'
import { hasVariable } from '../document/environment.js'
import type { Failure, Json, Key, Outcome, Phase } from './key.js'
import type { Origin, ValuePlace, Reader } from './reader.js'
import { suggestValueFix, createWriteOutFix } from './repair.js'
import { formatConsequence, formatFound, formatName, phaseOf } from './messages.js'

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

/** What an outcome means for the router as a whole; what fails later, if at all, or at enrollment only does not keep it from running. */
export const toSeverity = (outcome: Outcome, phase: Phase): Severity =>
  (phase === 'later' || phase === 'enroll') && severities[outcome] === 'error'
    ? 'warning'
    : severities[outcome]

/** When the router looks at a key of a map: at its own time, or when it starts where the file makes it do so. */
export function phaseIn(reader: Reader, key: Key, siblings: MapNode, phase: Phase): Phase {
  const { startsWhen } = key
  if (startsWhen?.isNonLocal) reader.externalReads += 1
  return startsWhen?.holds({ ...reader, siblings }) ? 'start' : (key.phase ?? phase)
}

const ruleByFailure: Record<Failure, string> = {
  missing: 'missing-key',
  null: 'empty-value',
  type: 'wrong-type',
  format: 'bad-format',
  range: 'value-out-of-range',
  above: 'value-out-of-range',
}

export function recordOrigin(
  reader: Reader,
  place: ValuePlace,
  value: ResolvedValue,
  origin: Origin,
): void {
  reader.origins.push({ place, origin, span: value })
}

/** Reports a value that is not as it must be, and gives what is loaded in its place. */
export function reportFailure(
  reader: Reader,
  key: Key,
  value: ResolvedValue,
  place: ValuePlace,
  failure: Failure,
  right: string,
  rule?: string,
): Json | undefined {
  const outcome = key.outcome[failure]
  const phase = phaseOf(key, place.phase, failure)
  const instead = outcome === 'ignores' ? key.absent() : undefined
  const same =
    instead !== undefined &&
    'value' in value &&
    [instead, key.source.default].some(
      (used) => typeof used !== 'object' && String(value.value) === String(used),
    )
  if (outcome !== 'accepts' && !same) {
    const shown = formatFound(reader.document, value, key.secret, failure === 'type')
    const empty = value.kind === 'null'
    const path = toPath(place)
    const severity = toSeverity(outcome, phase)
    const remedy =
      failure === 'type' && value.kind === 'text' && hasVariable(value.value)
        ? '; write the value itself'
        : ''
    const fix =
      empty && outcome === 'ignores' && typeof place.step === 'string'
        ? offerRemoval(reader.document, path)
        : (suggestValueFix(reader, key, value, place, severity === 'error' ? 'safe' : 'unsafe') ??
          createSubstituteFix(reader, key, value, place, { outcome, failure }))
    reader.findings.push({
      rule: rule ?? ruleByFailure[failure],
      severity,
      message: `${formatName(path)} is ${shown}, must be ${right}; ${formatConsequence(outcome, phase, key.source['x-instead'] ?? getWrittenDefault(key), key.effects[failure])}${remedy}`,
      path,
      span: empty && value.start === value.end ? place.key : value,
      ...(fix && { fix }),
    })
    if (outcome === 'ignores') recordOrigin(reader, place, value, 'fallback')
  }
  return instead
}

/** A number that the router ignores, written as the one that it uses. */
function createSubstituteFix(
  reader: Reader,
  key: Key,
  value: ResolvedValue,
  place: ValuePlace,
  { outcome, failure }: { outcome: Outcome; failure: Failure },
): Fix | undefined {
  const used = getWrittenDefault(key)
  return outcome === 'ignores' &&
    failure === 'range' &&
    (typeof used === 'number' || typeof used === 'string')
    ? createWriteOutFix(reader, place, value, String(used))
    : undefined
}

/** The default as the schema writes it, for messages. */
const getWrittenDefault = (key: Key): Json | undefined => key.source.default

/** Reports a value that counts, but not as written. */
export function reportNote(
  reader: Reader,
  rule: string,
  value: ResolvedValue,
  place: ValuePlace,
  message: string,
  fix?: Fix,
  severity: Severity = 'warning',
): void {
  const path = toPath(place)
  reader.findings.push({
    rule,
    severity,
    message: `${formatName(path)} ${message}`,
    path,
    span: value,
    ...(fix && { fix }),
  })
}
