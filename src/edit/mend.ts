import type { Edit, Span } from '../diagnostic.js'
import type { Document } from '../document.js'
import { parseDocument } from '../document.js'
import { applyEdits } from './edits.js'
import { startOfLine, startOfNextLine } from './lines.js'

type Problem = Document['problems'][number]

/** What may be written so that a text can be read on behind a problem of a kind; the likeliest first. */
const mends: Readonly<Record<string, (text: string, problem: Problem) => Edit[][]>> = {
  'reserved-character': (text, span) => [[put(span, quoted(text.slice(span.start, span.end)))]],
  'missing-space': (text, { start, end }) => [
    [insert(start + (/^(?:-|[^:]*:)/.exec(text.slice(start, end))?.[0].length ?? 0), ' ')],
  ],
  'missing-colon': (text, { start, end }) => [
    [insert(start + (/^\S+/.exec(text.slice(start, end))?.[0].length ?? 0), ':')],
  ],
  'tab-indentation': (text, { start }) => [2, 4, 8].map((width) => spaces(text, start, width)),
  'unclosed-quote': (text, { start, end }) => [[insert(end, text.charAt(start))]],
  'unclosed-bracket': (text, { start, end }) => [
    [insert(end, text.charAt(start) === '{' ? '}' : ']')],
  ],
  'bad-escape': (_, { start }) => [[insert(start, '\\')]],
  'wrong-indentation': (_, { moves = [] }) => [
    moves.map(({ line, by }) =>
      by > 0 ? insert(line, ' '.repeat(by)) : { start: line, end: line - by, text: '' },
    ),
  ],
}

const put = ({ start, end }: Span, text: string): Edit => ({ start, end, text })

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** The tabs before the text of a line, and of the lines below that have some too, as spaces. */
function spaces(text: string, offset: number, width: number): Edit[] {
  const edits: Edit[] = []
  for (
    let line = startOfLine(text, offset);
    line < text.length;
    line = startOfNextLine(text, line)
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

/** Texts longer than this are not read again for every guess. */
const longest = 100_000

/** Edits after which a text has fewer problems, and not this one; undefined where none are known. */
export function mend({ text, problems }: Document, problem: Problem): Edit[] | undefined {
  if (text.length > longest) return undefined
  return mends[problem.code]?.(text, problem).find((edits) => {
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
