import type { Fix, Path } from '../diagnostic.js'
import { pathOf, showPath } from '../diagnostic.js'
import type { Field } from '../document.js'
import { offer } from '../edit/fix.js'
import { move } from '../edit/move.js'
import { remove } from '../edit/remove.js'
import { rename, replace } from '../edit/replace.js'
import { formatDuration } from '../formats/duration.js'
import { conditions } from './conditions.js'
import type { Json, Key } from './key.js'
import type { Place, Reader } from './reader.js'
import { fits } from './repair.js'
import { successorOf } from './successor.js'

/** An entry of a file with its key, and the key of the map that has it. */
export type Placed = { child: Key; shape: Key; field: Field; place: Place }

/** Reports a key that the schema knows and the router of the target does not read. */
export function reportUnread(reader: Reader, entry: Placed, otherwise: string | undefined): void {
  const { shape, child, field, place } = entry
  const path = pathOf(place)
  const instead = child.replacedBy
  const successor = successorOf(reader, shape, child, place)
  const name = `\`${instead ? showPath(path) : String(field.key.value)}\``
  const use = instead && (successor || instead.includes('[')) ? `; use \`${instead}\`` : ''
  const report = (rule: string, severity: 'warning' | 'info', message: string, fix?: Fix): void => {
    reader.findings.push({ rule, severity, message, path, span: field.key, ...(fix && { fix }) })
  }
  const removal = (): Fix | undefined => offer('remove it', remove(reader.document, path))
  const enrolls = child.condition === conditions['enrollment'] && !reader.document.at(['edge'])
  if (otherwise && enrolls)
    return report(
      'unread-key',
      'info',
      `${name} counts when the router enrolls, and a running router does not read it`,
    )
  if (otherwise)
    return report('unread-key', 'warning', `${name} is not read: ${otherwise}`, removal())
  if (child.deprecated)
    return report(
      'obsolete-key',
      'info',
      `${name} is a leftover that the router does not read${use || '; remove it'}`,
      removal(),
    )
  const since = child.readIn?.at(-1)?.replace('>=', '')
  if (since)
    return report('newer-key', 'warning', `${name} is read since ${since}; this release ignores it`)
  const meant =
    successor?.counts &&
    fits(reader, successor.key, field.value, place) &&
    !reader.document.at(successor.path)
      ? offer(`write it as \`${instead}\``, move(reader.document, path, successor.path), 'unsafe')
      : undefined
  report(
    'never-read',
    'warning',
    `${name} is read by no release of the router${use || '; remove it'}`,
    meant ?? removal(),
  )
}

/** Reports a key that is read and better written otherwise, or that changes nothing. */
export function reportIdle(
  reader: Reader,
  { child, shape, field, place }: Placed,
  value: Json | undefined,
): void {
  const { deprecated, noEffect: why, replacedBy: instead } = child
  if (!deprecated && (!why || value === undefined || value === child.absent())) return
  const path = pathOf(place)
  const successor = successorOf(reader, shape, child, place)
  if (deprecated && instead && !(successor?.counts && child.sameAs)) return
  const name = `\`${instead ? showPath(path) : String(field.key.value)}\``
  const found = deprecated
    ? {
        rule: 'deprecated-key',
        severity: 'info' as const,
        message: `${name} is the old ${instead ? `form of \`${instead}\`` : 'way and not needed; remove it'}`,
      }
    : {
        rule: 'no-effect',
        severity: 'warning' as const,
        message: `${name} changes nothing: ${why}`,
      }
  const fix = successor
    ? renewal(reader, { key: successor.key, value }, place, successor.path)
    : offer(
        'remove it',
        remove(reader.document, path),
        JSON.stringify(value) === JSON.stringify(child.absent()) ? 'safe' : 'unsafe',
      )
  reader.findings.push({ ...found, path, span: field.key, ...(fix && { fix }) })
}

/** Writes an old key as the one that took its place; a number of milliseconds as the duration that it is, and nothing that the router does not use. */
function renewal(
  { document }: Reader,
  { key, value }: { key: Key; value: Json | undefined },
  place: Place,
  to: Path,
): Fix | undefined {
  const from = pathOf(place)
  const title = `write it as \`${showPath(to)}\``
  if (value === undefined) return undefined
  if (key.format?.name !== 'duration' || typeof value !== 'number')
    return offer(title, move(document, from, to))
  const name = rename(document, from, String(to.at(-1)))
  const written = name && replace(document, from, formatDuration(value))
  return offer(title, written && [...name, ...written])
}
