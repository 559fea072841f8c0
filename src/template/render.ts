import type { Decision, Part, ValuePart } from './parse.js'

/** What a rendering assumes: the conditions that hold, how often loops run, and what values are replaced by. */
export type Assumptions = {
  holds: (name: string) => boolean
  /** How often a loop runs if its list is not empty. */
  rounds: number
  /** What a value is replaced by, if it is known. */
  write: ((value: ValuePart, place: ValuePlace) => string | undefined) | undefined
  /** Whether lines of unknown content below a key are its items rather than its neighbours, if both are possible. */
  prefersItems: boolean
}

/** Where a value is in the rendered text. */
export type ValuePlace =
  /** It is a whole scalar without quotes. */
  | 'whole'
  /** It is a part of a scalar, of a key or of a comment. */
  | 'part'
  /** It is alone on its line, where the value of a key may be. */
  | 'content'
  /** It is alone on its line among the items of a list. */
  | 'item'
  /** It is alone on its line among the keys of a map. */
  | 'entry'

/** A piece of the rendered text, and where it comes from. */
export type Piece = {
  start: number
  end: number
  /** The offset in the template. */
  source: number
  sourceEnd: number
  /** The value that it replaces; text is copied from the template. */
  value?: ValuePart
  /** Text that is part of every rendering, once. */
  isCertain: boolean
}

export type Rendering = {
  text: string
  pieces: readonly Piece[]
  /** The arms of choices that it includes. */
  arms: ReadonlySet<object>
  /** It is a part of the whole text, without the indentation of its lines. */
  isCut?: true
}

/**
 * What a value that is not known is replaced by: a variable of the router's environment, which its reader already takes
 * for unknown.
 */
export const unknownValue = '$templateValue'

/** A chunk of output; the place of a value alone on its line depends on the lines around it. */
type Chunk = {
  text: string
  source: number
  sourceEnd: number
  value?: ValuePart
  isCertain: boolean
}

/** What is around a part: whether it is in every rendering, and the round of the loop. */
type Context = { isCertain: boolean; loop?: { first: boolean; last: boolean } | undefined }

type Output = { text: string; chunks: Chunk[]; arms: Set<object>; fails: boolean }

/** Renders a template as it would be under assumptions; undefined if it refuses to be rendered under these. */
export function renderTemplate(
  text: string,
  parts: readonly Part[],
  assumptions: Assumptions,
): Rendering | undefined {
  const output: Output = { text, chunks: [], arms: new Set(), fails: false }
  renderParts(parts, assumptions, output, { isCertain: true })
  return output.fails ? undefined : toRendering(output, assumptions)
}

function renderParts(
  parts: readonly Part[],
  assumptions: Assumptions,
  output: Output,
  { isCertain, loop }: Context,
): void {
  for (const part of parts) {
    if (part.kind === 'text')
      output.chunks.push({
        text: output.text.slice(part.start, part.end),
        source: part.start,
        sourceEnd: part.end,
        isCertain,
      })
    else if (part.kind === 'value') {
      output.fails ||= part.fails
      output.chunks.push({
        text: '',
        source: part.start,
        sourceEnd: part.end,
        value: part,
        isCertain,
      })
    } else if (part.kind === 'choice') {
      const arm = part.arms.find(({ decision }) => isTaken(decision, assumptions, loop))
      if (arm === undefined) continue
      output.arms.add(arm)
      renderParts(arm.body, assumptions, output, { isCertain: false, loop })
    } else renderLoop(part, assumptions, output)
  }
}

function isTaken(
  decision: Decision | undefined,
  { holds }: Assumptions,
  loop: Context['loop'],
): boolean {
  if (!decision) return true
  if (decision.round && loop) {
    const { first: isFirst, last: isLast } = loop
    return { first: isFirst, later: !isFirst, last: isLast }[decision.round] !== decision.isNegated
  }
  return holds(decision.name) !== decision.isNegated
}

