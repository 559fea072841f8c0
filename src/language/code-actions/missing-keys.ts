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
import { findSchemaValue, selectShape } from '../../schema/visit.js'
import { findExample, isUsualIn } from '../examples.js'
import { detectLayoutStyle } from '../layout.js'
import type { View } from '../view.js'
import type { CodeAction, NumberedDiagnostic } from './action.js'

/** Once this many characters are parsed, further maps get no action: each added key parses the whole text again. */
const maxParsedCharacters = 2_000_000

/**
 * For each map that lacks required keys, an action that adds them with defaults or examples, in the order of the
 * schema. There is no action for a single missing key that the finding's fix adds already.
 */
export function createMissingKeyActions(
  view: View,
  findings: readonly NumberedDiagnostic[],
): CodeAction[] {
  const maps = new Map(
    findings.flatMap(({ finding, diagnostic }) =>
      getTraits(finding.rule).absence === 'required'
        ? [[toPathKey(finding.path), { finding, diagnostic }] as const]
        : [],
    ),
  )
  let remainingCharacters = maxParsedCharacters
  return [...maps.values()].flatMap(({ finding: { path, fix }, diagnostic }): CodeAction[] => {
    if (remainingCharacters < 0) return []
    const addition = addMissingKeys(view, path)
    remainingCharacters -= view.text.length * (1 + (addition?.names.length ?? 0))
    if (!addition || (fix && addition.names.length === 1)) return []
    const names = addition.names.map((name) => `\`${name}\``).join(', ')
    const targetText = path.length === 0 ? '' : ` to \`${formatPath(path)}\``
    return [
      {
        kind: 'quickfix',
        title: `Add ${names}${targetText}`,
        diagnostic,
        isPreferred: false,
        edits: diffTexts(view.text, addition.text),
      },
    ]
  })
}

function addMissingKeys(view: View, path: Path): { text: string; names: string[] } | undefined {
  const { mapIndent } = detectLayoutStyle([view.document])
  const names: string[] = []
  let current = view.text
  for (;;) {
    const document = parseDocument(current)
    const next = findMissingKeysAt(view, document, path).find(({ name }) => !names.includes(name))
    if (!next) break
    const edits = addEntry(
      document,
      path,
      createExampleEntry(next.name, next.child, mapIndent),
      findPrecedingEntry(document, path, next),
    )
    if (!edits) return undefined
    current = applyEdits(current, edits)
    names.push(next.name)
  }
  return names.length > 0 ? { text: current, names } : undefined
}

type MissingKey = { name: string; child: SchemaNode; shape: SchemaNode }

function findMissingKeysAt(
  { model, readResult: { environment } }: View,
  document: Document,
  path: Path,
): MissingKey[] {
  const { root } = document
  const scope = { document, environment }
  const { key, value: map } = findSchemaValue(scope, model.schema, path) ?? {}
  if (!root || !key || map?.kind !== 'map') return []
  const shape = selectShape(key, document.entries(map), environment) ?? key
  return findMissingKeys({ ...scope, root }, key, shape, map).map((missingKey) => ({
    ...missingKey,
    shape,
  }))
}

/**
 * The entry after which a missing key belongs in the order of the schema; undefined if the map contains none of the
 * keys that precede it there.
 */
function findPrecedingEntry(
  document: Document,
  path: Path,
  { name, shape }: MissingKey,
): Parameters<typeof addEntry>[3] {
  const precedingNames = shape.names.slice(0, Math.max(0, shape.names.indexOf(name))).reverse()
  const entry = precedingNames
    .map((other) => findEntry(document, [...path, other]))
    .find((place) => place && 'pair' in place)
  return entry && 'pair' in entry ? entry : undefined
}

/**
 * The keys of a new map: its required keys and the keys that most files have. Omits a key if another listed key sets
 * the same value (`sameAs`).
 */
function listNewKeys(map: SchemaNode): string[] {
  const names = map.names.filter((name) => map.required.includes(name) || isUsualIn(map, name))
  const sameAsPaths = names.map((name) => map.child(name)?.sameAs)
  return names.filter((name) => !sameAsPaths.some((path) => path?.split('.').at(-1) === name))
}

/**
 * An entry with a value that the router accepts or, if none can be guessed, with the placeholder `CHANGE_ME`, which the
 * linter reports.
 */
function createExampleEntry(name: string, key: SchemaNode, mapIndent: number): NewEntry {
  if (key.kinds.has('map')) {
    const innerLines = listNewKeys(key).flatMap((innerName) => {
      const child = key.child(innerName)
      const entry = child?.isRead ? createExampleEntry(innerName, child, mapIndent) : undefined
      return entry ? [`${innerName}:${entry.afterColon}`, ...entry.linesBelow] : []
    })
    return {
      name,
      afterColon: innerLines.length > 0 ? '' : ' {}',
      linesBelow: innerLines.map((line) => ' '.repeat(mapIndent) + line),
    }
  }
  return { name, afterColon: ` ${formatExampleValue(key)}`, linesBelow: [] }
}

function formatExampleValue(key: SchemaNode): string {
  const { keyFacts, bounds, words } = key
  if (key.kinds.has('list')) {
    const item = key.item && findExample(key.item)
    return item === undefined ? '[]' : `[${formatScalar(item)}]`
  }
  const exampleValue =
    keyFacts.default ?? keyFacts.const ?? bounds?.min ?? words?.[0] ?? findExample(key)
  if (exampleValue === undefined || typeof exampleValue === 'object')
    return key.kinds.has('bool') ? 'false' : 'CHANGE_ME'
  return typeof exampleValue === 'string' ? formatScalar(exampleValue) : String(exampleValue)
}
