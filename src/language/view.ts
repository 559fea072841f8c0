import type { Analysis } from '../analyze.js'
import { analyze } from '../analyze.js'
import type { Diagnostic, Position, Range, Span } from '../diagnostic.js'
import { lineStarts, positionAt } from '../diagnostic.js'
import type { Options } from '../load.js'
import { lint } from '../load.js'
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

/** Looks at a text for editors; of an unknown target, as the default one. */
export function viewOf(text: string, options: Options = {}): View {
  const model = modelOf(options.target) ?? modelOf(undefined)
  if (!model) throw new Error('the default target is known')
  const known: Options = { ...options, target: model.release }
  const starts = once(() => lineStarts(text))
  const positionOf = (offset: number): Position => positionAt(starts(), offset)
  return {
    ...analyze(text, model, options.env),
    text,
    options: known,
    diagnostics: once(() => lint(text, known)),
    positionOf,
    rangeOf: ({ start, end }) => ({ start: positionOf(start), end: positionOf(end) }),
    offsetAt: (line, character) => {
      const start = starts()[line]
      if (start === undefined) return text.length
      const end = (starts()[line + 1] ?? text.length + 1) - 1
      return Math.max(start, Math.min(start + character, end))
    },
  }
}
