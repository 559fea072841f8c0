import type { Edit, Span } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument, parseDocumentWithoutErrors } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import { findLineStart, findNextLineStart, getColumn } from '../document/lines.js'
import { applyEdits } from './edits.js'

type SyntaxProblem = Document['problems'][number]

type Move = NonNullable<SyntaxProblem['moves']>[number]

/** Edits that remove a syntax error. `isGuess` is set if the author may have meant something else. */
type Repair = { title: string; edits: Edit[]; isGuess?: boolean }

/** A repair, and the document that results from it. */
export type ReadableRepair = Repair & { document: Document }

/** Repairs to try for each kind of problem, so that the rest of the text can be read; the likeliest first. */
const repairsByCode: Readonly<Record<string, (text: string, problem: SyntaxProblem) => Repair[]>> =
  {
    'reserved-character': (text, span) => [
      {
        title: 'quote the value',
        edits: [replaceSpan(span, quoteText(text.slice(span.start, span.end)))],
        // The value may be a placeholder that was not replaced, such as `%s`, `@NAME@` or `` `command` ``.
        isGuess: /^[%`]|@$/.test(text.slice(span.start, span.end)),
      },
    ],
    'missing-space': (text, { start, end }) => {
      const prefix = /^(?:-|[^:]*:)/.exec(text.slice(start, end))?.[0] ?? ''
      const signName = prefix === '-' ? 'dash' : 'colon'
      return [
        {
          title: `add a space after the ${signName}`,
          edits: [insertText(start + prefix.length, ' ')],
        },
      ]
    },
    'missing-colon': (text, { start, end }) => {
      const source = text.slice(start, end).trimEnd()
      const [key = ''] = /^\S+/.exec(source) ?? []
      if (/^["'\w]/.test(key) && (/\s[^\s#]/.test(source) || hasBlock(text, start)))
        return [
          { title: 'add a colon after the key', edits: [insertText(start + key.length, ':')] },
        ]
      // Removes a stray word or sign. A colon after it would turn it into a key that nobody wrote.
      const lineStart = findLineStart(text, start)
      return text.slice(lineStart, start).trim() === '' && !/^\{[{%#]/.test(key)
        ? [
            {
              title: `remove \`${source}\``,
              edits: [replaceSpan({ start: lineStart, end: findNextLineStart(text, start) }, '')],
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
        // Other escapes on the line may not be meant as escapes either, such as `\n` in `C:\new\ziti`.
        isGuess: /\\(?!["\\])/.test(
          text.slice(findLineStart(text, start), start) +
            text.slice(start + 2, findNextLineStart(text, start)),
        ),
      },
    ],
    'wrong-indentation': (text, { moves = [] }) =>
      [0, ...listOtherShifts(text, moves)].map((extraColumns) => {
        const shiftedMoves = moves.map(({ line, shift }) => ({ line, shift: shift + extraColumns }))
        return { title: describeMoves(shiftedMoves), edits: shiftedMoves.flatMap(moveLine) }
      }),
  }

const moveLine = ({ line, shift }: Move): Edit[] =>
  shift === 0
    ? []
    : [
        shift > 0
          ? insertText(line, ' '.repeat(shift))
          : { start: line, end: line - shift, text: '' },
      ]

/** Maximum number of other columns to try for wrongly indented lines. */
const maxTriedColumns = 4

/**
 * Other shifts to try for wrongly indented lines, besides the shift that the parser proposes: to the columns where
 * lines above begin, the nearest to the proposed column first. A negative shift moves lines to the left.
 */
function listOtherShifts(text: string, moves: readonly Move[]): number[] {
  const [first] = moves
  if (!first) return []
  const currentColumn = /^ */.exec(text.slice(first.line, first.line + 200))?.[0].length ?? 0
  const proposedColumn = currentColumn + first.shift
  const linesBefore = text.slice(Math.max(0, first.line - 2000), first.line).split('\n')
  const columns = linesBefore.flatMap((line) => {
    const [, prefix] = /^( *(?:- +)*)[^\s#]/.exec(line) ?? []
    return prefix === undefined ? [] : [prefix.length]
  })
  return [...new Set(columns)]
    .filter((other) => other !== proposedColumn)
    .sort((left, right) => Math.abs(left - proposedColumn) - Math.abs(right - proposedColumn))
    .slice(0, maxTriedColumns)
    .map((other) => other - proposedColumn)
}

/** Whether only blank lines and comments follow the line of an offset. Then the rest of the text may have been lost. */
const isCutOff = (text: string, offset: number): boolean =>
  !/^[ \t]*[^\s#]/m.test(text.slice(findNextLineStart(text, offset)))

/** Whether the next line that is not blank or a comment is indented more deeply than the column of an offset. */
function hasBlock(text: string, offset: number): boolean {
  const column = getColumn(text, offset)
  const [, indent = ''] = /^( *)[^\s#]/m.exec(text.slice(findNextLineStart(text, offset))) ?? []
  return indent.length > column
}

/** The title of a repair that moves lines, such as `indent 2 lines by 1 space more`. */
function describeMoves(moves: readonly Move[]): string {
  const lines = moves.length === 1 ? 'the line' : `${moves.length} lines`
  const [by = 0, ...others] = new Set(moves.map((move) => move.shift))
  if (others.length > 0) return `correct the indentation of ${lines}`
  const spaces = Math.abs(by) === 1 ? '1 space' : `${Math.abs(by)} spaces`
  return `indent ${lines} by ${spaces} ${by > 0 ? 'more' : 'less'}`
}

const replaceSpan = ({ start, end }: Span, text: string): Edit => ({ start, end, text })

const insertText = (offset: number, text: string): Edit => ({ start: offset, end: offset, text })

const quoteText = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Replaces leading tabs with spaces, in the line of an offset and the lines right below it that have leading tabs. */
function expandTabs(text: string, offset: number, width: number): Edit[] {
  const edits: Edit[] = []
  for (
    let lineStart = findLineStart(text, offset);
    lineStart < text.length;
    lineStart = findNextLineStart(text, lineStart)
  ) {
    const indentation = /^[ \t]*/.exec(text.slice(lineStart, lineStart + 200))?.[0] ?? ''
    if (!indentation.includes('\t')) break
    edits.push({
      start: lineStart,
      end: lineStart + indentation.length,
      text: indentation.replaceAll('\t', ' '.repeat(width)),
    })
  }
  return edits
}

/** Maximum number of characters that are read to try the repairs of one text. */
const maxRepairWork = 3_000_000

const getRepairWork = memoizePerObject((_: Document) => ({ usedCharacters: 0 }))

/**
 * Yields the repairs of a problem that leave the text with fewer problems, the likeliest first, each tried on demand.
 * Yields none if trying them, after the repairs of earlier problems, would exceed `maxRepairWork`.
 */
export function* listRepairs(
  document: Document,
  problem: SyntaxProblem,
): Generator<ReadableRepair, undefined> {
  const { text, problems } = document
  const work = getRepairWork(document)
  // After each problem, the parser reads and copies much of the text again.
  const workPerRepair = problems.length * text.length
  if (work.usedCharacters + workPerRepair > maxRepairWork) return
  const movesLines = problem.code === 'wrong-indentation'
  const repairs = (repairsByCode[problem.code]?.(text, problem) ?? []).filter(({ edits }) => {
    const losesText = edits.some(({ start, end }) => /\S/.test(text.slice(start, end)))
    return edits.length > 0 && !(movesLines && losesText)
  })
  work.usedCharacters += repairs.length * workPerRepair
  // Either all repairs are tried or none: whether one repair is certain depends on the other repairs.
  if (work.usedCharacters > maxRepairWork) return
  // If this is the only problem, a repair must leave no problem, so the parser may stop at the first one.
  const parse = problems.length === 1 ? parseDocumentWithoutErrors : parseDocument
  for (const repair of repairs) {
    const repairedDocument = parse(applyEdits(text, repair.edits))
    if (repairedDocument && repairedDocument.problems.length < problems.length)
      yield { ...repair, document: repairedDocument }
  }
}
