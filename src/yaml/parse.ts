import {
  findDecodingProblems,
  findRootProblem,
  createLineCounter,
  toFirstLine,
  formatRouterMessage,
} from './decode.js'
import type { Scanner, Token } from './scanner.js'
import { Fault, openScanner } from './scanner.js'
import type { Node, Span } from './nodes.js'
import { isCollection } from './nodes.js'
import type { Parser, ParseAttempt } from './parser.js'
import { isAtDocumentEnd, openParser, standardHandles, tryParse } from './parser.js'
import { parsePlainBlocks } from './plain-blocks.js'
import type { YamlProblem } from './decode.js'
import { recover } from './recovery/recover.js'
import type { Mistake } from './recovery/diagnosis.js'
import {
  findYamlLineEnd,
  findContentEnd,
  findNextLine,
  findContentStart,
  findYamlLineStart,
} from './recovery/lines.js'

/** The content of a text, as far as it can be read. */
export type Parsed = {
  root: Node | undefined
  /** yaml.v2 stops at the first; the others were found by continuing after it. */
  problems: YamlProblem[]
  /** Every comment, `#` included, line end excluded. */
  comments: Span[]
  /**
   * Content after the first document, if it is more than blank lines, comments and `...`: the router never reads it.
   */
  rest?: Span
  /** Whether each block of the text can be parsed separately: it has no errors, anchors, merge keys or directives. */
  isPlain: boolean
}

/**
 * Reads the first document of a text as yaml.v2 does, and of a broken one everything that can be read. Never throws.
 */
export function parseYaml(text: string): Parsed {
  const simple = parsePlainBlocks(text)
  if (simple) return { ...simple, problems: [], isPlain: true }
  return parseWhole(text)
}

/** Like `parseYaml`, always with the parser that knows all of YAML. */
export function parseWhole(text: string): Parsed {
  const parser = openParser(openScanner(text))
  const first = tryParse(parser)
  const fault = first.fault ?? findScalarFault(first)
  return toParsed(parser, fault === undefined ? undefined : recover(parser, fault), first)
}

/** Reads a text that is not broken; undefined if it is. Fast for broken texts, as nothing is repaired. */
export function parseSoundYaml(text: string): Parsed | undefined {
  const parser = openParser(openScanner(text))
  const first = tryParse(parser)
  if (first.fault ?? findScalarFault(first)) return undefined
  const parsed = toParsed(parser, undefined, first)
  return parsed.problems.length === 0 ? parsed : undefined
}

function toParsed(parser: Parser, recovered: Recovered | undefined, first: ParseAttempt): Parsed {
  const { last, mistakes } = recovered ?? { last: first, mistakes: [] }
  const { root, scanner } = last.parser
  const problems = findProblems(parser, last.parser, mistakes)
  if (last.end === undefined || last.end.kind === 'stream-end')
    return {
      root,
      problems,
      comments: scanner.comments,
      isPlain: recovered === undefined && problems.length === 0 && isPlainDocument(parser),
    }
  const { rest, comments } = readTail(scanner, last.end)
  if (rest === undefined)
    return { root, problems, comments: [...scanner.comments, ...comments], isPlain: false }
  return {
    root,
    problems,
    comments: scanner.comments.filter(({ start }) => start < rest.start),
    rest,
    isPlain: false,
  }
}

type Recovered = ReturnType<typeof recover>

const isPlainDocument = ({
  root,
  scanner,
  handles,
  anchored,
  noticed,
  broken,
  suspicious,
}: Parser): boolean =>
  root?.kind === 'map' &&
  !root.flow &&
  root.tag === undefined &&
  scanner.window === undefined &&
  !suspicious &&
  anchored.length + noticed.length + broken.size === 0 &&
  handles.size === standardHandles.size &&
  [...standardHandles].every(([handle, prefix]) => handles.get(handle) === prefix)

// A first line that is not an entry is a whole document, and the map below it is never read.
function findScalarFault({ parser, end }: ParseAttempt): Fault | undefined {
  const { root, scanner, broken } = parser
  if (end === undefined || isAtDocumentEnd(end) || root === undefined || isCollection(root))
    return undefined
  if (broken.size > 0) return undefined
  const problem = findRootProblem(parser, createLineCounter(scanner))
  if (problem === undefined || problem.outcome === 'crashes') return undefined
  return new Fault('root-not-map', problem.router.slice('yaml: '.length), 'decoder', root.start)
}

// `first` stopped at the first fault; `last` went on after repairs and read the most.
function findProblems(first: Parser, last: Parser, mistakes: readonly Mistake[]): YamlProblem[] {
  const countLine = createLineCounter(first.scanner)
  const anchors = first.noticed.map((fault) => createUnknownAnchor(first, fault))
  const later = last === first ? [] : last.noticed.map((fault) => createUnknownAnchor(last, fault))
  const found = [...anchors, ...mistakes, ...later.filter(({ fault }) => isNewFault(fault, first))]
  const problems = found.map(
    ({ fault, diagnosis: { code, span, message, repairs } }): YamlProblem => {
      const moves = code === 'wrong-indentation' ? (repairs[0]?.moves() ?? []) : []
      return {
        ...toFirstLine(first.scanner, span),
        code,
        message,
        router: formatRouterMessage(fault, countLine),
        ...(moves.length > 0 && { moves }),
        outcome: 'refuses',
      }
    },
  )
  const decoding = findDecodingProblems(last)
  // Blanked text can cause further problems elsewhere.
  const isFirst = problems.length === 0
  for (const problem of decoding) if (isFirst || problem.start < problem.end) problems.push(problem)
  const root = problems.length === 0 ? findRootProblem(last, countLine) : undefined
  if (root !== undefined) return [root]
  const [head, ...others] = problems
  return head === undefined ? [] : [head, ...others.sort((a, b) => a.start - b.start)]
}

function createUnknownAnchor({ scanner: { text } }: Parser, fault: Fault): Mistake {
  const { code, noticedAt: start } = fault
  const name = readAliasName(text, start)
  const message = `unknown alias \`*${name}\`; define the anchor \`&${name}\` above it, or quote the value`
  return {
    fault,
    diagnosis: { code, span: { start, end: start + 1 + name.length }, message, repairs: [] },
  }
}

function readAliasName(text: string, start: number): string {
  return /^[\w-]*/.exec(text.slice(start + 1, findYamlLineEnd(text, start)))?.[0] ?? ''
}

// An anchor may be unknown only because its line was blanked.
function isNewFault({ noticedAt: start }: Fault, { noticed, scanner: { text } }: Parser): boolean {
  return (
    !noticed.some((fault) => fault.noticedAt === start) &&
    !text.includes(`&${readAliasName(text, start)}`)
  )
}

/** The content after the first document: comments and line breaks with `...`, or text that is never read. */
function readTail(scanner: Scanner, end: Token): { rest: Span | undefined; comments: Span[] } {
  const { text, length } = scanner
  const comments: Span[] = []
  if (end.kind !== 'document-end') return { rest: { start: end.start, end: length }, comments }
  for (let offset = end.end; offset < length; offset = findNextLine(text, offset)) {
    const start =
      findYamlLineStart(text, offset) === offset ? findContentStart(text, offset) : offset
    const content = text.slice(start, Math.max(start, findContentEnd(text, start)))
    if (content.trim() !== '' && content !== '...')
      return { rest: { start, end: length }, comments }
    const comment = text.indexOf('#', start)
    const lineEnd = findYamlLineEnd(text, start)
    if (comment >= 0 && comment < lineEnd) comments.push({ start: comment, end: lineEnd })
  }
  return { rest: undefined, comments }
}
