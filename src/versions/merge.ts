import type { Path, Severity } from '../document/diagnostic.js'
import { parseDocument } from '../document/document.js'
import type { Options } from '../lint/lint.js'
import { lint } from '../lint/lint.js'
import { findSyntaxError } from './format.js'
import { mergeMaps } from './merge/combine.js'
import { printMerged } from './merge/print.js'
import type { MapValue, SourceLine, MergeValue } from './merge/value.js'
import { readMapValue } from './merge/value.js'

/** A file to merge. */
export type MergeFile = {
  /** The name of the file in comments and findings; the file is not read. */
  path: string
  /** The content of the file. */
  text: string
}

/** A finding about a merged file, at the source of the value. */
export type MergeFinding = {
  /** The id of the lint rule. */
  rule: string
  /** How serious the finding is. */
  severity: Severity
  /** What is wrong and what to do, for people to read. */
  message: string
  /** The file and line to change: of the value, or of the nearest map or list around it. */
  source: SourceLine
}

/** A merged router file, and what to know about it. */
export type Merged = {
  /** The merged file as YAML, with a comment for the source of each value. */
  text: string
  /** Parts of overlays that have no effect, one sentence each. */
  notes: string[]
  /** The findings of the merged file, for the release in `options.target`. */
  findings: MergeFinding[]
}

/**
 * Merges a router file with overlays, one after the other. Maps are merged key by key, and lists whose items have a
 * `binding` or a `name` are merged item by item; all other values in an overlay replace earlier values. `null` removes
 * a key, and an item `- NAME: null` removes all items with this binding or name. Each value has a comment with the file
 * and line that it comes from.
 */
export function merge(
  base: MergeFile,
  overlays: readonly MergeFile[],
  options: Options = {},
): Merged {
  const notes: string[] = []
  let mergedItem = readFile(base)
  for (const overlay of overlays)
    mergedItem = mergeMaps(mergedItem, readFile(overlay), { add: (note) => notes.push(note) })
  const text = printMerged(mergedItem)
  const findings = lint(text, options).map(({ rule, severity, message, path }) => ({
    rule,
    severity,
    message,
    source: findSource(mergedItem, path),
  }))
  return { text, notes, findings }
}

const readFile = ({ text, path }: MergeFile): MapValue => readMapValue(parseDocument(text), path)

/** The source of the value at a path; if there is no value, the source of the nearest map or list around the path. */
function findSource(root: MapValue, path: Path): SourceLine {
  let value: MergeValue = root
  for (const step of path) {
    const next: MergeValue | undefined =
      value.kind === 'map'
        ? value.entries.get(String(step))?.value
        : value.kind === 'list'
          ? value.items[Number(step)]?.value
          : undefined
    if (!next) break
    value = next
  }
  return value.source
}

/** Why a text cannot be merged, for the end of a sentence; undefined if it can. */
export function findMergeProblem(text: string): string | undefined {
  const { root, unreadContent, problems } = parseDocument(text)
  const isEmpty = problems.some(({ code }) => code === 'empty-document')
  if (!root && !isEmpty && !text.trimStart().startsWith('{'))
    return 'is not a map of keys; write `key: value` lines'
  const error = findSyntaxError(text)
  if (error)
    return `has a syntax error in line ${error.line + 1}, column ${error.character + 1}, and cannot be merged; \`routerfile lint\` shows it`
  return unreadContent ? 'has several documents; only files with one can be merged' : undefined
}
