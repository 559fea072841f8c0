import type { Diagnostic, Edit, Span } from '../../document/diagnostic.js'

/** An action that an editor offers for a range: a change of the text or of the configuration, or an explanation. */
export type CodeAction =
  | {
      /** The kind of the action, as the Language Server Protocol names it. */
      kind: 'quickfix' | 'source.fixAll' | 'refactor.rewrite'
      /** The label of the menu item. */
      title: string
      /**
       * The index, in the list of all findings, of the finding that the action is for; absent if the action belongs to
       * no finding.
       */
      diagnostic?: number
      /**
       * Whether editors should prefer this action to others for the same finding, because it is the safe fix of the
       * rule.
       */
      isPreferred?: boolean
      /** The replacements in the text. */
      edits: Edit[]
    }
  /** Turns off a rule in the configuration file. It has no edits, because only the server knows that file. */
  | {
      /** Not a kind of the protocol: the server turns it into a quick fix. */
      kind: 'configuration'
      /** The label of the menu item. */
      title: string
      /** The index, in the list of all findings, of the finding that the action is for. */
      diagnostic: number
      /** Id of the rule to turn off. */
      rule: string
    }
  /** Explains a rule, by a command of the editor or the server. */
  | {
      /** Not a kind of the protocol: the server turns it into a quick fix with a command. */
      kind: 'explanation'
      /** The label of the menu item. */
      title: string
      /** The index, in the list of all findings, of the finding that the action is for. */
      diagnostic: number
      /** Id of the rule to explain. */
      rule: string
    }

/** A finding with its index, which code actions call `diagnostic`. */
export type NumberedDiagnostic = { finding: Diagnostic; diagnostic: number }

/** The findings that overlap or touch a range. */
export const selectFindingsInRange = (
  findings: readonly Diagnostic[],
  { start, end }: Span,
): NumberedDiagnostic[] =>
  findings.flatMap((finding, diagnostic) =>
    finding.range.start.offset <= end && start <= finding.range.end.offset
      ? [{ finding, diagnostic }]
      : [],
  )
