import type { Diagnostic, Edit, Span } from '../../document/diagnostic.js'

/** A change that an editor offers; `diagnostic` is the index of its finding. */
export type CodeAction =
  | {
      kind: 'quickfix' | 'source.fixAll' | 'refactor.rewrite'
      title: string
      diagnostic?: number
      isPreferred?: boolean
      edits: Edit[]
    }
  /** Turns off a rule in the configuration file, which is not available here. */
  | { kind: 'configuration'; title: string; diagnostic: number; rule: string }

/** A finding with its index. */
export type NumberedDiagnostic = { found: Diagnostic; diagnostic: number }

/** The findings that touch a range. */
export const selectTouching = (
  all: readonly Diagnostic[],
  { start, end }: Span,
): NumberedDiagnostic[] =>
  all.flatMap((found, diagnostic) =>
    found.range.start.offset <= end && start <= found.range.end.offset
      ? [{ found, diagnostic }]
      : [],
  )
