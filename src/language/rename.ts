import type { Edit, Span } from '../document/diagnostic.js'
import { formatScalar } from '../fix/edit.js'
import { isIp } from '../formats/internet.js'
import type { Occurrence, Workspace } from './occurrences.js'
import { findOccurrence, listOccurrences, findAllOccurrences } from './occurrences.js'
import type { View } from './view.js'

/** Why something cannot be renamed, or not to this name; one sentence. */
export type Refusal = { refusal: string }

/** The edits of one file; without a path, of the one that was asked about. */
export type FileEdits = { path?: string; edits: Edit[] }

/** What would be renamed at an offset, and its name. */
export function prepareRename(
  view: View,
  offset: number,
): (Span & { placeholder: string }) | Refusal {
  const occurrence = findOccurrence(view, offset)
  if (!occurrence) return { refusal: 'only anchors, groups of links and hosts can be renamed' }
  const refusal = explainFixedName(occurrence)
  return refusal === undefined
    ? {
        start: occurrence.start,
        end: occurrence.end,
        placeholder: view.text
          .slice(occurrence.start, occurrence.end)
          .replace(/^(["'])(.*)\1$/s, '$2'),
      }
    : { refusal }
}

/** Gives what stands at an offset another name wherever it is mentioned: an anchor in its file, groups of links and hosts in all files. */
export function rename(
  view: View,
  offset: number,
  name: string,
  workspace: Workspace = [],
): FileEdits[] | Refusal {
  const occurrence = findOccurrence(view, offset)
  if (!occurrence) return { refusal: 'only anchors, groups of links and hosts can be renamed' }
  const all = findAllOccurrences(view, occurrence, workspace)
  const refusal =
    explainFixedName(occurrence) ??
    explainWrongName(view, occurrence, name) ??
    explainWrongPlace(
      all.map((found) => found.occurrence),
      name,
    )
  if (refusal !== undefined) return { refusal }
  const files = new Map<View, FileEdits>()
  for (const { path, view: holder, occurrence: found } of all) {
    const file = files.get(holder) ?? { ...(path !== undefined && { path }), edits: [] }
    file.edits.push({
      start: found.start,
      end: found.end,
      text: formatNewName(holder, found, name),
    })
    files.set(holder, file)
  }
  return [...files.values()]
}

/** Why a thing keeps its name, whatever the new one. */
function explainFixedName({ kind, name }: Occurrence): string | undefined {
  if (kind === 'group' && name === 'default')
    return '`default` is the group of every listener and dialer that names none, so it cannot be renamed'
  const isLocal =
    kind === 'host' &&
    (name === 'localhost' || name === '::1' || name === '0.0.0.0' || name.startsWith('127.'))
  return isLocal
    ? `\`${name}\` means the machine itself wherever it stands, so it cannot be renamed`
    : undefined
}

/** Why a name will not do. */
function explainWrongName(
  view: View,
  { kind, target }: Occurrence & { target?: unknown },
  name: string,
): string | undefined {
  if (kind === 'anchor') {
    if (!/^[A-Za-z0-9_-]+$/.test(name))
      return `\`${name}\` is no name of an anchor; letters, digits, \`-\` and \`_\` make one`
    return listOccurrences(view).some(
      (other) => other.kind === 'anchor' && other.target !== target && other.name === name,
    )
      ? `there is an anchor \`${name}\` already`
      : undefined
  }
  if (kind === 'group')
    return name === '' || name !== name.trim() || /[\u0000-\u001f\u007f-\u009f$]/.test(name)
      ? `\`${name}\` is no name of a group; it must be text on one line, without spaces around it`
      : undefined
  return isIp(name) || isHostName(name)
    ? undefined
    : `\`${name}\` is no host; write a name such as \`router.example.com\` or an IP address`
}

const isHostName = (name: string): boolean =>
  name.length <= 253 &&
  name.split('.').every((label) => /^[A-Za-z0-9_](?:[\w-]{0,61}[A-Za-z0-9_])?$/.test(label)) &&
  !/^[\d.]+$/.test(name)

/** Why a host cannot stand in one of the places of the old one. */
function explainWrongPlace(occurrences: readonly Occurrence[], name: string): string | undefined {
  const places = occurrences.flatMap((occurrence) =>
    occurrence.kind === 'host' ? [occurrence.as] : [],
  )
  if (isIp(name) && places.includes('name'))
    return `the old name stands among the names of \`sans.dns\`, where the IP address \`${name}\` cannot`
  if (!isIp(name) && places.includes('ip'))
    return `the old address stands in \`sans.ip\`, where the name \`${name}\` cannot`
  if (name.includes(':') && places.includes('either'))
    return `the old host stands in an address, where only \`[${name}]\` would do, which not every release reads; change it by hand`
  return undefined
}

/** The new name as it is written instead of the old one. */
function formatNewName({ text }: View, occurrence: Occurrence, name: string): string {
  const isWhole =
    occurrence.kind !== 'anchor' &&
    occurrence.start === occurrence.scalar.start &&
    occurrence.end === occurrence.scalar.end
  if (!isWhole) return name
  const quote = text.charAt(occurrence.start)
  if (quote === "'" && !name.includes("'")) return `'${name}'`
  return (quote === '"' || name.includes(':')) && !/["\\]/.test(name)
    ? `"${name}"`
    : formatScalar(name)
}
