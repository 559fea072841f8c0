import { simpleEscapes } from '../yaml/flow-scalars.js'
import type { OffsetMap } from './embedded-file.js'

export type DecodedText = { text: string; offsets: OffsetMap }

/** Collects the characters of a decoded string, and their offsets in the outer text. */
type Collector = {
  /** Adds characters that the outer text contains literally, from an offset on. */
  copy: (text: string, start: number) => void
  /**
   * Adds characters that the outer text writes in another way, for instance as an escape; `start` and `end` are offsets
   * in the outer text.
   */
  add: (text: string, start: number, end: number) => void
  finish: () => DecodedText
}

function createCollector(): Collector {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  return {
    copy: (part, start) => {
      text += part
      for (let index = 0; index < part.length; index += 1) {
        starts.push(start + index)
        ends.push(start + index + 1)
      }
    },
    add: (part, start, end) => {
      text += part
      for (let length = part.length; length > 0; length -= 1) {
        starts.push(start)
        ends.push(end)
      }
    },
    finish: () => ({
      text,
      offsets: { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) },
    }),
  }
}

/** `indent` is the number of spaces before the content; `next` is where the next line starts. */
type ScalarLine = { indent: number; content: string; start: number; end: number; next: number }

/**
 * Splits a text into lines, and adds `offset` to their offsets. A text that ends with a line break has an empty last
 * line.
 */
function splitLines(text: string, offset: number): ScalarLine[] {
  const lines: ScalarLine[] = []
  for (let start = 0; start <= text.length;) {
    const lineBreak = text.indexOf('\n', start)
    const lineEnd = lineBreak < 0 ? text.length : lineBreak
    const end = lineEnd > start && text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd
    let contentStart = start
    while (contentStart < end && text[contentStart] === ' ') contentStart += 1
    lines.push({
      indent: contentStart - start,
      content: text.slice(contentStart, end),
      start: offset + start,
      end: offset + end,
      next: offset + Math.min(lineEnd + 1, text.length),
    })
    start = lineEnd + 1
  }
  return lines
}

/**
 * The header of a block scalar, such as `|-`, and the indentation of the collection around it. If `contentIndent` is
 * set, it is the indentation of the content, whatever the header says.
 */
export type BlockHeader = { header: string; outerIndent: number; contentIndent?: number }

/** Decodes the lines of a block scalar (`|` or `>`). Also returns the indentation of the content as `indent`. */
export function decodeBlock(
  source: string,
  offset: number,
  { header, outerIndent, contentIndent }: BlockHeader,
): DecodedText & { indent: number } {
  const lines = splitLines(source, offset)
  const indentIndicator = Number(/[1-9]/.exec(header)?.[0] ?? 0)
  const firstContentLine = lines.find(({ content }) => content !== '')
  const indent =
    contentIndent ??
    (indentIndicator > 0 ? outerIndent + indentIndicator : (firstContentLine?.indent ?? 0))
  const lastIndex = lines.findLastIndex((line) => line.content !== '' || line.indent > indent)
  const collector = createCollector()
  const bodyLines = lines.slice(0, lastIndex + 1)
  if (header.startsWith('>')) foldBlock(collector, bodyLines, indent)
  else
    bodyLines.forEach((line, index) => {
      const previousLine = lines[index - 1]
      if (previousLine) collector.add('\n', previousLine.end, previousLine.next)
      copyLine(collector, line, indent)
    })
  const lastLine = lines[lastIndex]
  if (lastLine && !header.includes('-')) {
    collector.add('\n', lastLine.end, lastLine.next)
    if (header.includes('+'))
      for (const line of lines.slice(lastIndex + 1, -1)) collector.add('\n', line.end, line.next)
  }
  return { ...collector.finish(), indent }
}

function copyLine(collector: Collector, line: ScalarLine, indent: number): void {
  const spaces = Math.max(line.indent - indent, 0)
  const start = line.start + line.indent - spaces
  collector.copy(' '.repeat(spaces) + line.content, start)
}

