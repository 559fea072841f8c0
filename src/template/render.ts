import { memoizePerObject } from '../document/lazy.js'
import type { LinesAfter, LinesBefore, SplitText } from './lines.js'
import { createLinesBefore, endsLine, getFirstLineAfter, prepend, splitText } from './lines.js'
import type { Decision, TemplatePart, ValuePart } from './parse.js'
import type { WorkBudget } from './work.js'

/** What a rendering assumes: which conditions hold, how often loops run, and what is written in place of values. */
export type Assumptions = {
  holds: (name: string) => boolean
  /** How often a loop runs if its list is not empty. */
  iterationCount: number
  /**
   * Returns the text that replaces a value. If `write` is undefined or returns undefined, a text with `unknownValue` is
   * written.
   */
  write: ((value: ValuePart, place: RenderedPlace) => string | undefined) | undefined
  /** Whether unknown lines in the column of the key above are read as items of its list, and not as more keys. */
  prefersItems: boolean
}

/** Where a value is in the rendered text. */
export type RenderedPlace =
  /** The value is a whole scalar without quotes. */
  | 'whole'
  /** The value is a part of a scalar, of a key or of a comment. */
  | 'part'
  /** The value is alone on its line, below a key without a value. */
  | 'content'
  /** The value is alone on its line, among the items of a list. */
  | 'item'
  /** The value is alone on its line, among the keys of a map. */
  | 'entry'

/** A piece of the rendered text, and where it comes from. */
export type Piece = {
  start: number
  end: number
  /** The offset in the template at which the text or tag starts. */
  sourceStart: number
  sourceEnd: number
  /** The value that the piece replaces; undefined if the piece was copied from the template. */
  value: ValuePart | undefined
  /** Whether the piece is in every rendering exactly once: it is outside of branches and loops. */
  isCertain: boolean
}

export type Rendering = {
  text: string
  pieces: readonly Piece[]
  /** The arms of choices and the bodies of loops that the rendering includes. */
  arms: ReadonlySet<object>
  /** Whether the text depends on `prefersItems`. */
  isAmbiguous: boolean
  /** Whether a loop ran. */
  hasRun: boolean
  /** Set for the content of a block scalar: the indentation that its lines lack, and the text around the block. */
  block?: { indent: string; textBefore: string; textAfter: string }
}

/**
 * Replaces an unknown value. Refers to an environment variable of the router, because the lint rules treat such a
 * variable as unknown.
 */
export const unknownValue = '$templateValue'

/** Renders a template under assumptions; undefined if it calls `fail`, or if rendering it is too much work. */
export type Renderer = (assumptions: Assumptions, budget: WorkBudget) => Rendering | undefined

type TextPart = Extract<TemplatePart, { kind: 'text' }>

/** A part that is included in the output. */
type Chunk = { part: TextPart | ValuePart; isCertain: boolean }

/** The context of a part: whether it is in every rendering, and the iteration of the loop around it. */
type RenderContext = {
  isCertain: boolean
  loop?: { isFirst: boolean; isLast: boolean } | undefined
}

type Output = {
  chunks: Chunk[]
  arms: Set<object>
  fails: boolean
  hasRun: boolean
  budget: WorkBudget
}

type SplitPart = (part: TextPart) => SplitText

export function createRenderer(text: string, parts: readonly TemplatePart[]): Renderer {
  const split = memoizePerObject(({ start, end }: TextPart) => splitText(text.slice(start, end)))
  return (assumptions, budget) => {
    const output: Output = { chunks: [], arms: new Set(), fails: false, hasRun: false, budget }
    renderParts(parts, assumptions, output, { isCertain: true })
    if (output.fails || budget.isExhausted()) return undefined
    return writeChunks(text, output, { assumptions, split })
  }
}

function renderParts(
  parts: readonly TemplatePart[],
  assumptions: Assumptions,
  output: Output,
  { isCertain, loop }: RenderContext,
): void {
  for (const part of parts) {
    if (!output.budget.spend(1)) return
    if (part.kind === 'choice') {
      const arm = part.arms.find(({ decision }) => isTaken(decision, assumptions, loop))
      if (arm === undefined) continue
      output.arms.add(arm)
      renderParts(arm.body, assumptions, output, { isCertain: false, loop })
    } else if (part.kind === 'loop') renderLoop(part, assumptions, output)
    else {
      if (part.kind === 'value') output.fails ||= part.fails
      output.chunks.push({ part, isCertain })
    }
  }
}

function isTaken(
  decision: Decision | undefined,
  { holds }: Assumptions,
  loop: RenderContext['loop'],
): boolean {
  if (!decision) return true
  if (decision.iteration && loop) {
    const { isFirst, isLast } = loop
    return (
      { first: isFirst, later: !isFirst, last: isLast }[decision.iteration] !== decision.isNegated
    )
  }
  return holds(decision.name) !== decision.isNegated
}

function renderLoop(
  part: Extract<TemplatePart, { kind: 'loop' }>,
  assumptions: Assumptions,
  output: Output,
): void {
  const runs = assumptions.holds(part.decision.name)
  const body = runs ? part.body : part.elseBody
  output.arms.add(body)
  output.hasRun ||= runs
  const iterationCount = runs ? assumptions.iterationCount : 1
  for (
    let iteration = 0;
    iteration < iterationCount && !output.budget.isExhausted();
    iteration += 1
  )
    renderParts(body, assumptions, output, {
      isCertain: false,
      ...(runs && { loop: { isFirst: iteration === 0, isLast: iteration === iterationCount - 1 } }),
    })
}

