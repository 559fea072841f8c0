import { pathOf, showPath } from '../diagnostic.js'
import type { Entries, Field, MapNode } from '../document.js'
import { conditions } from './conditions.js'
import type { Json, Key } from './key.js'
import { general } from './places.js'
import type { Place, Reader } from './reader.js'
import { severityOf } from './reader.js'
import { nearest } from './suggest.js'
import { consequence, show } from './words.js'

/** Reports keys that are no text: the router looks for text only. */
export function reportUnreadable(reader: Reader, entries: Entries, place: Place): void {
  for (const { key, merged } of entries.others) {
    if (merged) continue
    const written = reader.document.text.slice(key.start, key.end)
    reader.findings.push({
      rule: 'key-not-text',
      severity: 'warning',
      message: `the key ${show(written)} is read as ${key.kind === 'bool' ? `the boolean \`${key.value}\`` : key.kind === 'null' ? 'empty' : 'a number'}, and the router never finds it; quote it`,
      path: pathOf(place),
      span: key,
    })
  }
}

/** Reports a key that the schema knows and the router of the target does not read. */
export function reportUnread(reader: Reader, child: Key, field: Field, place: Place, otherwise: string | undefined): void {
  const { source } = child
  const name = `\`${source['x-replaced-by'] ? showPath(pathOf(place)) : String(field.key.value)}\``
  const instead = source['x-replaced-by'] ? `; use \`${source['x-replaced-by']}\`` : ''
  const report = (rule: string, severity: 'warning' | 'info', message: string): void => {
    reader.findings.push({ rule, severity, message, path: pathOf(place), span: field.key })
  }
  if (otherwise) return report('unread-key', 'warning', `${name} is not read: ${otherwise}`)
  if (source.deprecated) return report('obsolete-key', 'info', `${name} is a leftover that the router does not read${instead || '; remove it'}`)
  const since = source['x-read-in']?.at(-1)?.replace('>=', '')
  if (since) return report('newer-key', 'warning', `${name} is read since ${since}; this release ignores it`)
  report('never-read', 'warning', `${name} is read by no release of the router${instead || '; remove it'}`)
}

/** Reports a key that is read and better written otherwise, or that changes nothing. */
export function reportIdle(reader: Reader, child: Key, field: Field, value: Json | undefined, place: Place): void {
  const { deprecated, 'x-no-effect': why, 'x-replaced-by': instead } = child.source
  if (!deprecated && (!why || value === undefined || value === child.absent)) return
  const path = pathOf(place)
  const name = `\`${instead ? showPath(path) : String(field.key.value)}\``
  if (!deprecated) reader.findings.push({ rule: 'no-effect', severity: 'warning', message: `${name} changes nothing: ${why}`, path, span: field.key })
  else {
    const message = `${name} is the old ${instead ? `form of \`${instead}\`` : 'way and not needed; remove it'}`
    reader.findings.push({ rule: 'deprecated-key', severity: 'info', message, path, span: field.key })
  }
}

const none: ReadonlyMap<string, Field> = new Map()

/** A map with more unknown keys than this is something else, and not worth a suggestion for each. */
const most = 100

/** Reports keys that no release knows at this place, and gives those that stand for a required key that is missing. */
export function reportStrangers(reader: Reader, shape: Key, strangers: readonly Field[], place: Place): ReadonlyMap<string, Field> {
  if (strangers.length === 0) return none
  const missing = shape.required.filter((name) => !hasName(reader, place, name))
  const meant = new Map<string, Field>()
  const candidates = strangers.length > most ? missing : [...missing, ...shape.names]
  for (const field of strangers) {
    const name = String(field.key.value)
    const near = nearest(name, candidates)
    if (near !== undefined && missing.includes(near) && !meant.has(near)) {
      meant.set(near, field)
      continue
    }
    const elsewhere = nearest(name, candidates, 1) === undefined ? helpFor(reader, name, place) : undefined
    const rule = elsewhere === undefined ? 'unknown-key' : 'misplaced-key'
    const help = elsewhere !== undefined ? `; ${elsewhere}` : near ? `; did you mean \`${near}\`?` : ''
    const message = `the router knows no key ${show(name)} here and ignores it${help}`
    reader.findings.push({ rule, severity: 'warning', message, path: [...pathOf(place), name], span: field.key })
  }
  return meant
}

/** Where the router reads a key of this name, in words: what stands nearest to where it was found, at most three. */
function helpFor(reader: Reader, name: string, place: Place): string | undefined {
  const here = general(showPath(pathOf(place))).split('.')
  const holders = new Map<string, number>()
  const instead = new Set<string>()
  for (const { path, key } of reader.places().get(name) ?? []) {
    const holder = general(path).split('.').slice(0, -1)
    if (holder.length === 0) continue
    const distance = holder.findIndex((step, index) => step !== here[index])
    if (key.read) holders.set(holder.join('.'), distance < 0 ? holder.length : distance)
    else if (key.source['x-replaced-by']) instead.add(key.source['x-replaced-by'])
  }
  const most = Math.max(...holders.values())
  const nearest = [...holders].filter(([, shared]) => shared === most).map(([holder]) => `\`${holder}\``)
  const said = [nearest.length > 0 ? `it belongs under ${nearest.join(' or ')}` : '', ...[...instead].map((key) => `use \`${key}\``)].filter((text) => text !== '')
  return said.length > 0 && nearest.length + instead.size <= 3 ? said.join(', or ') : undefined
}

function hasName(reader: Reader, place: Place, name: string): boolean {
  return reader.document.at([...pathOf(place), name]) !== undefined
}

/** Reports required keys that are not there; a misspelled key beside them is the place to mend. */
export function reportMissing(reader: Reader, key: Key, shape: Key, map: MapNode, place: Place, meant: ReadonlyMap<string, Field>): void {
  const { named } = reader.document.entries(map)
  const required = key === shape ? key.required : new Set([...key.required, ...shape.required])
  for (const name of required) {
    const child = key.child(name) ?? shape.child(name)
    if (!child?.read || named.has(name)) continue
    const condition = conditions[child.source['x-read-when'] ?? '']
    if (condition && !condition.holds({ document: reader.document, root: reader.root, siblings: map })) continue
    const outcome = child.outcome.missing
    const typo = meant.get(name)
    const phase = child.source['x-phase'] ?? place.phase
    const then = consequence(outcome, phase, undefined)
    reader.findings.push({
      rule: typo ? 'unknown-key' : 'missing-key',
      severity: severityOf(outcome, phase),
      message: typo ? `\`${String(typo.key.value)}\` is no key of the router; \`${name}\` is missing and was probably meant; ${then}` : `\`${name}\` is missing; ${then}`,
      path: typo ? [...pathOf(place), String(typo.key.value)] : pathOf(place),
      span: typo?.key ?? place.key,
    })
  }
}
