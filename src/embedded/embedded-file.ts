import type { Diagnostic, Finding, Fix, Span } from '../document/diagnostic.js'
import { toDiagnostics, toSpan } from '../document/diagnostic.js'
import { findLineStart, getColumn } from '../document/lines.js'
import { countWhile } from '../document/search.js'

export type EmbeddedStyle =
  'literal' | 'folded' | 'double-quoted' | 'single-quoted' | 'plain' | 'heredoc'

/** Where each character of an embedded text starts and ends in the outer text. */
export type OffsetMap = { starts: Uint32Array; ends: Uint32Array }

/** A router file in a string of another file. Plain data, so that threads can exchange it. */
export type EmbeddedFile = {
  /** Such as `ConfigMap/north:router.yaml`; unique in the outer file. */
  name: string
  text: string
  /** The string in the outer text, with its quotes or the header of its block. */
  span: Span
  style: EmbeddedStyle
  isBase64: boolean
  /** The indentation of the lines of a block. */
  indent: string
  /** The indentation of the collection around a block, in columns; its content is indented deeper. */
  outerIndent: number
  /**
   * Where the characters of `text` are in the outer text. Absent for base64, or if the characters cannot be located.
   * Every range in the file is then reported as the range of the whole string.
   */
  offsets?: OffsetMap
  /** The outer offset at which text is appended; default: after the last character. */
  appendAt?: number
}

/**
 * Two paths for an embedded file: `path` gives its router a name, such as `ConfigMap/north/router.yaml`; `displayPath`
 * also names the outer file, such as `cm.yaml#ConfigMap/north:router.yaml`, for output.
 */
export const toEmbeddedPaths = (
  outerPath: string,
  { name }: Pick<EmbeddedFile, 'name'>,
): { path: string; displayPath: string } => ({
  path: name.replaceAll(':', '/'),
  displayPath: `${outerPath}#${name}`,
})

/**
 * Converts a span of the embedded text to the span in the outer text; without `offsets`, returns the span of the whole
 * string.
 */
export function toOuterSpan(
  { offsets, span, text, appendAt }: EmbeddedFile,
  { start, end }: Pick<Span, 'start' | 'end'>,
): Span {
  if (!offsets) return span
  const { starts, ends } = offsets
  const textEnd = appendAt ?? ends[text.length - 1] ?? span.end
  const outerStart = starts[start] ?? textEnd
  return { start: outerStart, end: end > start ? (ends[end - 1] ?? textEnd) : outerStart }
}

/**
 * Whether a cursor of the outer text is in the embedded text. Always false without `offsets`. False in the header of a
 * block, in the indentation of its lines, and in white space around a line break that only the outer text has. True on
 * a blank line after a block, if the cursor is indented at least like the block.
 */
export function isInside(
  { offsets, span, style, indent, text }: EmbeddedFile,
  offset: number,
  outerText: string,
): boolean {
  const [textStart] = offsets?.starts ?? []
  if (!offsets || textStart === undefined) return false
  if (['literal', 'folded', 'heredoc'].includes(style)) {
    const isInLines =
      findLineStart(outerText, textStart) <= offset &&
      outerText.slice(span.end, offset).trim() === ''
    return isInLines && getColumn(outerText, offset) >= indent.length
  }
  if (style !== 'plain' && (offset === span.start || offset === span.end)) return false
  if (offset < span.start || span.end < offset) return false
  const innerOffset = toInnerOffset({ offsets, text }, offset)
  if (offsets.starts[innerOffset] === offset) return true
  const [start = offset, end = span.start] = [
    offsets.starts[innerOffset - 1],
    offsets.ends[innerOffset - 1],
  ]
  const character = text[innerOffset - 1] ?? ''
  return offset === end
    ? character !== '\n'
    : start <= offset && offset < end && !/\s/.test(character)
}

/** The offset in the embedded text of the first character at or after an outer offset; 0 without `offsets`. */
export function toInnerOffset(
  { offsets, text }: Pick<EmbeddedFile, 'offsets' | 'text'>,
  offset: number,
): number {
  return offsets
    ? countWhile(text.length, (index) => (offsets.starts[index] ?? Infinity) < offset)
    : 0
}

/** A text with router files in it, and the offsets at which its lines start. */
export type OuterText = { text: string; lineStarts: () => readonly number[] }

/** Converts the edits of a fix to edits of the outer text; undefined if they cannot be made there. */
export type EncodeFix = (fix: Fix, file: EmbeddedFile) => Fix | undefined

/** Converts the ranges of an embedded file's diagnostics to the outer text. Without `encodeFix`, drops their fixes. */
export function toOuterDiagnostics(
  diagnostics: readonly Diagnostic[],
  file: EmbeddedFile,
  outer: OuterText,
  encodeFix?: EncodeFix,
): Diagnostic[] {
  const toFinding = (diagnostic: Diagnostic): Finding => {
    const { rule, severity, message, path, range, related } = diagnostic
    return {
      rule,
      severity,
      message: file.offsets ? message : `${message} (line ${range.start.line + 1} of the string)`,
      path,
      span: toOuterSpan(file, toSpan(range)),
      ...(related && {
        related: related.map((item) => ({
          message: item.message,
          span: toOuterSpan(file, toSpan(item.range)),
        })),
      }),
      ...(encodeFix &&
        'fix' in diagnostic && {
          fix: () => diagnostic.fix && encodeFix(diagnostic.fix, file),
        }),
    }
  }
  return toDiagnostics(outer.text, diagnostics.map(toFinding), outer.lineStarts)
}

export const listBase64Spans = (files: readonly EmbeddedFile[]): Span[] =>
  files.filter(({ isBase64 }) => isBase64).map(({ span }) => span)

/** Masks base64 strings, which may hold secrets. `spans` are in the order of the text; offsets stay the same. */
export function maskBase64(text: string, spans: readonly Span[]): string {
  let lastEnd = 0
  const parts = spans.flatMap(({ start, end }) => {
    const before = text.slice(lastEnd, start)
    lastEnd = end
    return [
      before,
      text
        .slice(start, end)
        .replaceAll(/[A-Za-z\d+/=]+/g, ({ length }) => mask.padEnd(length).slice(0, length)),
    ]
  })
  return parts.length === 0 ? text : parts.join('') + text.slice(lastEnd)
}

const mask = '(base64)'

/** Whether a part of a text is masked. If so, its replacement in a fix must not be shown either. */
export const isMasked = (text: string, { start, end }: Span): boolean =>
  text.slice(start, end).trimStart().startsWith(mask)
