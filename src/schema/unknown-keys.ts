import type { Fix, Path } from '../document/diagnostic.js'
import { toPath, formatPath } from '../document/diagnostic.js'
import type { MapEntries, Field, MapNode } from '../document/document.js'
import { addEntry, moveEntry, renameKey } from '../fix/edit.js'
import { createFix } from '../fix/edits.js'
import type { ConditionScope } from './conditions.js'
import type { Key } from './key.js'
import { generalizePath } from './places.js'
import type { ValuePlace, Reader } from './reader.js'
import { phaseIn, toSeverity } from './report.js'
import { isAcceptedNode } from './repair.js'
import { findNearest } from './suggest.js'
import { formatConsequence, formatText } from './messages.js'

/** Reports keys that are no text: the router looks for text only. */
export function reportNonTextKeys(reader: Reader, entries: MapEntries, place: ValuePlace): void {
  for (const { key, merged } of entries.others) {
    if (merged) continue
    const written = reader.document.text.slice(key.start, key.end)
    reader.findings.push({
      rule: 'key-not-text',
      severity: 'warning',
      message: `the key ${formatText(written)} is read as ${key.kind === 'bool' ? `the boolean \`${key.value}\`` : key.kind === 'null' ? 'empty' : 'a number'}, and the router never finds it; quote it`,
      path: toPath(place),
      span: key,
      fix: {
        title: `quote the key ${formatText(written)}`,
        edits: [{ start: key.start, end: key.end, text: `"${written}"` }],
        unsafe: true,
      },
    })
  }
}

const noFields: ReadonlyMap<string, Field> = new Map()

/** A map with more unknown keys than this is something else, and not worth a suggestion for each. */
const maxSuggestions = 100

/** Reports keys that no release knows at this place, and gives those that stand for a required key that is missing. */
export function reportUnknownKeys(
  reader: Reader,
  shape: Key,
  strangers: readonly Field[],
  place: ValuePlace,
): ReadonlyMap<string, Field> {
  if (strangers.length === 0) return noFields
  const missing = shape.required.filter((name) => !hasName(reader, place, name))
  const meant = new Map<string, Field>()
  const candidates =
    strangers.length > maxSuggestions
      ? missing
      : [...missing, ...shape.names.filter((name) => isWorthSuggesting(shape.child(name)))]
  for (const field of strangers) {
    const name = String(field.key.value)
    const near = findNearest(name, candidates)
    if (near !== undefined && missing.includes(near) && !meant.has(near)) {
      meant.set(near, field)
      continue
    }
    const isNear = near !== undefined && findNearest(name, [near], 1) !== undefined
    const elsewhere = isNear ? undefined : findHelp(reader, name, place)
    const rule = elsewhere === undefined ? 'unknown-key' : 'misplaced-key'
    // A name that is right in many places is no misspelling of another one.
    const meantHere =
      isNear ||
      !reader
        .places()
        .get(name)
        ?.some(({ key }) => key.read)
        ? near
        : undefined
    const help = elsewhere
      ? `; ${elsewhere.words}`
      : meantHere
        ? `; did you mean \`${meantHere}\`?`
        : ''
    const message = `the router knows no key ${formatText(name)} here and ignores it${help}`
    const path = [...toPath(place), name]
    const right = elsewhere
      ? elsewhere.to
      : meantHere === undefined
        ? undefined
        : { key: shape.child(meantHere), path: [...toPath(place), meantHere] }
    const fix =
      right?.key && isAcceptedNode(reader, right.key, field.value, place)
        ? createPlacementFix(reader, path, right.path)
        : undefined
    reader.findings.push({
      rule,
      severity: 'warning',
      message,
      path,
      span: field.key,
      ...(fix && { fix }),
    })
  }
  return meant
}

/** Whether a key is worth a suggestion: the release reads it, or a later one does. */
const isWorthSuggesting = (key: Key | undefined): boolean =>
  key !== undefined && (key.read || (!key.deprecated && key.readIn?.length !== 0))

/** A key that was meant, and where it would stand. */
type IntendedKey = { key: Key | undefined; path: Path | undefined }

/** Puts an entry where it was meant to stand, or gives it its name there. */
function createPlacementFix(
  { document }: Reader,
  from: Path,
  to: Path | undefined,
): Fix | undefined {
  if (!to) return undefined
  const isHere =
    from.length === to.length &&
    from.every((step, index) => index === from.length - 1 || step === to[index])
  if (isHere)
    return createFix(
      `rename \`${String(from.at(-1))}\` to \`${String(to.at(-1))}\``,
      renameKey(document, from, String(to.at(-1))),
      'unsafe',
    )
  return createFix(
    `move \`${formatPath(from)}\` to \`${formatPath(to)}\``,
    moveEntry(document, from, to),
    'unsafe',
  )
}

/** Where the router reads a key of this name: what stands nearest to where it was found, at most three, and the path if it is one. */
function findHelp(
  reader: Reader,
  name: string,
  place: ValuePlace,
): { words: string; to: IntendedKey | undefined } | undefined {
  const path = toPath(place)
  const here = generalizePath(formatPath(path)).split('.')
  const holders = new Map<string, number>()
  const keys = new Map<string, Key>()
  const instead = new Set<string>()
  for (const { path, key } of reader.places().get(name) ?? []) {
    const holder = generalizePath(path).split('.').slice(0, -1)
    if (holder.length === 0) continue
    const distance = holder.findIndex((step, index) => step !== here[index])
    if (key.read) {
      holders.set(holder.join('.'), distance < 0 ? holder.length : distance)
      keys.set(holder.join('.'), key)
    } else if (key.replacedBy) instead.add(key.replacedBy)
  }
  const most = Math.max(...holders.values())
  const nearest = [...holders].flatMap(([holder, shared]) => (shared === most ? [holder] : []))
  const under = nearest.map((holder) => `\`${holder}\``).join(' or ')
  const said = [
    under === '' ? '' : `it belongs under ${under}`,
    ...[...instead].map((key) => `use \`${key}\``),
  ].filter((text) => text !== '')
  const [only] = nearest.length === 1 ? nearest : []
  return said.length > 0 && nearest.length + instead.size <= 3
    ? {
        words: said.join(', or '),
        to:
          only === undefined
            ? undefined
            : { key: keys.get(only), path: resolveListPath(path, only, name) },
      }
    : undefined
}

/** The path of a key in a section that is written with `[]`, by the entries of lists that a place stands in. */
function resolveListPath(path: Path, holder: string, name: string): Path | undefined {
  const steps = holder
    .split('.')
    .flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), '[]'] : [step]))
  const exact = steps.map((step, index) => (step === '[]' ? path[index] : step))
  const isHere = exact.every(
    (step, index) =>
      step !== undefined &&
      (steps[index] !== '[]' ||
        (typeof step === 'number' &&
          steps.slice(0, index).every((before, at) => before === '[]' || before === path[at]))),
  )
  return isHere ? [...exact.filter((step) => step !== undefined), name] : undefined
}