/** Joins lines with spaces, but keeps the line breaks around empty and more deeply indented lines. */
function foldBlock(collector: Collector, lines: readonly ScalarLine[], indent: number): void {
  let separator = ''
  let wasDeeper = false
  let isBeforeContent = true
  lines.forEach((line, index) => {
    const previousLine = lines[index - 1]
    const [breakStart, breakEnd] = previousLine
      ? [previousLine.end, previousLine.next]
      : [line.start, line.start]
    const isDeeper = line.indent > indent || line.content.startsWith('\t')
    if (line.content === '' && !isDeeper) {
      // Empty lines at the start are content.
      if (isBeforeContent) collector.add('\n', line.end, line.next)
      else if (separator === '\n') collector.add('\n', breakStart, breakEnd)
      else separator = '\n'
      return
    }
    isBeforeContent = false
    if (isDeeper) {
      if (separator === ' ') separator = '\n'
      else if (!wasDeeper && separator === '\n') separator = '\n\n'
    }
    collector.add(separator, breakStart, breakEnd)
    copyLine(collector, line, indent)
    separator = isDeeper ? '\n' : ' '
    wasDeeper = isDeeper
  })
}

/** Decodes a plain or single-quoted scalar; `source` includes the quotes. */
export function decodeSimple(source: string, offset: number, isQuoted: boolean): DecodedText {
  const collector = createCollector()
  const body = isQuoted ? source.slice(1, -1) : source
  const lines = splitLines(body, isQuoted ? offset + 1 : offset)
  let breakCount = 0
  let previousEnd = 0
  lines.forEach((line, index) => {
    const isLast = index === lines.length - 1
    let content = line.content
    let start = line.start + line.indent
    if (index === 0) {
      content = ' '.repeat(line.indent) + content
      start = line.start
    } else {
      const trimmedContent = content.replace(/^[ \t]+/, '')
      start += content.length - trimmedContent.length
      content = trimmedContent
    }
    if (!isLast) content = content.replace(/(?<![ \t])[ \t]+$/, '')
    if (index > 0) breakCount += 1
    if (content === '' && index > 0 && !isLast) return
    if (breakCount > 0)
      collector.add(breakCount === 1 ? ' ' : '\n'.repeat(breakCount - 1), previousEnd, start)
    breakCount = 0
    if (isQuoted) copyUnescaped(collector, content, start)
    else collector.copy(content, start)
    previousEnd = start + content.length
  })
  return collector.finish()
}

/** Copies the content of a single-quoted scalar, in which a quote is written twice. */
function copyUnescaped(collector: Collector, content: string, start: number): void {
  let offset = 0
  for (const part of content.split("''")) {
    if (offset > 0) collector.add("'", start + offset - 2, start + offset)
    collector.copy(part, start + offset)
    offset += part.length + 2
  }
}

/** Decodes a double-quoted scalar; `source` includes the quotes. Undefined if an escape is unknown. */
export function decodeDoubleQuoted(source: string, offset: number): DecodedText | undefined {
  const collector = createCollector()
  const end = source.length - 1
  for (let index = 1; index < end;) {
    piecePattern.lastIndex = index
    const [match = '', breaks, escape] = piecePattern.exec(source) ?? []
    if (match === '') return undefined
    const [outerStart, outerEnd] = [offset + index, offset + index + match.length]
    if (breaks !== undefined) {
      const count = breaks.split('\n').length - 1
      collector.add(count === 1 ? ' ' : '\n'.repeat(count - 1), outerStart, outerEnd)
    } else if (escape === undefined) collector.copy(match, outerStart)
    else if (!/^\r?\n/.test(escape)) {
      const character = decodeEscape(escape)
      if (character === undefined) return undefined
      collector.add(character, outerStart, outerEnd)
    }
    index += match.length
  }
  return collector.finish()
}

/** Line breaks with the blanks around them, an escape, or other characters. */
const piecePattern =
  /([ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*)|\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r?\n[ \t]*|[^])|[ \t]+|[^\\ \t\r\n]+/y

function decodeEscape(escape: string): string | undefined {
  if (escape.length === 1) return escapes.get(escape)
  const code = Number.parseInt(escape.slice(1), 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** The escapes of the router's dialect, and the one that YAML 1.2 added for JSON. */
const escapes = new Map([...simpleEscapes, ['/', '/']])

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes base64, ignoring white space; undefined if the string is not base64 or does not encode UTF-8 text. */
export function decodeBase64(value: string): string | undefined {
  const digits = value.replaceAll(/\s+/g, '')
  if (digits.length % 4 !== 0 || !/^[A-Za-z\d+/]+={0,2}$/.test(digits)) return undefined
  try {
    const octets = atob(digits)
    const bytes = new Uint8Array(octets.length)
    for (let index = 0; index < octets.length; index += 1) bytes[index] = octets.charCodeAt(index)
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

export function encodeBase64(text: string): string {
  let octets = ''
  for (const byte of new TextEncoder().encode(text)) octets += String.fromCharCode(byte)
  return btoa(octets)
}