function renderLoop(
  part: Extract<Part, { kind: 'loop' }>,
  assumptions: Assumptions,
  output: Output,
): void {
  const runs = assumptions.holds(part.decision.name)
  const body = runs ? part.body : part.otherwise
  output.arms.add(body)
  const rounds = runs ? assumptions.rounds : 1
  for (let round = 0; round < rounds; round += 1)
    renderParts(body, assumptions, output, {
      isCertain: false,
      ...(runs && { loop: { first: round === 0, last: round === rounds - 1 } }),
    })
}

function toRendering({ chunks, arms }: Output, assumptions: Assumptions): Rendering {
  const pieces: Piece[] = []
  let text = ''
  chunks.forEach((chunk, index) => {
    const { value, source, sourceEnd, isCertain } = chunk
    const written = value
      ? writeValue(value, { before: text, after: () => textAfter(chunks, index), assumptions })
      : chunk.text
    pieces.push({
      start: text.length,
      end: text.length + written.length,
      source,
      sourceEnd,
      ...(value && { value }),
      isCertain,
    })
    text += written
  })
  return { text, pieces, arms }
}

/** The text after a chunk, up to the end of the next line with content; values count as one letter. */
function textAfter(chunks: readonly Chunk[], index: number): string {
  let after = ''
  for (const { text, value } of chunks.slice(index + 1)) {
    after += value ? (value.isLine ? '' : 'x') : text
    if (/\S.*\n/.test(after)) break
  }
  return after
}

type Surroundings = { before: string; after: () => string; assumptions: Assumptions }

function writeValue(value: ValuePart, { before, after, assumptions }: Surroundings): string {
  if (!value.isLine) {
    const place = placeInLine(before, after())
    return assumptions.write?.(value, place) ?? unknownValue
  }
  const lineBreak = value.newLine === undefined ? '' : '\n'
  const own = value.newLine ?? value.indent
  const blanks = ' '.repeat(own)
  const [lead = ''] = value.newLine === undefined ? (/[^\n]*$/.exec(before) ?? []) : []
  const indentation = lead.length + own
  const place = placeOfLine(before, after(), indentation, assumptions.prefersItems)
  const written = assumptions.write?.(value, place) ?? unknownLines[place]
  if (written === '') return ''
  return `${lineBreak}${blanks}${written.replaceAll('\n', `\n${' '.repeat(indentation)}`)}`
}

const unknownLines = {
  whole: unknownValue,
  part: unknownValue,
  content: unknownValue,
  item: `- ${unknownValue}`,
  entry: `${unknownValue}: ${unknownValue}`,
} as const

const placeInLine = (before: string, after: string): ValuePlace =>
  /(?:^|\n)[^\n#"'{[]*(?::|-)[ \t]+$/.test(before) && /^[ \t]*(?:#|\r?\n|$)/.test(after)
    ? 'whole'
    : 'part'

/** The line's own indentation, that of its first key, and its dashes. */
type Line = { content: string; columns: readonly number[]; keyColumn: number }

const isContent = (line: string): boolean => !/^\s*(?:#|$)/.test(line)

function readLine(line: string): Line {
  const [dashes = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(line) ?? []
  const columns = [...dashes.matchAll(/-/g)].map(({ index }) => index)
  return { content: line.slice(dashes.length), columns, keyColumn: dashes.length }
}

const opensValue = (content: string): boolean => /:[ \t]*(?:#.*)?\r?$/.test(content)

/** What lines of unknown content at an indentation are part of, by the lines around them. */
function placeOfLine(
  before: string,
  after: string,
  indentation: number,
  prefersItems: boolean,
): ValuePlace {
  const next = after.split('\n').find(isContent)
  const following = next === undefined ? undefined : readLine(next)
  if (following?.columns[0] === indentation) return 'item'
  const lines = before.split('\n').filter(isContent).map(readLine).reverse()
  const [last] = lines
  if (last && opensValue(last.content) && last.keyColumn < indentation)
    return following?.columns.length === 0 && following.keyColumn === indentation
      ? 'entry'
      : 'content'
  for (const { columns, keyColumn, content } of lines) {
    if (columns.includes(indentation)) return 'item'
    if (keyColumn === indentation)
      return prefersItems && content === last?.content && opensValue(content) ? 'item' : 'entry'
    if (keyColumn < indentation) break
  }
  return 'entry'
}
