import type { Analysis } from '../analyze.js'
import { analyze } from '../analyze.js'
import type { Diagnostic, Position, Range, Span } from '../diagnostic.js'
import { lineStarts, positionAt } from '../diagnostic.js'
import type { Host } from '../lint/host.js'
import type { Options } from '../load.js'
import { judged, longest, look } from '../load.js'
import { once } from '../once.js'
import { modelOf } from '../schema/router.js'

/** A text of an editor, with what is known of it; every feature looks at the same one, and nothing is worked out twice. */
export type View = Analysis & {
  text: string
  options: Options
  /** What the linter says. */
  diagnostics: () => readonly Diagnostic[]
  positionOf: (offset: number) => Position
  rangeOf: (span: Span) => Range
  /** Offset of a zero-based line and a character of it in UTF-16 units; beyond the text, the nearest in it. */
  offsetAt: (line: number, character: number) => number
}

/** Looks at a text for editors and, where there is one, at a machine; of an unknown target, as the default one, and of a text that is too long, as if it were empty. */
export function viewOf(text: string, options: Options = {}, host?: Host): View {
  const model = modelOf(options.target) ?? modelOf(undefined)
  if (!model) throw new Error('the default target is known')
  const known: Options = { ...options, target: model.release }
  const seen = look(text, options, host)
  const analysis = seen.analysis ?? analyze(text.length > longest ? '' : text, model, options.env)
  const starts = once(() => lineStarts(analysis.document.text))
  const positionOf = (offset: number): Position => positionAt(starts(), offset)
  return {
    ...analysis,
    text: analysis.document.text,
    options: known,
    diagnostics: once(() => judged(seen, options)),
    positionOf,
    rangeOf: ({ start, end }) => ({ start: positionOf(start), end: positionOf(end) }),
    offsetAt: (line, character) => {
      const start = starts()[line]
      if (start === undefined) return analysis.document.text.length
      const end = (starts()[line + 1] ?? analysis.document.text.length + 1) - 1
      return Math.max(start, Math.min(start + character, end))
    },
  }
}
