import type { Edit } from '../../diagnostic.js'
import { endOfColon } from '../../edit/entry.js'
import { lineEndOf } from '../../edit/lines.js'
import type { Part } from '../part.js'
import { partsOf } from '../part.js'
import type { View } from '../view.js'
import { isBlank, linesOf, untouchable } from './lines.js'
import { spaceComments } from './comment-spacing.js'

/** Edits of spaces inside and behind lines, and of blank lines. */
export function space(view: View): Edit[] {
  const { lineOf } = linesOf(view)
  const isFixed = untouchable(view)
  const inner = innerLines(view)
  const gaps = [
    ...partsOf(view).flatMap((part) => [...colonGap(view, part), ...commaGap(view, part)]),
    ...spaceComments(view),
  ]
  const edits = [...gaps, ...blankLines(view, inner), ...trailing(view, inner)]
  return [...edits.filter(({ start }) => !isFixed(lineOf(start))), ...finalLine(view)]
}

/** What a line inside a text of several lines must keep: its blank lines, or also the spaces at its end. */
type Inner = Map<number, 'blank' | 'spaces'>

function innerLines(view: View): Inner {
  const { lines, lineOf } = linesOf(view)
  const inner: Inner = new Map()
  for (const { node } of partsOf(view)) {
    if (!('style' in node) || node.start === node.end) continue
    const from = lineOf(node.start)
    const isBlock = node.style === 'literal' || node.style === 'folded'
    let to = lineOf(isBlock ? node.end - 1 : node.end)
    if (isBlock && /^[|>]\d*\+/.test(view.text.slice(node.start, node.end)))
      while (lines[to + 1] && isBlankAt(view, to + 1)) to += 1
    for (let line = from; line <= to && from < to; line += 1) {
      const keepsSpaces = isBlock ? line > from : node.style !== 'plain' && line < to
      if (keepsSpaces || line > from) inner.set(line, keepsSpaces ? 'spaces' : 'blank')
    }
  }
  return inner
}

function isBlankAt(view: View, number: number): boolean {
  const line = linesOf(view).lines[number]
  return line !== undefined && isBlank(line)
}

/** One space between the colon of an entry and what follows on its line. */
function colonGap({ text }: View, { pair, above }: Part): Edit[] {
  const colon = pair && endOfColon(text, pair)
  if (colon === undefined) return []
  const [, gap = '', next] = /^([ \t]*)([^\s#]?)/.exec(text.slice(colon, colon + 1000)) ?? []
  const isEnd =
    above?.node.kind === 'map' && above.node.flow && gap === '' && /[,}\]]/.test(next ?? '')
  return next && gap !== ' ' && !isEnd ? [{ start: colon, end: colon + gap.length, text: ' ' }] : []
}

/** One space behind the comma of a flow collection, if something follows on its line. */
function commaGap({ text }: View, part: Part): Edit[] {
  const holder = part.above?.node
  if ((holder?.kind !== 'map' && holder?.kind !== 'list') || !holder.flow) return []
  const [head, , gap = '', next] =
    /^([ \t]*,)([ \t]*)([^\s#]?)/.exec(text.slice(part.end, part.end + 1000)) ?? []
  if (head === undefined || !next || gap === ' ' || /[\]}]/.test(next)) return []
  const end = part.end + head.length - next.length
  return [{ start: end - gap.length, end, text: ' ' }]
}

function trailing(view: View, inner: Inner): Edit[] {
  const gone = removed(view, inner)
  return linesOf(view).lines.flatMap(({ start, end }, number): Edit[] => {
    if (gone.has(number) || inner.get(number) === 'spaces') return []
    let from = end
    while (from > start && /[ \t]/.test(view.text.charAt(from - 1))) from -= 1
    return from < end ? [{ start: from, end, text: '' }] : []
  })
}

/** Blank lines that are too many: two may stand before a section, one elsewhere, none at the ends of a file. */
function removed(view: View, inner: Inner): Set<number> {
  const { lines } = linesOf(view)
  const isFixed = untouchable(view)
  const gone = new Set<number>()
  let blanks: number[] = []
  let isStart = true
  lines.forEach((line, number) => {
    if (isBlank(line) && !inner.has(number) && !isFixed(number)) return void blanks.push(number)
    const most = isStart ? 0 : line.first === line.start ? 2 : 1
    for (const blank of blanks.slice(most)) gone.add(blank)
    blanks = []
    isStart = false
  })
  for (const blank of isStart ? [] : blanks) gone.add(blank)
  return gone
}

function blankLines(view: View, inner: Inner): Edit[] {
  const { lines } = linesOf(view)
  return [...removed(view, inner)].flatMap((number): Edit[] => {
    const { start = 0 } = lines[number] ?? {}
    const end = lines[number + 1]?.start ?? view.text.length
    return end > start ? [{ start, end, text: '' }] : []
  })
}

/** A line end behind the last line, unless it would become a part of a text. */
function finalLine(view: View): Edit[] {
  const { text, document } = view
  const content = text.trimEnd()
  const isOpen = content !== '' && !/[\r\n]/.test(text.slice(content.length))
  const isText = partsOf(view).some(
    ({ node }) =>
      'style' in node &&
      (node.style === 'literal' || node.style === 'folded') &&
      node.end === text.length,
  )
  return isOpen && !isText && !document.rest
    ? [{ start: text.length, end: text.length, text: lineEndOf(text) }]
    : []
}
