import type { Diagnostic, Edit, Path, Span } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import { formatScalar, removeAt, renameKey, replaceScalar } from '../../edit/edit.js'
import type { Schema } from '../../schema/data-schema.js'
import { listNamedWords } from '../../schema/data-schema.js'
import { findNearest } from '../../schema/suggest.js'
import type { CodeAction } from '../code-actions/action.js'
import { selectFindingsInRange } from '../code-actions/action.js'
import { rankCandidates } from '../code-actions/quick-fixes.js'
import type { ConfigurationText } from './schema.js'
import { findSchema, listTypes, toOwnPath } from './schema.js'

type Correction = { title: string; edits: Edit[] | undefined; isPreferred?: boolean }

/** Maximum number of mistakes to offer fixes for at once: nobody reads longer lists. */
const maxCorrectedMistakes = 50

/** Fixes for the mistakes in a range of a config file; `mistakes` are all mistakes of the file. */
export function fixConfiguration(
  file: ConfigurationText,
  range: Span,
  mistakes: readonly Diagnostic[],
): CodeAction[] {
  const document = parseDocument(file.text)
  return selectFindingsInRange(mistakes, range)
    .slice(0, maxCorrectedMistakes)
    .flatMap(({ finding: { path: pathInFile }, diagnostic }) => {
      const path = toOwnPath(file, pathInFile)
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

/** Maximum edit distance between a wrong value and its replacement. */
const maxDistance = 10

function correctKey(
  { rootPath, isJson }: ConfigurationText,
  document: Document,
  { path, parent }: { path: Path; parent: Schema },
): Correction[] {
  const name = String(path.at(-1))
  const fullPath = [...rootPath, ...path]
  const nearest = findNearest(name, Object.keys(parent.properties ?? {}))
  const names = nearest === undefined ? [] : [nearest]
  return [
    ...names.map((other) => ({
      title: `Rename \`${name}\` to \`${other}\``,
      edits: renameKey(document, fullPath, isJson ? JSON.stringify(other) : formatScalar(other)),
      isPreferred: true,
    })),
    { title: `Remove unknown key \`${name}\``, edits: removeAt(document, fullPath) },
  ]
}

function correctValue(
  { rootPath, isJson }: ConfigurationText,
  document: Document,
  { path, schema }: { path: Path; schema: Schema },
): Correction[] {
  const fullPath = [...rootPath, ...path]
  const value = document.find(fullPath)?.value
  if (!value || value.kind === 'map' || value.kind === 'list') return []
  const currentText =
    value.kind === 'text' ? value.value : document.text.slice(value.start, value.end)
  const quotedText = JSON.stringify(currentText)
  const words = listNamedWords(schema) ?? []
  if (words.length > 0)
    return rankCandidates(currentText, words, maxDistance).map((word, index) => ({
      title: `Replace \`${currentText}\` with \`${word}\``,
      edits: replaceScalar(document, fullPath, isJson ? JSON.stringify(word) : formatScalar(word)),
      isPreferred: index === 0 && word === findNearest(currentText, words),
    }))
  return listTypes(schema).includes('string') && value.kind !== 'text' && value.kind !== 'null'
    ? [
        {
          title: `Quote the value of \`${String(path.at(-1))}\``,
          edits: replaceScalar(document, fullPath, quotedText),
          isPreferred: true,
        },
      ]
    : []
}
