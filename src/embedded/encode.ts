import { CST, Parser } from 'yaml'
import type { Edit } from '../document/diagnostic.js'
import { detectLineEnd, findNextLineStart, splitLines } from '../document/lines.js'
import { applyEdits } from '../edit/edits.js'
import { decodeBase64, encodeBase64 } from './decode-scalar.js'
import type { EmbeddedFile, OffsetMap } from './embedded-file.js'
import { decodeHeredoc } from './heredoc.js'

/**
 * Converts edits of an embedded text to edits of the outer text. Keeps quotes and indentation. Undefined if the string
 * would not decode to exactly the edited text.
 */
export function encodeEdits(
  file: EmbeddedFile,
  edits: readonly Edit[],
  outerText: string,
): Edit[] | undefined {
  const { span } = file
  const editedText = applyEdits(file.text, edits)
  const outerEdits = file.isBase64
    ? [encodeBase64String(file, editedText, outerText)]
    : file.offsets && encodeEach(file, file.offsets, edits, outerText)
  if (!outerEdits) return undefined
  const source = applyEdits(
    outerText.slice(span.start, span.end),
    outerEdits.map((edit) => ({
      ...edit,
      start: edit.start - span.start,
      end: edit.end - span.start,
    })),
  )
  return readString(file, source) === editedText ? outerEdits : undefined
}

/** Maximum number of characters to read to try the edits of single fixes; each try reads the whole string. */
const maxReadCharacters = 20_000_000

/**
 * Creates an encoder, which takes the edits of one fix at a time. It returns undefined if the edits cannot be encoded,
 * or once the encoder would read more than `maxReadCharacters`.
 */
export function createEncoder(
  outerText: string,
): (file: EmbeddedFile, listEdits: () => readonly Edit[]) => Edit[] | undefined {
  let remainingCharacters = maxReadCharacters
  return (file, listEdits) => {
    remainingCharacters -= file.text.length
    return remainingCharacters < 0 ? undefined : encodeEdits(file, listEdits(), outerText)
  }
}

/** Decodes the source of a string as the outer file would. Undefined if the string would end before the source does. */
function readString(file: EmbeddedFile, source: string): string | undefined {
  const { style, isBase64, outerIndent, indent } = file
  if (style === 'heredoc') return decodeHeredoc(source, 0, indent !== '').text
  const key = `${' '.repeat(Math.max(outerIndent, 0))}k: `
  const [document] = new Parser().parse(key + source)
  const map = document?.type === 'document' ? document.value : undefined
  const token = map?.type === 'block-map' ? map.items[0]?.value : undefined
  const value = token && CST.resolveAsScalar(token, false, () => undefined)
  // Any source after the end of the string would become another part of the outer file.
  if (!value || value.range[2] < key.length + source.trimEnd().length) return undefined
  return isBase64 ? decodeBase64(value.value) : value.value
}

/** Replaces a whole base64 string. In a block, the new lines are as long as the longest old one. */
function encodeBase64String(
  { span, style, indent }: EmbeddedFile,
  text: string,
  outerText: string,
): Edit {
  const source = outerText.slice(span.start, span.end)
  const digits = encodeBase64(text)
  if (style === 'double-quoted' || style === 'single-quoted')
    return { start: span.start + 1, end: span.end - 1, text: digits }
  if (style === 'plain') return { ...span, text: digits }
  const bodyStart = findNextLineStart(source, 0)
  const body = source.slice(bodyStart)
  const lines = splitLines(body).map((line) => line.trim())
  const width = lines.reduce((longest, { length }) => Math.max(longest, length), 4)
  const lineEnd = detectLineEnd(outerText)
  const digitLines = digits.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  const trailingBlank = body.slice(body.trimEnd().length)
  return {
    start: span.start + bodyStart,
    end: span.end,
    text: digitLines.map((line) => indent + line).join(lineEnd) + trailingBlank,
  }
}

function encodeEach(
  file: EmbeddedFile,
  offsets: OffsetMap,
  edits: readonly Edit[],
  outerText: string,
): Edit[] {
  const isBlock = ['literal', 'folded', 'heredoc'].includes(file.style)
  return edits.map((edit) =>
    isBlock
      ? encodeInBlock(file, offsets, edit, detectLineEnd(outerText))
      : encodeInLine(file, offsets, edit),
  )
}

/** Converts an edit of a block: added lines get the indentation of the block. */
function encodeInBlock(
  { text, indent, span }: EmbeddedFile,
  { starts, ends }: OffsetMap,
  edit: Edit,
  lineEnd: string,
): Edit {
  const isLineStart = (offset: number): boolean => offset === 0 || text[offset - 1] === '\n'
  const end = ends[text.length - 1] ?? span.end
  /** The outer offset of a line of the embedded text, before its indentation. */
  const getLineStart = (offset: number): number =>
    offset === text.length
      ? end
      : (starts[offset] ?? end) - (text[offset] === '\n' ? 0 : indent.length)
  const isWholeLines = edit.text === '' || edit.text.endsWith('\n')
  if (isLineStart(edit.start) && isLineStart(edit.end) && isWholeLines) {
    const lines = edit.text.replaceAll(/^(?=.)/gm, indent)
    return {
      start: getLineStart(edit.start),
      end: getLineStart(edit.end),
      text: lines.replaceAll('\n', lineEnd),
    }
  }
  const [firstLine = '', ...furtherLines] = edit.text.split('\n')
  const isAtLineEnd = edit.end === text.length || text[edit.end] === '\n'
  const lines = furtherLines.map((line, index) => {
    const isEmpty = line === '' && (index < furtherLines.length - 1 || isAtLineEnd)
    return isEmpty ? '' : indent + line
  })
  return {
    start: starts[edit.start] ?? end,
    end: edit.end > edit.start ? (starts[edit.end] ?? end) : (starts[edit.start] ?? end),
    text: [firstLine, ...lines].join(lineEnd),
  }
}

/** Converts an edit of a quoted or plain string; escapes the added text as its quotes require. */
function encodeInLine(
  { style, text, span }: EmbeddedFile,
  { starts, ends }: OffsetMap,
  edit: Edit,
): Edit {
  const textEnd = ends[text.length - 1] ?? span.end
  const start = starts[edit.start] ?? textEnd
  return {
    start,
    end: edit.end > edit.start ? (ends[edit.end - 1] ?? textEnd) : start,
    text:
      style === 'double-quoted'
        ? JSON.stringify(edit.text).slice(1, -1)
        : style === 'single-quoted'
          ? edit.text.replaceAll("'", "''")
          : edit.text,
  }
}
