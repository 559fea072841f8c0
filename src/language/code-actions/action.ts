import type { Diagnostic, Edit, Span } from '../../document/diagnostic.js'

/** A change that an editor offers; `diagnostic` is the number of the finding that it is about. */
export type CodeAction =
  | {
      kind: 'quickfix' | 'source.fixAll' | 'refactor.rewrite'
      title: string
      diagnostic?: number
      isPreferred?: boolean
      edits: Edit[]
    }
  /** A rule to be switched off in the configuration file, which is not at hand here. */
  | { kind: 'configuration'; title: string; diagnostic: number; rule: string }

/** A finding with its number. */
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
