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
  /** Whether the name is defined here, or used. */
  role: 'write' | 'read'
  part: DocumentPart
} & (
    | { kind: 'anchor'; target: Node }
    | { kind: 'group'; scalar: Scalar }
    | { kind: 'host'; scalar: Scalar; as: 'name' | 'ip' | 'either' }
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
 * The occurrence at an offset, including the `&` or `*` before the name. Fast if there is none: then only the parts at
 * the offset are read.
 */
export function findOccurrence(view: View, offset: number): Occurrence | undefined {
  const isAt = ({ kind, start, end }: Occurrence): boolean =>
    start - (kind === 'anchor' ? 1 : kind === 'variable' ? 2 : 0) <= offset && offset <= end
  const near = listPartsWithin(view, { start: offset, end: offset })
  return findOccurrencesIn(view, near).some(isAt) ? listOccurrences(view).find(isAt) : undefined
}

/** Whether two occurrences name the same thing. Anchors are compared by their target, as a name can be reused. */
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
  before: number,
): number | undefined {
  const { text } = document
  const sign = `&${name}`
  for (
    let start = text.lastIndexOf(sign, before);
    start >= 0;
    start = start > 0 ? text.lastIndexOf(sign, start - 1) : -1
  ) {
    if (!findComment(document, start) && !/[\w-]/.test(text.charAt(start + sign.length)))
      return start + 1
  }
  return undefined
}

/** The variables in a value. What looks like one in a secret may be a part of the secret. */
function findVariables({ text }: View, part: DocumentPart): Occurrence[] {
  const { node, key } = part
  if (node.kind !== 'text' || !node.value.includes('$')) return []
  return listVariableReferences(text.slice(node.start, node.end)).flatMap(
    ({ name, end }): Occurrence[] => {
      const isBraced = text.charAt(node.start + end - 1) === '}'
      if (!variableName.test(name) || (key?.secret && !isBraced)) return []
      const last = node.start + end - (isBraced ? 1 : 0)
      return [{ kind: 'variable', name, role: 'read', part, start: last - name.length, end: last }]
    },
  )
}

/** The name of a variable that an environment can have. */
export const variableName = /^[A-Za-z_]\w*$/

/** A place whose values name hosts or groups. */
type NamingPlace = {
  place: readonly string[]
  kind: NamedThing
  role: Occurrence['role']
  as: 'name' | 'ip' | 'either'
}

/** Formats whose whole value is a host, and its kind. Values of other formats are addresses that contain a host. */
const hostFormats: Readonly<Record<string, NamingPlace['as']>> = { text: 'name', ip: 'ip' }

/** The places whose values name hosts or groups, by the last key in small letters; other keys are skipped early. */
const listNamingPlaces = memoizePerObject(
  (schema: SchemaNode): ReadonlyMap<string, readonly NamingPlace[]> => {
    const places = new Map<string, NamingPlace[]>()
    for (const [name, known] of getPlacesByName(schema)) {
      const naming = known.flatMap(({ path, key }): NamingPlace[] => {
        const { defines, mentions = defines } = texts[key.index] ?? {}
        if (mentions === undefined) return []
        const place = generalizePath(path).replaceAll('[]', '.[]').split('.')
        const facts = {
          kind: mentions,
          role: defines ? ('write' as const) : ('read' as const),
          as: hostFormats[(key.item ?? key).format?.name ?? ''] ?? 'either',
        }
        return [
          { place, ...facts },
          { place: [...place, '[]'], ...facts },
        ]
      })
      if (naming.length > 0) places.set(name.toLowerCase(), naming)
    }
    return places
  },
)

/** The host or the group that a value names. */
function findNames({ text, model }: View, part: DocumentPart): Occurrence[] {
  const { node, parent, step } = part
  if (node.kind !== 'text') return []
  const last = String(typeof step === 'number' ? parent?.step : step).toLowerCase()
  const found = listNamingPlaces(model.schema)
    .get(last)
    ?.find(({ place }) => isAtPlace(part, place))
  if (!found) return []
  const { kind, role, as } = found
  if (kind === 'group') {
    if (node.value === '' || node.value.includes('$')) return []
    const { start, end } = node
    return [{ kind, name: node.value, role, part, scalar: node, start, end }]
  }
  const [from, to] = as === 'either' ? findHostRange(node.value) : [0, node.value.length]
  const start = findValueStart(text, node)
  const name = node.value.slice(from, to).toLowerCase()
  if (start === undefined || name === '' || /[$\s]/.test(name)) return []
  return [{ kind, name, role, part, scalar: node, as, start: start + from, end: start + to }]
}

/** The offset of a scalar's value in the text, if it is written there unchanged. */
function findValueStart(text: string, { style, start, kind, value }: Scalar): number | undefined {
  if (kind !== 'text') return undefined
  const at = start + (style === 'single' || style === 'double' ? 1 : 0)
  return text.startsWith(value, at) ? at : undefined
}

/** The known router files, with their paths as the caller names them. */
export type Workspace = readonly {
  /** Path of the file. */
  path: string
  /** The file with its analysis. */
  view: View
}[]

/** A span of a file; without a path, of the requested file. */
export type Location = Span & {
  /** Path of the file. */
  path?: string
}

/** The files to search, the requested one first. */
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

/** A span in a file that may have a path. */
export const toLocation = ({ start, end }: Span, path: string | undefined): Location => ({
  ...(path !== undefined && { path }),
  start,
  end,
})

/** All occurrences of the name at an offset. Anchors belong to one file only. */
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
