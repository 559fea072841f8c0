import type { Edit, Span } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument, parseSoundDocument } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import { findLineStart, findNextLineStart, getColumn } from '../document/lines.js'
import { applyEdits } from './edits.js'

type SyntaxProblem = Document['problems'][number]

type Move = NonNullable<SyntaxProblem['moves']>[number]

/** Edits that make a text readable. `isGuess` if something else may have been meant. */
type Repair = { title: string; edits: Edit[]; isGuess?: boolean }

/** A repair with the text that it makes. */
export type ReadableRepair = Repair & { document: Document }

/** Repairs to try for each kind of problem, so that the rest of the text can be read; the likeliest first. */
const repairsByCode: Readonly<Record<string, (text: string, problem: SyntaxProblem) => Repair[]>> =
  {
    'reserved-character': (text, span) => [
      {
        title: 'quote the value',
        edits: [replaceSpan(span, quoteText(text.slice(span.start, span.end)))],
        // Placeholders such as `%s`, `@NAME@` and `` `command` `` that were not replaced.
        isGuess: /^[%`]|@$/.test(text.slice(span.start, span.end)),
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
      const written = text.slice(start, end).trimEnd()
      const [key = ''] = /^\S+/.exec(written) ?? []
      if (/^["'\w]/.test(key) && (/\s[^\s#]/.test(written) || hasBlock(text, start)))
        return [
          { title: 'add a colon after the key', edits: [insertText(start + key.length, ':')] },
        ]
      // With a colon, a stray word or sign would become a key that nobody wrote.
      const line = findLineStart(text, start)
      return text.slice(line, start).trim() === '' && !/^\{[{%#]/.test(key)
        ? [
            {
              title: `remove \`${written}\``,
              edits: [replaceSpan({ start: line, end: findNextLineStart(text, start) }, '')],
              isGuess: true,
            },
          ]
        : []
    },
    'tab-indentation': (text, { start }) =>
      [2, 4, 8].map((width) => ({
        title: 'replace the tabs with spaces',
        edits: expandTabs(text, start, width),
      })),
    'unclosed-quote': (text, { start, end }) => [
      {
        title: 'add the closing quote',
        edits: [insertText(end, text.charAt(start))],
        isGuess:
          isCutOff(text, end) || /[#,[\]{}]/.test(text.slice(start, findNextLineStart(text, end))),
      },
    ],
    'unclosed-bracket': (text, { start, end }) => {
      const bracket = text.charAt(start) === '{' ? '}' : ']'
      return [
        {
          title: `add the closing \`${bracket}\``,
          edits: [insertText(end, bracket)],
          isGuess: isCutOff(text, end) || /[,:[{]\s*$/.test(text.slice(start, end)),
        },
      ]
    },
    'bad-escape': (text, { start }) => [
      {
        title: 'double the backslash',
        edits: [insertText(start, '\\')],
        // In `C:\new\ziti`, the first backslash is not meant as an escape either.
        isGuess: /\\(?!["\\])/.test(
          text.slice(findLineStart(text, start), start) +
            text.slice(start + 2, findNextLineStart(text, start)),
        ),
      },
    ],
    'wrong-indentation': (text, { moves = [] }) =>
      [0, ...listOtherColumns(text, moves)].map((further) => {
        const changed = moves.map(({ line, by }) => ({ line, by: by + further }))
        return { title: describeMoves(changed), edits: changed.flatMap(moveLine) }
      }),
  }

const moveLine = ({ line, by }: Move): Edit[] =>
  by === 0
    ? []
    : [by > 0 ? insertText(line, ' '.repeat(by)) : { start: line, end: line - by, text: '' }]

/** Maximum number of columns to try for lines in a wrong column. */
const maxColumns = 4

/** Other columns to which the lines could move: those where a line above begins. */
function listOtherColumns(text: string, moves: readonly Move[]): number[] {
  const [first] = moves
  if (!first) return []
  const column = /^ */.exec(text.slice(first.line, first.line + 200))?.[0].length ?? 0
  const wanted = column + first.by
  const linesBefore = text.slice(Math.max(0, first.line - 2000), first.line).split('\n')
  const columns = linesBefore.flatMap((line) => {
    const [, lead] = /^( *(?:- +)*)[^\s#]/.exec(line) ?? []
    return lead === undefined ? [] : [lead.length]
  })
  return [...new Set(columns)]
    .filter((other) => other !== wanted)
    .sort((left, right) => Math.abs(left - wanted) - Math.abs(right - wanted))
    .slice(0, maxColumns)
    .map((other) => other - wanted)
}

/** Whether nothing follows the line of an offset, so that the rest of the text may have been lost. */
const isCutOff = (text: string, offset: number): boolean =>
  !/^[ \t]*[^\s#]/m.test(text.slice(findNextLineStart(text, offset)))

/** Whether the next line with content is indented deeper than what begins at an offset. */
function hasBlock(text: string, offset: number): boolean {
  const column = getColumn(text, offset)
  const [, indent = ''] = /^( *)[^\s#]/m.exec(text.slice(findNextLineStart(text, offset))) ?? []
  return indent.length > column
}

/** Describes the move of the lines in words. */
function describeMoves(moves: readonly Move[]): string {
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

/** How many characters are read to try the repairs of one text. */
const maxRepairWork = 3_000_000

const getWork = memoizePerObject((_: Document) => ({ done: 0 }))

/**
 * The repairs that remove this problem and leave fewer problems overall, the likeliest first, each tried on demand.
 * None once the repairs of earlier problems have used up `maxRepairWork`, as in a long text with many problems.
 */
export function* listRepairs(
  document: Document,
  problem: SyntaxProblem,
): Generator<ReadableRepair, undefined> {
  const { text, problems } = document
  const work = getWork(document)
  // The parser continues after each problem, and reads and copies much of the text again.
  const workPerRepair = problems.length * text.length
  if (work.done + workPerRepair > maxRepairWork) return
  const movesLines = problem.code === 'wrong-indentation'
  const repairs = (repairsByCode[problem.code]?.(text, problem) ?? []).filter(({ edits }) => {
    const losesText = edits.some(({ start, end }) => /\S/.test(text.slice(start, end)))
    return edits.length > 0 && !(movesLines && losesText)
  })
  work.done += repairs.length * workPerRepair
  // Either all repairs are tried or none: whether one is certain depends on the others.
  if (work.done > maxRepairWork) return
  // If this is the only problem, a repair must leave none, so reading may stop at the first.
  const parse = problems.length === 1 ? parseSoundDocument : parseDocument
  for (const repair of repairs) {
    const repaired = parse(applyEdits(text, repair.edits))
    if (repaired && repaired.problems.length < problems.length)
      yield { ...repair, document: repaired }
  }
}
