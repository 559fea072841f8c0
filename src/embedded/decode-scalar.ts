import { simpleEscapes } from '../yaml/flow-scalars.js'
import type { OffsetMap } from './embedded-file.js'

/** The text of a string, and where its characters are in the outer text. */
export type DecodedText = { text: string; offsets: OffsetMap }

/** Collects the characters of a string with their places. */
type Collector = {
  /** Adds characters that are written as they are, from an offset on. */
  copy: (text: string, start: number) => void
  /** Adds characters that are written in another way, between two offsets. */
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

/** A line of a text: its indentation, its content, and where they are. */
type ScalarLine = { indent: number; content: string; start: number; end: number; next: number }

/** The lines of a text that begins at an offset. A text that ends with a line break has an empty last line. */
function splitLines(text: string, offset: number): ScalarLine[] {
  const lines: ScalarLine[] = []
  for (let start = 0; start <= text.length;) {
    const breakAt = text.indexOf('\n', start)
    const lineEnd = breakAt < 0 ? text.length : breakAt
    const end = lineEnd > start && text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd
    let content = start
    while (content < end && text[content] === ' ') content += 1
    lines.push({
      indent: content - start,
      content: text.slice(content, end),
      start: offset + start,
      end: offset + end,
      next: offset + Math.min(lineEnd + 1, text.length),
    })
    start = lineEnd + 1
  }
  return lines
}

/** The header of a block scalar, and the indentation of the collection around it, or that of the content if known. */
export type BlockHeader = { header: string; outerIndent: number; columns?: number }

/** Decodes the lines of a block scalar (`|` or `>`); `indent` is the indentation that is not content. */
export function decodeBlock(
  source: string,
  offset: number,
  { header, outerIndent, columns }: BlockHeader,
): DecodedText & { indent: number } {
  const lines = splitLines(source, offset)
  const declared = Number(/[1-9]/.exec(header)?.[0] ?? 0)
  const first = lines.find(({ content }) => content !== '')
  const indent = columns ?? (declared > 0 ? outerIndent + declared : (first?.indent ?? 0))
  const lastIndex = lines.findLastIndex((line) => line.content !== '' || line.indent > indent)
  const collector = createCollector()
  const body = lines.slice(0, lastIndex + 1)
  if (header.startsWith('>')) foldBlock(collector, body, indent)
  else
    body.forEach((line, index) => {
      const before = lines[index - 1]
      if (before) collector.add('\n', before.end, before.next)
      copyLine(collector, line, indent)
    })
  const last = lines[lastIndex]
  if (last && !header.includes('-')) {
    collector.add('\n', last.end, last.next)
    if (header.includes('+'))
      for (const line of lines.slice(lastIndex + 1, -1)) collector.add('\n', line.end, line.next)
  }
  return { ...collector.finish(), indent }
}

function copyLine(collector: Collector, line: ScalarLine, indent: number): void {
  const spaces = Math.max(line.indent - indent, 0)
  const from = line.start + line.indent - spaces
  collector.copy(' '.repeat(spaces) + line.content, from)
}

/** Joins lines with spaces, except around empty lines and those that are indented deeper. */
function foldBlock(collector: Collector, lines: readonly ScalarLine[], indent: number): void {
  let separator = ''
  let wasDeeper = false
  let isStart = true
  lines.forEach((line, index) => {
    const before = lines[index - 1]
    const [from, to] = before ? [before.end, before.next] : [line.start, line.start]
    const isDeeper = line.indent > indent || line.content.startsWith('\t')
    if (line.content === '' && !isDeeper) {
      // Empty lines at the start are content.
      if (isStart) collector.add('\n', line.end, line.next)
      else if (separator === '\n') collector.add('\n', from, to)
      else separator = '\n'
      return
    }
    isStart = false
    if (isDeeper) {
      if (separator === ' ') separator = '\n'
      else if (!wasDeeper && separator === '\n') separator = '\n\n'
    }
    collector.add(separator, from, to)
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
  let breaks = 0
  let from = 0
  lines.forEach((line, index) => {
    const isLast = index === lines.length - 1
    let content = line.content
    let start = line.start + line.indent
    if (index === 0) {
      content = ' '.repeat(line.indent) + content
      start = line.start
    } else {
      const trimmed = content.replace(/^[ \t]+/, '')
      start += content.length - trimmed.length
      content = trimmed
    }
    if (!isLast) content = content.replace(/(?<![ \t])[ \t]+$/, '')
    if (index > 0) breaks += 1
    if (content === '' && index > 0 && !isLast) return
    if (breaks > 0) collector.add(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), from, start)
    breaks = 0
    if (isQuoted) copyUnescaped(collector, content, start)
    else collector.copy(content, start)
    from = start + content.length
  })
  return collector.finish()
}

/** Copies the content of a single-quoted scalar, in which a quote is written twice. */
function copyUnescaped(collector: Collector, content: string, start: number): void {
  let at = 0
  for (const part of content.split("''")) {
    if (at > 0) collector.add("'", start + at - 2, start + at)
    collector.copy(part, start + at)
    at += part.length + 2
  }
}

/** Decodes a double-quoted scalar; `source` includes the quotes. Undefined if an escape is unknown. */
export function decodeDoubleQuoted(source: string, offset: number): DecodedText | undefined {
  const collector = createCollector()
  const end = source.length - 1
  for (let at = 1; at < end;) {
    piece.lastIndex = at
    const [found = '', breaks, escape] = piece.exec(source) ?? []
    if (found === '') return undefined
    const [from, to] = [offset + at, offset + at + found.length]
    if (breaks !== undefined) {
      const count = breaks.split('\n').length - 1
      collector.add(count === 1 ? ' ' : '\n'.repeat(count - 1), from, to)
    } else if (escape === undefined) collector.copy(found, from)
    else if (!/^\r?\n/.test(escape)) {
      const character = decodeEscape(escape)
      if (character === undefined) return undefined
      collector.add(character, from, to)
    }
    at += found.length
  }
  return collector.finish()
}

/** Line breaks with the blanks around them, an escape, or other characters. */
const piece =
  /([ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*)|\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r?\n[ \t]*|[^])|[ \t]+|[^\\ \t\r\n]+/y

function decodeEscape(escape: string): string | undefined {
  if (escape.length === 1) return escapes.get(escape)
  const code = Number.parseInt(escape.slice(1), 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** The escapes of the router's dialect, and the one that YAML 1.2 added for JSON. */
const escapes = new Map([...simpleEscapes, ['/', '/']])

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a string in base64; undefined if it is not base64. Line breaks in it do not matter. */
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

/** A text in base64, on one line. */
export function encodeBase64(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}
