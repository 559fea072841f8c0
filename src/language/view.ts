import type { Analysis, Options } from '../lint/lint.js'
import { analyze, visibleDiagnostics, maxTextLength, inspect } from '../lint/lint.js'
import type { Diagnostic, Position, Range, Span } from '../document/diagnostic.js'
import { findLineStarts, toPosition } from '../document/diagnostic.js'
import type { Host } from '../lint/host.js'
import { once } from '../document/lazy.js'
import { findModel } from '../schema/model.js'

/** A text of an editor, with what is known of it; every feature looks at the same one, and nothing is worked out twice. */
export type View = Analysis &
  Positions & {
    options: Options
    /** What the linter says. */
    diagnostics: () => readonly Diagnostic[]
  }

/** What is looked at beside the text: a machine, and the view of an earlier version of it, which must not be used any more. */
export type ViewOptions = { host?: Host | undefined; before?: View | undefined }

/**
 * Looks at a text for editors and, where there is one, at a machine. Of an unknown target, it is seen as by the default
 * one; a text that is too long is seen as empty; the diagnostics say so.
 */
export function viewOf(
  text: string,
  options: Options = {},
  { host, before }: ViewOptions = {},
): View {
  const model = findModel(options.target) ?? findModel(undefined)
  if (!model) throw new Error('the default target is known')
  const seen = inspect(text, options, { host, before, cacheEntries: true })
  const analysis =
    seen.analysis ??
    analyze(text.length > maxTextLength ? '' : text, model, { environment: options.env })
  return {
    ...analysis,
    ...positionsIn(analysis.document.text, analysis.document.lineStarts),
    options: { ...options, target: model.release },
    diagnostics: once(() => visibleDiagnostics(seen, options)),
  }
}

/** Offsets of a text as lines and characters, and back. */
export type Positions = {
  text: string
  positionOf: (offset: number) => Position
  rangeOf: (span: Span) => Range
  /** Offset of a zero-based line and a character of it in UTF-16 units; beyond the text, the nearest in it. */
  offsetAt: (line: number, character: number) => number
}

/** Positions in a text; `starts` gives the starts of its lines to who has them. */
export function positionsIn(
  text: string,
  starts: () => readonly number[] = once(() => findLineStarts(text)),
): Positions {
  const positionOf = (offset: number): Position => toPosition(starts(), offset)
  return {
    text,
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
