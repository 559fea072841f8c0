import type { Text } from '@codemirror/state'
import type { WorkspaceEdit } from 'vscode-languageserver-protocol'
import type { Finding, Fix } from './findings.js'
import { toOffset } from './findings.js'

/** The first fix of a finding, as the dialog proposes it. */
export type ProposedFix = Fix & { line: number }

/** Returns the first fix of each finding; a fix that several findings share is listed once. */
export function listProposedFixes(findings: readonly Finding[]): ProposedFix[] {
  const proposed = new Map<string, ProposedFix>()
  for (const { fixes, line } of findings) {
    const [first] = fixes
    const key = JSON.stringify(first?.edit)
    if (first && !proposed.has(key)) proposed.set(key, { ...first, line })
  }
  return [...proposed.values()]
}

/** A replacement in the text that was checked. */
type Change = { from: number; to: number; insert: string }

/** Returns the replacements of an edit in one file. */
export const toChanges = ({ changes = {} }: WorkspaceEdit, uri: string, doc: Text): Change[] =>
  (changes[uri] ?? []).map(({ range, newText }) => ({
    from: toOffset(doc, range.start),
    to: toOffset(doc, range.end),
    insert: newText,
  }))

const touches = (one: Change, other: Change): boolean =>
  one.from <= other.to && other.from <= one.to

/**
 * Combines the replacements of fixes in their order, and counts those fixes. Leaves out a fix that overlaps or touches
 * an earlier one.
 */
export function joinFixes(
  fixes: readonly Pick<Fix, 'edit'>[],
  uri: string,
  doc: Text,
): { changes: Change[]; count: number } {
  const changes: Change[] = []
  let count = 0
  for (const { edit } of fixes) {
    const wanted = toChanges(edit, uri, doc)
    if (wanted.some((change) => changes.some((other) => touches(change, other)))) continue
    changes.push(...wanted)
    count += 1
  }
  return { changes: changes.sort((one, other) => one.from - other.from), count }
}
