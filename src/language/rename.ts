import { hasControls } from '../document/controls.js'
import type { Edit, Span } from '../document/diagnostic.js'
import { formatScalar } from '../edit/edit.js'
import { isIp } from '../formats/internet.js'
import type { Occurrence, Workspace } from './occurrences.js'
import {
  findOccurrence,
  listOccurrences,
  findAllOccurrences,
  variableNamePattern,
} from './occurrences.js'
import type { View } from './view.js'

/** Why a name cannot be changed, at all or to the new name. */
export type RenameRefusal = {
  /** The reason, as a sentence. */
  refusal: string
}

/** The edits of the file at `path`; without a path, of the file in the request. */
export type FileEdits = {
  /** Path of the file, exactly as in the `workspace` that the caller passed. */
  path?: string
  /** The replacements in the file. */
  edits: Edit[]
}

const notRenamable = 'only anchors, link groups, hosts and variables can be renamed'

/** The span and the text of the name at an offset, and whether it is local to its file; or why it cannot be renamed. */
export function prepareRename(
  view: View,
  offset: number,
): (Span & { placeholder: string; isLocal?: boolean }) | RenameRefusal {
  const occurrence = findOccurrence(view, offset)
  if (!occurrence) return { refusal: notRenamable }
  const refusal = explainFixedName(occurrence)
  return refusal === undefined
    ? {
        start: occurrence.start,
        end: occurrence.end,
        placeholder: view.text
          .slice(occurrence.start, occurrence.end)
          .replace(/^(["'])(.*)\1$/s, '$2'),
        ...(occurrence.kind === 'anchor' && { isLocal: true }),
      }
    : { refusal }
}

/** Renames an anchor in its file, or a link group, host or variable in all files. */
export function rename(
  view: View,
  offset: number,
  name: string,
  workspace: Workspace = [],
): FileEdits[] | RenameRefusal {
  const occurrence = findOccurrence(view, offset)
  if (!occurrence) return { refusal: notRenamable }
  const occurrences = findAllOccurrences(view, occurrence, workspace)
  const refusal =
    explainFixedName(occurrence) ??
    explainWrongName(view, occurrence, name) ??
    explainWrongPlace(
      occurrences.map((found) => found.occurrence),
      name,
    )
  if (refusal !== undefined) return { refusal }
  const files = new Map<View, FileEdits>()
  for (const { path, view: fileView, occurrence: found } of occurrences) {
    const file = files.get(fileView) ?? { ...(path !== undefined && { path }), edits: [] }
    file.edits.push({
      start: found.start,
      end: found.end,
      text: formatNewName(fileView, found, name),
    })
    files.set(fileView, file)
  }
  return [...files.values()]
}

/** Why a name cannot be changed at all; undefined if it can. */
function explainFixedName({ kind, name }: Occurrence): string | undefined {
  if (kind === 'group' && name === 'default')
    return 'cannot rename `default`; it is the group of every listener and dialer without `groups`'
  const isLocal =
    kind === 'host' &&
    (name === 'localhost' || name === '::1' || name === '0.0.0.0' || name.startsWith('127.'))
  return isLocal ? `cannot rename \`${name}\`; it always means the local machine` : undefined
}

/** Why a new name is invalid, or already taken by another anchor; undefined if it can be used. */
function explainWrongName(
  view: View,
  { kind, target }: Occurrence & { target?: unknown },
  name: string,
): string | undefined {
  if (kind === 'anchor') {
    if (!/^[A-Za-z0-9_-]+$/.test(name))
      return `invalid anchor name \`${name}\`; use only letters, digits, \`-\` and \`_\``
    return listOccurrences(view).some(
      (other) => other.kind === 'anchor' && other.target !== target && other.name === name,
    )
      ? `duplicate anchor \`${name}\`; choose another name`
      : undefined
  }
  if (kind === 'group')
    return name === '' || name !== name.trim() || name.includes('$') || hasControls(name)
      ? `invalid group name \`${name}\`; write one line without \`$\` and without spaces around it`
      : undefined
  if (kind === 'variable')
    return variableNamePattern.test(name)
      ? undefined
      : `invalid variable name \`${name}\`; use letters, digits and \`_\`, and begin with a letter or \`_\``
  return isIp(name) || isHostName(name)
    ? undefined
    : `invalid host \`${name}\`; write a name such as \`router.example.com\` or an IP address`
}

const isHostName = (name: string): boolean =>
  name.length <= 253 &&
  name.split('.').every((label) => /^[A-Za-z0-9_](?:[\w-]{0,61}[A-Za-z0-9_])?$/.test(label)) &&
  !/^[\d.]+$/.test(name)

/**
 * Explains why the new host is invalid in a place of the old host, such as an IP address in `sans.dns`; undefined if
 * it is valid in all places.
 */
function explainWrongPlace(occurrences: readonly Occurrence[], name: string): string | undefined {
  const hostKinds = occurrences.flatMap((occurrence) =>
    occurrence.kind === 'host' ? [occurrence.hostKind] : [],
  )
  if (isIp(name) && hostKinds.includes('name'))
    return `\`sans.dns\` contains the old name, but cannot contain the IP address \`${name}\`; add the address to \`sans.ip\` by hand`
  if (!isIp(name) && hostKinds.includes('ip'))
    return `\`sans.ip\` contains the old address, but cannot contain the name \`${name}\`; add the name to \`sans.dns\` by hand`
  if (name.includes(':') && hostKinds.includes('either'))
    return `the old host is part of an address, where IPv6 needs brackets: \`[${name}]\`; not every release reads them, so change it by hand`
  return undefined
}

/** The new name, with the same quotes as the old name where possible. */
function formatNewName({ text }: View, occurrence: Occurrence, name: string): string {
  const isWhole =
    'scalar' in occurrence &&
    occurrence.start === occurrence.scalar.start &&
    occurrence.end === occurrence.scalar.end
  if (!isWhole) return name
  const quote = text.charAt(occurrence.start)
  if (quote === "'" && !name.includes("'")) return `'${name}'`
  return (quote === '"' || name.includes(':')) && !/["\\]/.test(name)
    ? `"${name}"`
    : formatScalar(name)
}
