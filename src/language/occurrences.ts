import type { Span } from '../document/diagnostic.js'
import type { Node, Scalar } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import { listVariableReferences } from '../document/environment.js'
import { findHostRange } from '../formats/address.js'
import { texts } from '../generated/texts.js'
import type { NamedThing, SchemaNode } from '../schema/key.js'
import { generalizePath, getPlacesByName } from '../schema/places.js'
import type { DocumentPart } from './parts.js'
import { findComment, listParts, listPartsWithin, isAtPlace } from './parts.js'
import type { View } from './view.js'

/** A name in the text that may also occur elsewhere. */
export type Occurrence = Span & {
  name: string
  /** `write` if the name is defined at the span, `read` if it is used there. */
  role: 'write' | 'read'
  part: DocumentPart
} & (
    | { kind: 'anchor'; target: Node }
    | { kind: 'group'; scalar: Scalar }
    | { kind: 'host'; scalar: Scalar; hostKind: 'name' | 'ip' | 'either' }
    | { kind: 'variable' }
  )

/** All occurrences of anchors, link groups, hosts and variables, in the order of the text. */
export const listOccurrences = memoizePerObject((view: View): readonly Occurrence[] =>
  findOccurrencesIn(view, listParts(view)),
)

const findOccurrencesIn = (view: View, parts: readonly DocumentPart[]): Occurrence[] =>
  parts
    .flatMap((part) => [
      ...findAnchors(view, part),
      ...findNames(view, part),
      ...findVariables(view, part),
    ])
    .sort((left, right) => left.start - right.start)

/**
 * The occurrence at an offset, including the `&`, `*`, `$` or `${` before the name. To be fast where there is none, it
 * first searches only the parts at the offset.
 */
export function findOccurrence(view: View, offset: number): Occurrence | undefined {
  const isAt = ({ kind, start, end }: Occurrence): boolean =>
    start - (kind === 'anchor' ? 1 : kind === 'variable' ? 2 : 0) <= offset && offset <= end
  const partsAtOffset = listPartsWithin(view, { start: offset, end: offset })
  return findOccurrencesIn(view, partsAtOffset).some(isAt)
    ? listOccurrences(view).find(isAt)
    : undefined
}

/** Anchors are compared by their target, because several anchors can have the same name. */
export function isSameOccurrence(left: Occurrence, right: Occurrence): boolean {
  if (left.kind === 'anchor') return right.kind === 'anchor' && left.target === right.target
  return left.kind === right.kind && left.name === right.name
}

/** The anchors and aliases of a part. */
export function findAnchors({ document }: View, part: DocumentPart): Occurrence[] {
  const nodes = part.pair ? [part.pair.key, part.node] : [part.node]
  return nodes.flatMap((node): Occurrence[] => {
    if (node.kind === 'alias')
      return [
        {
          kind: 'anchor',
          name: node.name,
          role: 'read',
          part,
          target: node.target,
          start: node.start + 1,
          end: node.start + 1 + node.name.length,
        },
      ]
    const start =
      node.anchor === undefined ? undefined : findAnchorStart(document, node.anchor, node.start)
    return node.anchor === undefined || start === undefined
      ? []
      : [
          {
            kind: 'anchor',
            name: node.anchor,
            role: 'write',
            part,
            target: node,
            start,
            end: start + node.anchor.length,
          },
        ]
  })
}

/** The offset of an anchor's name before its node; comments may be between them. */
function findAnchorStart(
  document: View['document'],
  name: string,
  nodeStart: number,
): number | undefined {
  const { text } = document
  const anchorText = `&${name}`
  for (
    let start = text.lastIndexOf(anchorText, nodeStart);
    start >= 0;
    start = start > 0 ? text.lastIndexOf(anchorText, start - 1) : -1
  ) {
    if (!findComment(document, start) && !/[\w-]/.test(text.charAt(start + anchorText.length)))
      return start + 1
  }
  return undefined
}

/**
 * The variables in a value. In a secret, only those in braces, because any other dollar sign may be part of the secret.
 */
function findVariables({ text }: View, part: DocumentPart): Occurrence[] {
  const { node, key } = part
  if (node.kind !== 'text' || !node.value.includes('$')) return []
  return listVariableReferences(text.slice(node.start, node.end)).flatMap(
    ({ name, end }): Occurrence[] => {
      const isBraced = text.charAt(node.start + end - 1) === '}'
      if (!variableNamePattern.test(name) || (key?.isSecret && !isBraced)) return []
      const nameEnd = node.start + end - (isBraced ? 1 : 0)
      return [
        { kind: 'variable', name, role: 'read', part, start: nameEnd - name.length, end: nameEnd },
      ]
    },
  )
}

