import type { Analysis } from '../analyze.js'
import { analyze } from '../analyze.js'
import type { Diagnostic } from '../diagnostic.js'
import type { Host } from '../lint/host.js'
import type { Options } from '../load.js'
import { judged, longest, look } from '../load.js'
import { once } from '../once.js'
import { modelOf } from '../schema/router.js'
import type { Positions } from './positions.js'
import { positionsIn } from './positions.js'

/** A text of an editor, with what is known of it; every feature looks at the same one, and nothing is worked out twice. */
export type View = Analysis &
  Positions & {
    options: Options
    /** What the linter says. */
    diagnostics: () => readonly Diagnostic[]
  }

/** What is looked at beside the text: a machine, and the view of an earlier version of it, which must not be used any more. */
export type Means = { host?: Host | undefined; before?: View | undefined }

/**
 * Looks at a text for editors and, where there is one, at a machine. Of an unknown target, it is seen as by the default
 * one; a text that is too long is seen as empty; the diagnostics say so.
 */
export function viewOf(text: string, options: Options = {}, { host, before }: Means = {}): View {
  const model = modelOf(options.target) ?? modelOf(undefined)
  if (!model) throw new Error('the default target is known')
  const seen = look(text, options, { host, before, isKept: true })
  const analysis =
    seen.analysis ?? analyze(text.length > longest ? '' : text, model, { environment: options.env })
  return {
    ...analysis,
    ...positionsIn(analysis.document.text, analysis.document.starts),
    options: { ...options, target: model.release },
    diagnostics: once(() => judged(seen, options)),
  }
}
