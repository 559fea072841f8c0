import type { Diagnostic, Edit, Path, Span } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import { formatScalar, removeAt, renameKey, replaceScalar } from '../../edit/edit.js'
import type { Schema } from '../../schema/data-schema.js'
import { listNamedWords } from '../../schema/data-schema.js'
import { findNearest } from '../../schema/suggest.js'
import type { CodeAction } from '../code-actions/action.js'
import { selectTouching } from '../code-actions/action.js'
import { rankCandidates } from '../code-actions/quick-fixes.js'
import type { ConfigurationText } from './schema.js'
import { findSchema, listTypes, toOwnPath } from './schema.js'

type Correction = { title: string; edits: Edit[] | undefined; isPreferred?: boolean }

/** Maximum number of mistakes to offer fixes for at once: nobody reads longer lists. */
const maxCorrected = 50

/** Fixes for the mistakes in a range of a config file; `found` holds all mistakes of the file. */
export function fixConfiguration(
  file: ConfigurationText,
  range: Span,
  found: readonly Diagnostic[],
): CodeAction[] {
  const document = parseDocument(file.text)
  return selectTouching(found, range)
    .slice(0, maxCorrected)
    .flatMap(({ found: { path: steps }, diagnostic }) => {
      const path = toOwnPath(file, steps)
      if (!path || path.length === 0) return []
      return listCorrections(file, document, path).flatMap(
        ({ title, edits, isPreferred = false }): CodeAction[] =>
          edits ? [{ kind: 'quickfix', title, diagnostic, isPreferred, edits }] : [],
      )
    })
}

function listCorrections(file: ConfigurationText, document: Document, path: Path): Correction[] {
  const schema = findSchema(path)
  if (schema) return correctValue(file, document, { path, schema })
  const parent = findSchema(path.slice(0, -1))
  return parent ? correctKey(file, document, { path, parent }) : []
}

/** Values that differ in more characters are not offered. */
const maxDistance = 10

function correctKey(
  { at, isJson }: ConfigurationText,
  document: Document,
  { path, parent }: { path: Path; parent: Schema },
): Correction[] {
  const name = String(path.at(-1))
  const whole = [...at, ...path]
  const nearest = findNearest(name, Object.keys(parent.properties ?? {}))
  const names = nearest === undefined ? [] : [nearest]
  return [
    ...names.map((other) => ({
      title: `Rename \`${name}\` to \`${other}\``,
      edits: renameKey(document, whole, isJson ? JSON.stringify(other) : formatScalar(other)),
      isPreferred: true,
    })),
    { title: `Remove unknown key \`${name}\``, edits: removeAt(document, whole) },
  ]
}

function correctValue(
  { at, isJson }: ConfigurationText,
  document: Document,
  { path, schema }: { path: Path; schema: Schema },
): Correction[] {
  const whole = [...at, ...path]
  const value = document.find(whole)?.value
  if (!value || value.kind === 'map' || value.kind === 'list') return []
  const written = value.kind === 'text' ? value.value : document.text.slice(value.start, value.end)
  const quoted = JSON.stringify(written)
  const words = listNamedWords(schema) ?? []
  if (words.length > 0)
    return rankCandidates(written, words, maxDistance).map((word, index) => ({
      title: `Replace \`${written}\` with \`${word}\``,
      edits: replaceScalar(document, whole, isJson ? JSON.stringify(word) : formatScalar(word)),
      isPreferred: index === 0 && word === findNearest(written, words),
    }))
  return listTypes(schema).includes('string') && value.kind !== 'text' && value.kind !== 'null'
    ? [
        {
          title: `Quote the value of \`${String(path.at(-1))}\``,
          edits: replaceScalar(document, whole, quoted),
          isPreferred: true,
        },
      ]
    : []
}