/** Matches a valid name of an environment variable. */
export const variableNamePattern = /^[A-Za-z_]\w*$/

/** A key whose values name hosts or groups. */
type NameKey = {
  /** The path of the key, as `isAtPlace` expects it. */
  place: readonly string[]
  kind: NamedThing
  role: Occurrence['role']
  hostKind: 'name' | 'ip' | 'either'
}

/** Values of formats that are not listed are addresses that contain a host. */
const hostKindByFormat: Readonly<Record<string, NameKey['hostKind']>> = {
  text: 'name',
  ip: 'ip',
}

/**
 * The keys whose values name hosts or groups, by the name of the key in lower case, so that most parts need only one
 * lookup.
 */
const listNameKeys = memoizePerObject(
  (schema: SchemaNode): ReadonlyMap<string, readonly NameKey[]> => {
    const places = new Map<string, NameKey[]>()
    for (const [name, schemaPlaces] of getPlacesByName(schema)) {
      const nameKeys = schemaPlaces.flatMap(({ path, key }): NameKey[] => {
        const { defines, mentions = defines } = texts[key.index] ?? {}
        if (mentions === undefined) return []
        const place = generalizePath(path).replaceAll('[]', '.[]').split('.')
        const facts = {
          kind: mentions,
          role: defines ? ('write' as const) : ('read' as const),
          hostKind: hostKindByFormat[(key.item ?? key).format?.name ?? ''] ?? 'either',
        }
        return [
          { place, ...facts },
          { place: [...place, '[]'], ...facts },
        ]
      })
      if (nameKeys.length > 0) places.set(name.toLowerCase(), nameKeys)
    }
    return places
  },
)

/** The host or the group that a value names, or nothing. */
function findNames({ text, model }: View, part: DocumentPart): Occurrence[] {
  const { node, parent, step } = part
  if (node.kind !== 'text') return []
  const lastKey = String(typeof step === 'number' ? parent?.step : step).toLowerCase()
  const nameKey = listNameKeys(model.schema)
    .get(lastKey)
    ?.find(({ place }) => isAtPlace(part, place))
  if (!nameKey) return []
  const { kind, role, hostKind } = nameKey
  if (kind === 'group') {
    if (node.value === '' || node.value.includes('$')) return []
    const { start, end } = node
    return [{ kind, name: node.value, role, part, scalar: node, start, end }]
  }
  const [hostStart, hostEnd] =
    hostKind === 'either' ? findHostRange(node.value) : [0, node.value.length]
  const start = findValueStart(text, node)
  const name = node.value.slice(hostStart, hostEnd).toLowerCase()
  if (start === undefined || name === '' || /[$\s]/.test(name)) return []
  return [
    {
      kind,
      name,
      role,
      part,
      scalar: node,
      hostKind,
      start: start + hostStart,
      end: start + hostEnd,
    },
  ]
}

/** The offset of a scalar's value in the text, if it is written there unchanged. */
function findValueStart(text: string, { style, start, kind, value }: Scalar): number | undefined {
  if (kind !== 'text') return undefined
  const valueStart = start + (style === 'single' || style === 'double' ? 1 : 0)
  return text.startsWith(value, valueStart) ? valueStart : undefined
}

/** The known router files. */
export type Workspace = readonly {
  /** The path of the file, in any form. Results contain it unchanged. */
  path: string
  /** The file with its analysis. */
  view: View
}[]

/** A span of the file at `path`; without a path, of the file in the request. */
export type Location = Span & {
  /** Path of the file. */
  path?: string
}

/**
 * The files to search, first the file of `view`. The path of this file is undefined if neither `workspace` nor the
 * options of `view` contain it.
 */
export function listViews(
  view: View,
  workspace: Workspace,
): { path: string | undefined; view: View }[] {
  const { path } = view.options
  const ownPath = workspace.find((file) => file.view === view)?.path ?? path
  return [
    { path: ownPath, view },
    ...workspace.filter((file) => file.view !== view && file.path !== ownPath),
  ]
}

export const toLocation = ({ start, end }: Span, path: string | undefined): Location => ({
  ...(path !== undefined && { path }),
  start,
  end,
})

/**
 * Finds all occurrences in the workspace that have the kind and name of `occurrence`; for an anchor, only those in the
 * file of `view` with the same target.
 */
export function findAllOccurrences(
  view: View,
  occurrence: Occurrence,
  workspace: Workspace,
): { path: string | undefined; view: View; occurrence: Occurrence }[] {
  const files = listViews(view, occurrence.kind === 'anchor' ? [] : workspace)
  return files.flatMap((file) =>
    listOccurrences(file.view).flatMap((other) =>
      isSameOccurrence(occurrence, other) ? [{ ...file, occurrence: other }] : [],
    ),
  )
}
