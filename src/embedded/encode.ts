import { CST, Parser } from 'yaml'
import type { Edit } from '../document/diagnostic.js'
import { detectLineEnd, findNextLineStart, splitLines } from '../document/lines.js'
import { applyEdits } from '../edit/edits.js'
import { decodeBase64, encodeBase64 } from './decode-scalar.js'
import type { EmbeddedFile, OffsetMap } from './embedded-file.js'
import { decodeHeredoc } from './heredoc.js'

/**
 * Converts edits of an embedded text to edits of the outer text. Quotes and indentation stay. Undefined if the string
 * would not be read as exactly the edited text.
 */
export function encodeEdits(
  file: EmbeddedFile,
  edits: readonly Edit[],
  outerText: string,
): Edit[] | undefined {
  const { span } = file
  const wanted = applyEdits(file.text, edits)
  const encoded = file.isBase64
    ? [encodeWhole(file, wanted, outerText)]
    : file.offsets && encodeParts(file, file.offsets, edits, outerText)
  if (!encoded) return undefined
  const source = applyEdits(
    outerText.slice(span.start, span.end),
    encoded.map((edit) => ({
      ...edit,
      start: edit.start - span.start,
      end: edit.end - span.start,
    })),
  )
  return readString(file, source) === wanted ? encoded : undefined
}

/** How many characters are read to try edits of fixes one by one; each try reads the whole string. */
const maxWork = 20_000_000

/**
 * Creates a function that encodes the edits of one fix at a time; it returns undefined once a long string has used up
 * its work.
 */
export function createEncoder(
  outerText: string,
): (file: EmbeddedFile, listEdits: () => readonly Edit[]) => Edit[] | undefined {
  let work = maxWork
  return (file, listEdits) => {
    work -= file.text.length
    return work < 0 ? undefined : encodeEdits(file, listEdits(), outerText)
  }
}

/** Reads the source of a string as the YAML library would at its place; undefined if it would end early. */
function readString(file: EmbeddedFile, source: string): string | undefined {
  const { style, isBase64, outerIndent, indent } = file
  if (style === 'heredoc') return decodeHeredoc(source, 0, indent !== '').text
  const key = `${' '.repeat(Math.max(outerIndent, 0))}k: `
  const [document] = new Parser().parse(key + source)
  const map = document?.type === 'document' ? document.value : undefined
  const token = map?.type === 'block-map' ? map.items[0]?.value : undefined
  const value = token && CST.resolveAsScalar(token, false, () => undefined)
  // Source after the end of the string would become another part of the outer file.
  if (!value || value.range[2] < key.length + source.trimEnd().length) return undefined
  return isBase64 ? decodeBase64(value.value) : value.value
}

/** Replaces a string in base64 as a whole; lines of a block keep their length. */
function encodeWhole({ span, style, indent }: EmbeddedFile, text: string, outerText: string): Edit {
  const source = outerText.slice(span.start, span.end)
  const digits = encodeBase64(text)
  if (style === 'double-quoted' || style === 'single-quoted')
    return { start: span.start + 1, end: span.end - 1, text: digits }
  if (style === 'plain') return { ...span, text: digits }
  const bodyStart = findNextLineStart(source, 0)
  const body = source.slice(bodyStart)
  const lines = splitLines(body).map((line) => line.trim())
  const width = lines.reduce((most, { length }) => Math.max(most, length), 4)
  const lineEnd = detectLineEnd(outerText)
  const written = digits.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  const blank = body.slice(body.trimEnd().length)
  return {
    start: span.start + bodyStart,
    end: span.end,
    text: written.map((line) => indent + line).join(lineEnd) + blank,
  }
}

function encodeParts(
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

/** An edit of the lines of a block: each added line is indented as the others are. */
function encodeInBlock(
  { text, indent, span }: EmbeddedFile,
  { starts, ends }: OffsetMap,
  edit: Edit,
  lineEnd: string,
): Edit {
  const isLineStart = (offset: number): boolean => offset === 0 || text[offset - 1] === '\n'
  const end = ends[text.length - 1] ?? span.end
  /** Before the indentation of the line. */
  const getLineStart = (offset: number): number =>
    offset === text.length
      ? end
      : (starts[offset] ?? end) - (text[offset] === '\n' ? 0 : indent.length)
  const addsLines = edit.text === '' || edit.text.endsWith('\n')
  if (isLineStart(edit.start) && isLineStart(edit.end) && addsLines) {
    const lines = edit.text.replaceAll(/^(?=.)/gm, indent)
    return {
      start: getLineStart(edit.start),
      end: getLineStart(edit.end),
      text: lines.replaceAll('\n', lineEnd),
    }
  }
  const [first = '', ...more] = edit.text.split('\n')
  const isAtLineEnd = edit.end === text.length || text[edit.end] === '\n'
  const lines = more.map((line, index) => {
    const isEmpty = line === '' && (index < more.length - 1 || isAtLineEnd)
    return isEmpty ? '' : indent + line
  })
  return {
    start: starts[edit.start] ?? end,
    end: edit.end > edit.start ? (starts[edit.end] ?? end) : (starts[edit.start] ?? end),
    text: [first, ...lines].join(lineEnd),
  }
}

/** An edit of a quoted or plain string, escaped as it has to be. */
function encodeInLine(
  { style, text, span }: EmbeddedFile,
  { starts, ends }: OffsetMap,
  edit: Edit,
): Edit {
  const last = ends[text.length - 1] ?? span.end
  const start = starts[edit.start] ?? last
  return {
    start,
    end: edit.end > edit.start ? (ends[edit.end - 1] ?? last) : start,
    text:
      style === 'double-quoted'
        ? JSON.stringify(edit.text).slice(1, -1)
        : style === 'single-quoted'
          ? edit.text.replaceAll("'", "''")
          : edit.text,
  }
}
