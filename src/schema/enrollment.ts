import type { Diagnostic, Path } from '../document/diagnostic.js'
import { toPath } from '../document/diagnostic.js'
import type { Document, Node } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import { expandVariables } from '../document/environment.js'
import { formatGoValue } from '../formats/format.js'
import { resolveAlias } from '../yaml/index.js'
import type { Json } from '../document/record.js'
import type { DocumentScope } from './conditions.js'
import type { SchemaNode } from './key.js'
import type { Model } from './model.js'
import { findKeyName, visitDocument } from './visit.js'

/** What `ziti router enroll` uses from a file. */
export type EnrollmentView = {
  /** The paths of the used values in the file. */
  paths: readonly Path[]
  /** The used values as JSON, by the path where the router stores them. Equal values in two places count once. */
  values: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Finds what `ziti router enroll` of a release uses from a file: where it writes keys and certificates, what it
 * requests, and, depending on the release, which controllers and files it stores. The running router may read other
 * keys. Enrollment reads the whole file and may refuse it; findings report that.
 */
export function createEnrollmentView(
  document: Document,
  { schema }: Model,
  environment: Environment | undefined,
): EnrollmentView {
  const paths: Path[] = []
  const values = new Map<string, Set<string>>()
  const { root } = document
  const scope = { document, environment }
  visitDocument(scope, schema, ({ key, value, siblings, ...place }) => {
    if (!key.isRead || !root) return false
    if (siblings && key.condition?.holds({ ...scope, root }, siblings) === false) return false
    if (!key.isUsedByEnroll) return value.kind === 'map'
    const path = toPath(place)
    const storedPath = key.sameAs ?? path.join('.')
    const text = JSON.stringify(toPlainValue(scope, value, key))
    paths.push(path)
    values.set(storedPath, (values.get(storedPath) ?? new Set()).add(text))
    return false
  })
  return { paths, values }
}

/**
 * The content of a node as the release reads it, with variables expanded and keys sorted. Omits keys that the release
 * does not read. Content more than 20 levels deep becomes null.
 */
function toPlainValue(
  scope: DocumentScope,
  node: Node,
  key: SchemaNode | undefined,
  depth = 20,
): Json {
  const value = resolveAlias(node)
  if (depth === 0) return null
  if (value.kind === 'text') return expandVariables(value.value, scope.environment).text
  if (value.kind === 'list')
    return value.items.map((item) => toPlainValue(scope, item, key?.item, depth - 1))
  if (value.kind !== 'map') return formatGoValue(value)
  const entries = [...scope.document.entries(value).byName].flatMap(([writtenName, field]) => {
    const name = (key && findKeyName(key, writtenName)) ?? writtenName
    const isRead = !key || key.names.length === 0 || key.child(name)?.isRead
    return isRead
      ? [[name, toPlainValue(scope, field.value, key?.child(name), depth - 1)] as const]
      : []
  })
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Whether two views have the same values, so that enrolling with either file gives the same result. */
export const hasSameEnrollment = (left: EnrollmentView, right: EnrollmentView): boolean =>
  left.values.size === right.values.size &&
  [...left.values].every(([path, texts]) => {
    const others = right.values.get(path)
    return others?.size === texts.size && [...texts].every((text) => others.has(text))
  })

/**
 * Whether enrollment succeeds with a readable file: it has `csr` and `identity`, and no error at or below a path that
 * enrollment uses.
 */
export const canEnroll = (
  { paths, values }: EnrollmentView,
  findings: readonly Pick<Diagnostic, 'severity' | 'path'>[],
): boolean =>
  values.has('csr') &&
  values.has('identity') &&
  findings.every(
    ({ severity, path }) =>
      severity !== 'error' ||
      !paths.some((usedPath) => usedPath.every((step, index) => step === path[index])),
  )