function hasName(reader: Reader, place: ValuePlace, name: string): boolean {
  return reader.document.find([...toPath(place), name]) !== undefined
}

/** The required keys that a map does not have, of those that the router of the release reads there. */
export function findMissingKeys(
  scope: Omit<ConditionScope, 'siblings'>,
  key: Key,
  shape: Key,
  map: MapNode,
): { name: string; child: Key }[] {
  const { named } = scope.document.entries(map)
  const required =
    key === shape || key.required.length === 0
      ? shape.required
      : [...new Set([...key.required, ...shape.required])]
  return required.flatMap((name) => {
    if (named.has(name)) return []
    const child = key.child(name) ?? shape.child(name)
    if (!child?.read) return []
    return !child.condition || child.condition.holds({ ...scope, siblings: map })
      ? [{ name, child }]
      : []
  })
}

/** Reports required keys that are not there; a misspelled key beside them is the place to mend. */
export function reportMissingKeys(
  reader: Reader,
  key: Key,
  shape: Key,
  map: MapNode,
  place: ValuePlace,
  meant: ReadonlyMap<string, Field>,
): void {
  for (const { name, child } of findMissingKeys(reader, key, shape, map)) {
    const outcome = child.outcome.missing
    const typo = meant.get(name)
    const phase = phaseIn(reader, child, map, place.phase)
    const then = formatConsequence(outcome, phase, undefined)
    // Where the router runs without the key, adding it changes what the router does.
    const kind = toSeverity(outcome, phase) === 'error' ? 'safe' : 'unsafe'
    const fix = typo
      ? createFix(
          `rename \`${String(typo.key.value)}\` to \`${name}\``,
          renameKey(reader.document, [...toPath(place), String(typo.key.value)], name),
          kind,
        )
      : createMissingKeyFix(reader, child, name, place, kind)
    reader.findings.push({
      rule: typo ? 'unknown-key' : 'missing-key',
      severity: toSeverity(outcome, phase),
      message: typo
        ? `\`${String(typo.key.value)}\` is no key of the router; \`${name}\` is missing and was probably meant; ${then}`
        : `\`${name}\` is missing; ${then}`,
      path: typo ? [...toPath(place), String(typo.key.value)] : toPath(place),
      span: typo?.key ?? place.key,
      ...(fix && { fix }),
    })
  }
}

/** Writes a key of which only one value is right. */
function createMissingKeyFix(
  { document }: Reader,
  { bounds, source }: Key,
  name: string,
  place: ValuePlace,
  kind: 'safe' | 'unsafe',
): Fix | undefined {
  const only = bounds && bounds.least === bounds.most ? bounds.least : source.const
  return only === undefined
    ? undefined
    : createFix(
        `add \`${name}: ${only}\``,
        addEntry(document, toPath(place), { name, rest: ` ${only}`, below: [] }),
        kind,
      )
}
