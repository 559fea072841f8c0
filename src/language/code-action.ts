import type { Diagnostic, Span } from '../document/diagnostic.js'
import type { CodeAction } from './code-actions/action.js'
import { selectFindingsInRange } from './code-actions/action.js'
import {
  createAnchorActions,
  createExplainActions,
  createFixAllAction,
  createFixActions,
  createSuppressionActions,
} from './code-actions/quick-fixes.js'
import {
  createCollectionActions,
  createSectionActions,
  createTextStyleActions,
} from './code-actions/rewrites.js'
import { createMissingKeyActions } from './code-actions/missing-keys.js'
import type { View } from './view.js'

export type { CodeAction } from './code-actions/action.js'

/** Which code actions are requested. */
export type ActionOptions = {
  /**
   * The requested kinds, such as 'quickfix' or 'source', each including its subkinds ('source.fixAll'). An empty kind
   * requests all actions, and so does omitting the option.
   */
  only?: readonly string[]
  /**
   * The findings to fix. By default, the findings of the linter in this text, without a comparison with other files.
   */
  found?: readonly Diagnostic[]
}

/** Maximum number of findings in a range for which fixes are offered: nobody reads a longer menu. */
const maxFixedFindings = 100

/**
 * The changes that an editor can offer for a range: fixes for its findings, ways to suppress them, and other ways to
 * write its content. Computing all fixes is slow, so `only` should exclude 'source.fixAll' for a long text until a user
 * asks for it.
 */
export function codeActions(
  view: View,
  range: Span,
  { only, found }: ActionOptions = {},
): CodeAction[] {
  const isRequested = (kind: string): boolean =>
    only === undefined ||
    only.some(
      (requestedKind) =>
        requestedKind === '' || kind === requestedKind || kind.startsWith(`${requestedKind}.`),
    )
  const findings = selectFindingsInRange(found ?? view.diagnostics(), range)
  const fixAll = isRequested('source.fixAll') ? createFixAllAction(view) : undefined
  return [
    ...(isRequested('quickfix')
      ? [
          ...createFixActions(view, findings.slice(0, maxFixedFindings)),
          ...createMissingKeyActions(view, findings.slice(0, maxFixedFindings)),
          ...createSuppressionActions(view, findings),
          ...createExplainActions(findings),
        ]
      : []),
    ...(isRequested('refactor.rewrite')
      ? [
          createCollectionActions,
          createTextStyleActions,
          createAnchorActions,
          createSectionActions,
        ].flatMap((offer) => offer(view, range))
      : []),
    ...(fixAll ? [fixAll] : []),
  ]
}
