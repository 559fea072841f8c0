import { parseDocument } from '../document/document.js'
import type { Position } from '../document/diagnostic.js'
import { toPosition } from '../document/diagnostic.js'
import { applyEdits } from '../edit/edits.js'
import { format } from '../language/formatting.js'
import { viewOf } from '../language/view.js'
import type { Options } from '../lint/lint.js'
import { sortKeys } from './sort-keys.js'

/** How to format a router file. */
export type FormatOptions = Options & {
  /** Whether to put the keys of maps in the order of the schema. */
  sort?: boolean
}

/**
 * Formats a router file with consistent white space, as editors do. Values, quotes, comments, and sections with syntax
 * errors stay unchanged.
 */
export function formatText(text: string, { sort = false, ...options }: FormatOptions = {}): string {
  const sortedText = sort ? sortKeys(text, options) : text
  return applyEdits(sortedText, format(viewOf(sortedText, options)))
}

/** The position of the first syntax error; undefined if there is none. An empty document is not an error. */
export function findSyntaxError(text: string): Position | undefined {
  const { problems, lineStarts } = parseDocument(text)
  const problem = problems.find(({ code }) => code !== 'empty-document')
  return problem && toPosition(lineStarts(), problem.start)
}
