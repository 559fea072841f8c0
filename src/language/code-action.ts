import type { Diagnostic, Span } from '../document/diagnostic.js'
import type { CodeAction } from './code-actions/action.js'
import { selectTouching } from './code-actions/action.js'
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

/**
 * `only` holds the requested kinds, such as 'quickfix' or 'source'. A kind includes all kinds that begin with it; an
 * empty kind, or none, requests all. `found` holds the findings, if there are more than those of the text alone.
 */
export type ActionOptions = {
  /** The requested kinds. */
  only?: readonly string[]
  /** The findings to fix. */
  found?: readonly Diagnostic[]
}

/** Maximum number of findings in a range that get fixes of their own: nobody reads a longer menu. */
const maxFixedFindings = 100

/**
 * The changes that an editor can offer for a range: fixes for its findings, ways to suppress them, and other ways to
 * write its content. Computing all fixes is slow, so editors request 'source.fixAll' only when a user does.
 */
export function codeActions(
  view: View,
  range: Span,
  { only, found }: ActionOptions = {},
): CodeAction[] {
  const wants = (kind: string): boolean =>
    only === undefined ||
    only.some(
      (requested) => requested === '' || kind === requested || kind.startsWith(`${requested}.`),
    )
  const findings = selectTouching(found ?? view.diagnostics(), range)
  const fixAll = wants('source.fixAll') ? createFixAllAction(view) : undefined
  return [
    ...(wants('quickfix')
      ? [
          ...createFixActions(view, findings.slice(0, maxFixedFindings)),
          ...createMissingKeyActions(view, findings.slice(0, maxFixedFindings)),
          ...createSuppressionActions(view, findings),
          ...createExplainActions(findings),
        ]
      : []),
    ...(wants('refactor.rewrite')
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
