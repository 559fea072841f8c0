import type { Edit, Span } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { findLineStart, findNextLineStart } from '../document/lines.js'
import { applyEdits } from './edits.js'

type SyntaxProblem = Document['problems'][number]

/** Edits that make a text readable, and their title. */
type Mend = { title: string; edits: Edit[] }

/** Repairs to try for each kind of problem, so that the rest of the text can be read; the likeliest first. */
const repairsByCode: Readonly<Record<string, (text: string, problem: SyntaxProblem) => Mend[]>> = {
  'reserved-character': (text, span) => [
    {
      title: 'quote the value',
      edits: [replaceSpan(span, quoteText(text.slice(span.start, span.end)))],
    },
  ],
  'missing-space': (text, { start, end }) => {
    const sign = /^(?:-|[^:]*:)/.exec(text.slice(start, end))?.[0] ?? ''
    const name = sign === '-' ? 'dash' : 'colon'
    return [
      { title: `add a space after the ${name}`, edits: [insertText(start + sign.length, ' ')] },
    ]
  },
  'missing-colon': (text, { start, end }) => {
    const key = /^\S+/.exec(text.slice(start, end))?.[0] ?? ''
    return [{ title: 'add a colon after the key', edits: [insertText(start + key.length, ':')] }]
  },
  'tab-indentation': (text, { start }) =>
    [2, 4, 8].map((width) => ({
      title: 'replace the tabs with spaces',
      edits: expandTabs(text, start, width),
    })),
  'unclosed-quote': (text, { start, end }) => [
    { title: 'add the closing quote', edits: [insertText(end, text.charAt(start))] },
  ],
  'unclosed-bracket': (text, { start, end }) => {
    const bracket = text.charAt(start) === '{' ? '}' : ']'
    return [{ title: `add the closing \`${bracket}\``, edits: [insertText(end, bracket)] }]
  },
  'bad-escape': (_, { start }) => [
    { title: 'double the backslash', edits: [insertText(start, '\\')] },
  ],
  'wrong-indentation': (_, { moves = [] }) => [
    {
      title: movesInWords(moves),
      edits: moves.map(({ line, by }) =>
        by > 0 ? insertText(line, ' '.repeat(by)) : { start: line, end: line - by, text: '' },
      ),
    },
  ],
}

/** How many columns the lines have to move, in words. */
function movesInWords(moves: NonNullable<SyntaxProblem['moves']>): string {
  const lines = moves.length === 1 ? 'the line' : `${moves.length} lines`
  const [by = 0, ...others] = new Set(moves.map((move) => move.by))
  if (others.length > 0) return `correct the indentation of ${lines}`
  const spaces = Math.abs(by) === 1 ? '1 space' : `${Math.abs(by)} spaces`
  return `indent ${lines} by ${spaces} ${by > 0 ? 'more' : 'less'}`
}

const replaceSpan = ({ start, end }: Span, text: string): Edit => ({ start, end, text })

const insertText = (at: number, text: string): Edit => ({ start: at, end: at, text })

const quoteText = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Replaces leading tabs by spaces, in a line and in the lines below that also start with tabs. */
function expandTabs(text: string, offset: number, width: number): Edit[] {
  const edits: Edit[] = []
  for (
    let line = findLineStart(text, offset);
    line < text.length;
    line = findNextLineStart(text, line)
  ) {
    const lead = /^[ \t]*/.exec(text.slice(line, line + 200))?.[0] ?? ''
    if (!lead.includes('\t')) break
    edits.push({
      start: line,
      end: line + lead.length,
      text: lead.replaceAll('\t', ' '.repeat(width)),
    })
  }
  return edits
}

/** Longer texts are not parsed again for every guess. */
const maxRepairLength = 100_000

/** The edit that removes this problem and leaves fewer problems overall; undefined if none is known. */
export function repairSyntax(
  { text, problems }: Document,
  problem: SyntaxProblem,
): Mend | undefined {
  if (text.length > maxRepairLength) return undefined
  return repairsByCode[problem.code]?.(text, problem).find(({ edits }) => {
    if (
      edits.length === 0 ||
      edits.some(
        ({ start, end }) =>
          /\S/.test(text.slice(start, end)) && problem.code === 'wrong-indentation',
      )
    )
      return false
    const left = parseDocument(applyEdits(text, edits)).problems
    return left.length < problems.length
  })
}