function writeChunks(
  source: string,
  { chunks, arms, hasRun, budget }: Output,
  { assumptions, split }: { assumptions: Assumptions; split: SplitPart },
): Rendering | undefined {
  const pieces: Piece[] = []
  const linesAfter = findLinesAfter(chunks, split)
  const linesBefore = createLinesBefore()
  let isAmbiguous = false
  let text = ''
  let index = -1
  for (const { part, isCertain } of chunks) {
    index += 1
    const piece = createPiece(part, { start: text.length, isCertain })
    if (part.kind === 'value') {
      const lineContext = { linesBefore, linesAfter: linesAfter[index] ?? noLines, assumptions }
      const value = part.mayBeLines ? writeLines(part, lineContext) : writeInLine(part, lineContext)
      isAmbiguous ||= value.isAmbiguous
      linesBefore.append(value.text === unknownValue ? splitUnknown : splitText(value.text))
      text += value.text
    } else {
      linesBefore.append(split(part))
      text += source.slice(part.start, part.end)
    }
    piece.end = text.length
    pieces.push(piece)
    const readLength =
      part.kind === 'value' && part.mayBeLines ? linesBefore.getUnfinishedLength() : 0
    if (!budget.spend((piece.end - piece.start + readLength) / 8)) return undefined
  }
  return { text, pieces, arms, isAmbiguous, hasRun }
}

/** Creates a piece, whose `end` is set later. All pieces have the same shape, so that V8 reads them fast. */
const createPiece = (
  part: TextPart | ValuePart,
  { start, isCertain }: { start: number; isCertain: boolean },
): Piece => ({
  start,
  end: start,
  sourceStart: part.start,
  sourceEnd: part.end,
  value: part.kind === 'value' ? part : undefined,
  isCertain,
})

const splitUnknown = splitText(unknownValue)

const noLines: LinesAfter = { restOfLine: '', nextLine: undefined }

/**
 * The lines after each value, by the index of its chunk. In these lines, each other value inside a line is replaced
 * with a letter, and values on separate lines are omitted.
 */
function findLinesAfter(
  chunks: readonly Chunk[],
  split: SplitPart,
): readonly (LinesAfter | undefined)[] {
  const linesByChunk: (LinesAfter | undefined)[] = []
  let linesAfter = noLines
  for (let index = chunks.length - 1; index >= 0; index -= 1) {
    const part = chunks[index]?.part
    if (part?.kind === 'text') linesAfter = prepend(split(part), linesAfter)
    if (part?.kind !== 'value') continue
    linesByChunk[index] = linesAfter
    if (!part.mayBeLines) linesAfter = { restOfLine: 'x', nextLine: linesAfter.nextLine }
  }
  return linesByChunk
}

type LineContext = { linesBefore: LinesBefore; linesAfter: LinesAfter; assumptions: Assumptions }

/** The text that replaces a value; `isAmbiguous` if it depends on `prefersItems`. */
type WrittenText = { text: string; isAmbiguous: boolean }

function writeInLine(
  value: ValuePart,
  { linesBefore, linesAfter, assumptions }: LineContext,
): WrittenText {
  const place = linesBefore.opensScalar() && endsLine(linesAfter) ? 'whole' : 'part'
  return { text: assumptions.write?.(value, place) ?? unknownValue, isAmbiguous: false }
}

function writeLines(
  value: ValuePart,
  { linesBefore, linesAfter, assumptions }: LineContext,
): WrittenText {
  const lineBreak = value.newLineIndent === undefined ? '' : '\n'
  const indent = value.newLineIndent ?? value.indent
  const indentation =
    (value.newLineIndent === undefined ? linesBefore.getUnfinishedLength() : 0) + indent
  const { place, isAmbiguous } = findPlace(
    linesBefore,
    linesAfter,
    indentation,
    assumptions.prefersItems,
  )
  const writtenText = assumptions.write?.(value, place) ?? unknownTexts[place]
  const text =
    writtenText === ''
      ? ''
      : `${lineBreak}${' '.repeat(indent)}${writtenText.replaceAll('\n', `\n${' '.repeat(indentation)}`)}`
  return { text, isAmbiguous }
}

const unknownTexts = {
  whole: unknownValue,
  part: unknownValue,
  content: unknownValue,
  item: `- ${unknownValue}`,
  entry: `${unknownValue}: ${unknownValue}`,
} as const

/** Decides what a value alone on its line is (an item, an entry …) from its indentation and the lines around it. */
function findPlace(
  linesBefore: LinesBefore,
  linesAfter: LinesAfter,
  indentation: number,
  prefersItems: boolean,
): { place: RenderedPlace; isAmbiguous: boolean } {
  const toCertain = (place: RenderedPlace): { place: RenderedPlace; isAmbiguous: boolean } => ({
    place,
    isAmbiguous: false,
  })
  const nextLine = getFirstLineAfter(linesAfter)
  if (nextLine?.dashColumns[0] === indentation) return toCertain('item')
  const lastLine = linesBefore.getLastLine()
  if (lastLine?.opensValue && lastLine.keyColumn < indentation)
    return toCertain(
      nextLine?.dashColumns.length === 0 && nextLine.keyColumn === indentation
        ? 'entry'
        : 'content',
    )
  const neighbor = linesBefore.getAtColumn(indentation)
  if (neighbor === 'dash') return toCertain('item')
  return lastLine?.opensValue && neighbor?.content === lastLine.content
    ? { place: prefersItems ? 'item' : 'entry', isAmbiguous: true }
    : toCertain('entry')
}
