import type { Fix, Severity } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { MapNode, Value } from '../document.js'
import { offerRemoval } from '../edit/fix.js'
import { hasVariable } from '../expand.js'
import type { Failure, Json, Key, Outcome, Phase } from './key.js'
import type { Origin, Place, Reader } from './reader.js'
import { repair, writeOut } from './repair.js'
import { consequence, found, nameOf, phaseOf } from './words.js'

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
export const severityOf = (outcome: Outcome, phase: Phase): Severity =>
  (phase === 'later' || phase === 'enroll') && severities[outcome] === 'error'
    ? 'warning'
    : severities[outcome]

/** When the router looks at a key of a map: at its own time, or when it starts where the file makes it do so. */
export function phaseIn(reader: Reader, key: Key, siblings: MapNode, phase: Phase): Phase {
  const { startsWhen } = key
  if (startsWhen?.isFar) reader.far += 1
  return startsWhen?.holds({ ...reader, siblings }) ? 'start' : (key.phase ?? phase)
}

const ruleOf: Record<Failure, string> = {
  missing: 'missing-key',
  null: 'empty-value',
  type: 'wrong-type',
  format: 'bad-format',
  range: 'value-out-of-range',
  above: 'value-out-of-range',
}

export function remember(reader: Reader, place: Place, value: Value, origin: Origin): void {
  reader.origins.push({ place, origin, span: value })
}

/** Reports a value that is not as it must be, and gives what is loaded in its place. */
export function fail(
  reader: Reader,
  key: Key,
  value: Value,
  place: Place,
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
    const shown = found(reader.document, value, key.secret, failure === 'type')
    const empty = value.kind === 'null'
    const path = pathOf(place)
    const severity = severityOf(outcome, phase)
    const remedy =
      failure === 'type' && value.kind === 'text' && hasVariable(value.value)
        ? '; write the value itself'
        : ''
    const fix =
      empty && outcome === 'ignores' && typeof place.step === 'string'
        ? offerRemoval(reader.document, path)
        : (repair(reader, key, value, place, severity === 'error' ? 'safe' : 'unsafe') ??
          substitute(reader, key, value, place, { outcome, failure }))
    reader.findings.push({
      rule: rule ?? ruleOf[failure],
      severity,
      message: `${nameOf(path)} is ${shown}, must be ${right}; ${consequence(outcome, phase, key.source['x-instead'] ?? written(key), key.effects[failure])}${remedy}`,
      path,
      span: empty && value.start === value.end ? place.key : value,
      ...(fix && { fix }),
    })
    if (outcome === 'ignores') remember(reader, place, value, 'fallback')
  }
  return instead
}

/** A number that the router ignores, written as the one that it uses. */
function substitute(
  reader: Reader,
  key: Key,
  value: Value,
  place: Place,
  { outcome, failure }: { outcome: Outcome; failure: Failure },
): Fix | undefined {
  const used = written(key)
  return outcome === 'ignores' &&
    failure === 'range' &&
    (typeof used === 'number' || typeof used === 'string')
    ? writeOut(reader, place, value, String(used))
    : undefined
}

/** The default as the schema writes it, for messages. */
const written = (key: Key): Json | undefined => key.source.default

/** Reports a value that counts, but not as written. */
export function note(
  reader: Reader,
  rule: string,
  value: Value,
  place: Place,
  message: string,
  fix?: Fix,
  severity: Severity = 'warning',
): void {
  const path = pathOf(place)
  reader.findings.push({
    rule,
    severity,
    message: `${nameOf(path)} ${message}`,
    path,
    span: value,
    ...(fix && { fix }),
  })
}
