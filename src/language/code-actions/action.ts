import type { Diagnostic, Edit, Span } from '../../document/diagnostic.js'

/** A change that an editor offers; `diagnostic` is the index of its finding. */
export type CodeAction =
  | {
      /** Its kind, as in the Language Server Protocol. */
      kind: 'quickfix' | 'source.fixAll' | 'refactor.rewrite'
      /** What it does, as menus show it. */
      title: string
      /** Index of the finding that it is for. */
      diagnostic?: number
      /** Whether it is the usual fix. */
      isPreferred?: boolean
      /** The replacements in the text. */
      edits: Edit[]
    }
  /** Turns off a rule in the configuration file, which is not available here. */
  | {
      /** Its kind, as in the Language Server Protocol. */
      kind: 'configuration'
      /** What it does, as menus show it. */
      title: string
      /** Index of the finding that it is for. */
      diagnostic: number
      /** Id of the rule to turn off. */
      rule: string
    }
  /** Explains a rule, by a command of the editor or the server. */
  | {
      /** Its kind, for the editor or the server alone. */
      kind: 'explanation'
      /** What it does, as menus show it. */
      title: string
      /** Index of the finding that it is for. */
      diagnostic: number
      /** Id of the rule to explain. */
      rule: string
    }

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
