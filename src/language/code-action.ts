import type { Diagnostic, Span } from '../document/diagnostic.js'
import type { CodeAction } from './code-actions/action.js'
import { selectTouching } from './code-actions/action.js'
import {
  createAnchorActions,
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
 * What is asked for: kinds of actions, such as 'quickfix' or 'source', which means all that begin with it; the empty kind
 * and none mean all. `found` is what was found, where that is more than in the text alone.
 */
export type ActionOptions = { only?: readonly string[]; found?: readonly Diagnostic[] }

/**
 * The changes that an editor can offer for a range: fixes of what was found there, ways to wave it through, and other
 * ways to write what stands there. Making every fix takes a while, so editors ask for 'source.fixAll' only when somebody does.
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
  const all = wants('source.fixAll') ? createFixAllAction(view) : undefined
  return [
    ...(wants('quickfix')
      ? [
          ...createFixActions(view, findings),
          ...createMissingKeyActions(view, findings),
          ...createSuppressionActions(view, findings),
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
    ...(all ? [all] : []),
  ]
}
