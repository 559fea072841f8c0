import type { Path } from '../../document/diagnostic.js'
import { formatPath, toPathKey } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import type { NewEntry } from '../../edit/edit.js'
import { addEntry, formatScalar } from '../../edit/edit.js'
import { diffTexts, applyEdits } from '../../edit/edits.js'
import { findEntry } from '../../edit/entry.js'
import { getTraits } from '../../lint/catalog.js'
import type { SchemaNode } from '../../schema/key.js'
import { findMissingKeys } from '../../schema/map-keys.js'
import { findVisited, selectShape } from '../../schema/visit.js'
import { findExample, isUsualIn } from '../examples.js'
import { detectLayoutStyle } from '../layout.js'
import type { View } from '../view.js'
import type { CodeAction, NumberedDiagnostic } from './action.js'

/** Maximum number of characters parsed to add keys to the maps of a range: each map parses the text several times. */
const maxWork = 2_000_000

/** Adds missing required keys, with their defaults or with examples, in the order of the schema. */
export function createMissingKeyActions(
  view: View,
  findings: readonly NumberedDiagnostic[],
): CodeAction[] {
  const maps = new Map(
    findings.flatMap(({ found, diagnostic }) =>
      getTraits(found.rule).absence === 'required'
        ? [[toPathKey(found.path), { found, diagnostic }] as const]
        : [],
    ),
  )
  let work = maxWork
  return [...maps.values()].flatMap(({ found: { path, fix }, diagnostic }): CodeAction[] => {
    if (work < 0) return []
    const text = addMissingKeys(view, path)
    work -= view.text.length * (1 + (text?.names.length ?? 0))
    if (!text || (fix && text.names.length === 1)) return []
    const names = text.names.map((name) => `\`${name}\``).join(', ')
    const where = path.length === 0 ? '' : ` to \`${formatPath(path)}\``
    return [
      {
        kind: 'quickfix',
        title: `Add ${names}${where}`,
        diagnostic,
        isPreferred: false,
        edits: diffTexts(view.text, text.text),
      },
    ]
  })
}

function addMissingKeys(view: View, path: Path): { text: string; names: string[] } | undefined {
  const { step } = detectLayoutStyle([view.document])
  const names: string[] = []
  let current = view.text
  for (;;) {
    const document = parseDocument(current)
    const next = findMissingKeysAt(view, document, path).find(({ name }) => !names.includes(name))
    if (!next) break
    const edits = addEntry(
      document,
      path,
      createExampleEntry(next.name, next.child, step),
      findPrecedingPlace(document, path, next),
    )
    if (!edits) return undefined
    current = applyEdits(current, edits)
    names.push(next.name)
  }
  return names.length > 0 ? { text: current, names } : undefined
}

type MissingKey = { name: string; child: SchemaNode; shape: SchemaNode }

function findMissingKeysAt(
  { model, reading: { environment } }: View,
  document: Document,
  path: Path,
): MissingKey[] {
  const { root } = document
  const scope = { document, environment }
  const { key, value: map } = findVisited(scope, model.schema, path) ?? {}
  if (!root || !key || map?.kind !== 'map') return []
  const shape = selectShape(key, document.entries(map), environment) ?? key
  return findMissingKeys({ ...scope, root }, key, shape, map).map((missing) => ({
    ...missing,
    shape,
  }))
}

/** The entry after which a key belongs in the order of the schema. */
function findPrecedingPlace(
  document: Document,
  path: Path,
  { name, shape }: MissingKey,
): Parameters<typeof addEntry>[3] {
  const precedingNames = shape.names.slice(0, Math.max(0, shape.names.indexOf(name))).reverse()
  const found = precedingNames
    .map((other) => findEntry(document, [...path, other]))
    .find((place) => place && 'pair' in place)
  return found && 'pair' in found ? found : undefined
}

/** The keys of a new map: required ones and those that most files have; of two keys for the same value, only one. */
function listNewKeys(map: SchemaNode): string[] {
  const names = map.names.filter((name) => map.required.includes(name) || isUsualIn(map, name))
  const stored = names.map((name) => map.child(name)?.sameAs)
  return names.filter((name) => !stored.some((path) => path?.split('.').at(-1) === name))
}

/**
 * An entry with a value that the router accepts. A value that cannot be guessed is a placeholder, which the linter
 * reports.
 */
function createExampleEntry(name: string, key: SchemaNode, step: number): NewEntry {
  if (key.kinds.has('map')) {
    const inner = listNewKeys(key).flatMap((inside) => {
      const child = key.child(inside)
      const written = child?.read ? createExampleEntry(inside, child, step) : undefined
      return written ? [`${inside}:${written.rest}`, ...written.below] : []
    })
    return {
      name,
      rest: inner.length > 0 ? '' : ' {}',
      below: inner.map((line) => ' '.repeat(step) + line),
    }
  }
  return { name, rest: ` ${formatExampleValue(key)}`, below: [] }
}

function formatExampleValue(key: SchemaNode): string {
  const { source, bounds, words } = key
  if (key.kinds.has('list')) {
    const item = key.item && findExample(key.item)
    return item === undefined ? '[]' : `[${formatScalar(item)}]`
  }
  const initial = source.default ?? source.const ?? bounds?.least ?? words?.[0] ?? findExample(key)
  if (initial === undefined || typeof initial === 'object')
    return key.kinds.has('bool') ? 'false' : 'CHANGE_ME'
  return typeof initial === 'string' ? formatScalar(initial) : String(initial)
}
