import type { Analysis, Options } from '../lint/lint.js'
import { maxTextLength } from '../document/limits.js'
import { analyze, visibleDiagnostics, inspect } from '../lint/lint.js'
import type { Diagnostic, Position, Range, Span } from '../document/diagnostic.js'
import { findLineStarts, toPosition } from '../document/diagnostic.js'
import type { FindVariable } from '../document/environment.js'
import type { LintHost } from '../lint/host.js'
import { once } from '../document/lazy.js'
import { reparseDocument } from '../document/reparse.js'
import { findModel } from '../schema/model.js'

/** A text in an editor with its analysis. All features share one view, so that nothing is computed twice. */
export type View = Positions & {
  /** The options of the analysis; `target` is the release that was used. */
  options: Options
  /** The linter's findings, filtered by settings and suppression comments. */
  diagnostics: () => readonly Diagnostic[]
  /** @internal */
  document: Analysis['document']
  /** @internal */
  model: Analysis['model']
  /** @internal */
  readResult: Analysis['readResult']
  /** @internal */
  knownConfig: Analysis['knownConfig']
  /** @internal */
  findings: Analysis['findings']
  /** @internal */
  findingsForRules: Analysis['findingsForRules']
  /** @internal */
  credentials: Analysis['credentials']
  /** @internal */
  host: LintHost | undefined
  /** @internal */
  findVariable: FindVariable | undefined
}

/** Inputs of an analysis besides the text. */
export type ViewOptions = {
  /** The view of an earlier version of the text. It must not be used afterwards. */
  before?: View | undefined
  /** @internal */
  host?: LintHost | undefined
  /** @internal */
  findVariable?: FindVariable | undefined
}

/**
 * Analyzes a text for an editor. With an unknown target, the default one is used; a text that is too long is analyzed
 * as if it were empty. A diagnostic reports either case.
 */
export function viewOf(text: string, options: Options = {}, inputs: ViewOptions = {}): View {
  const { host, before, findVariable } = inputs
  const model = findModel(options.target) ?? findModel(undefined)
  if (!model) throw new Error('the default target is known')
  const run = inspect(text, options, {
    host,
    previousAnalysis: before,
    document:
      before && text.length <= maxTextLength ? reparseDocument(text, before.document) : undefined,
    cacheEntries: true,
  })
  const analysis =
    run.analysis ??
    analyze(text.length > maxTextLength ? '' : text, model, {
      environment: options.env,
      platform: options.platform,
    })
  const { document, readResult, knownConfig, credentials } = analysis
  return {
    document,
    model: analysis.model,
    readResult,
    knownConfig,
    findings: analysis.findings,
    findingsForRules: analysis.findingsForRules,
    credentials,
    ...positionsIn(document.text, document.lineStarts),
    options: { ...options, target: model.release },
    host,
    findVariable,
    diagnostics: once(() => visibleDiagnostics(run, options)),
  }
}

/** Converts offsets of a text to lines and characters, and back. */
export type Positions = {
  /** The whole text. */
  text: string
  /** The line and the character of an offset. */
  findPosition: (offset: number) => Position
  /** The lines and characters of a span. */
  rangeOf: (span: Span) => Range
  /**
   * Offset of a zero-based line and a character in UTF-16 units; for a position outside the text, the nearest offset.
   */
  offsetAt: (line: number, character: number) => number
}

/** Creates conversions for a text. `lineStarts` returns the offsets of its line starts, if the caller has them. */
export function positionsIn(
  text: string,
  lineStarts: () => readonly number[] = once(() => findLineStarts(text)),
): Positions {
  const positionOf = (offset: number): Position => toPosition(lineStarts(), offset)
  return {
    text,
    findPosition: positionOf,
    rangeOf: ({ start, end }) => ({ start: positionOf(start), end: positionOf(end) }),
    offsetAt: (line, character) => {
      const start = lineStarts()[line]
      if (start === undefined) return text.length
      const end = (lineStarts()[line + 1] ?? text.length + 1) - 1
      return Math.max(start, Math.min(start + character, end))
    },
  }
}
