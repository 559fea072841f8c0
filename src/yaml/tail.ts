import type { Span } from './nodes.js'
import { endOfContent, endOfLine, nextLine, startOfContent, startOfLine } from './recovery/lines.js'
import type { Scanner, Token } from './scanner.js'

/** What stands after the first document: comments and line ends with `...`, or text that is never read. */
export function readTail(
  scanner: Scanner,
  end: Token,
): { rest: Span | undefined; comments: Span[] } {
  const { text, length } = scanner
  const comments: Span[] = []
  if (end.kind !== 'document-end') return { rest: { start: end.start, end: length }, comments }
  for (let offset = end.end; offset < length; offset = nextLine(text, offset)) {
    const start = startOfLine(text, offset) === offset ? startOfContent(text, offset) : offset
    const content = text.slice(start, Math.max(start, endOfContent(text, start)))
    if (content.trim() !== '' && content !== '...')
      return { rest: { start, end: length }, comments }
    const comment = text.indexOf('#', start)
    const lineEnd = endOfLine(text, start)
    if (comment >= 0 && comment < lineEnd) comments.push({ start: comment, end: lineEnd })
  }
  return { rest: undefined, comments }
}
