import type { Diagnostic, Span } from '../diagnostic.js'
import type { CodeAction } from './actions/action.js'
import { touching } from './actions/action.js'
import { anchors } from './actions/anchors.js'
import { collections } from './actions/collections.js'
import { fixAll, fixes } from './actions/fixes.js'
import { missingKeys } from './actions/missing-keys.js'
import { sections } from './actions/sections.js'
import { suppressions } from './actions/suppressions.js'
import { textStyle } from './actions/text-style.js'
import type { View } from './view.js'

export type { CodeAction } from './actions/action.js'

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
    only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))
  const findings = touching(found ?? view.diagnostics(), range)
  const all = wants('source.fixAll') ? fixAll(view) : undefined
  return [
    ...(wants('quickfix')
      ? [...fixes(view, findings), ...missingKeys(view, findings), ...suppressions(view, findings)]
      : []),
    ...(wants('refactor.rewrite')
      ? [collections, textStyle, anchors, sections].flatMap((offer) => offer(view, range))
      : []),
    ...(all ? [all] : []),
  ]
}
