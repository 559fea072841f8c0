import {
  findDecodingProblems,
  findRootProblem,
  createLineNumberGetter,
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
export type ParsedYaml = {
  root: Node | undefined
  /** yaml.v2 stops at the first problem; the others were found by continuing after it. */
  problems: YamlProblem[]
  /** All comments, with the `#` and without the line end. */
  comments: Span[]
  /** Content after the first document, if there is more than blank lines, comments and `...`. The router ignores it. */
  unreadContent?: Span
  /**
   * Whether each block can be parsed separately: the text is a block map without errors, anchors, aliases, merge keys,
   * collections as keys or `%TAG`.
   */
  isPlain: boolean
}

/** Reads the first document as yaml.v2 does. If the text is broken, reads as much as possible. Never throws. */
export function parseYaml(text: string): ParsedYaml {
  const plainBlocks = parsePlainBlocks(text)
  if (plainBlocks) return { ...plainBlocks, problems: [], isPlain: true }
  return parseFullYaml(text)
}

/** Like `parseYaml`, but does not try the fast parser for simple texts first. */
export function parseFullYaml(text: string): ParsedYaml {
  const parser = openParser(openScanner(text))
  const firstAttempt = tryParse(parser)
  const fault = firstAttempt.fault ?? findScalarFault(firstAttempt)
  return toParsedYaml(
    parser,
    fault === undefined ? undefined : recover(parser, fault),
    firstAttempt,
  )
}

/** Reads a text; undefined if it has any problem. Fast for broken texts, because nothing is repaired. */
export function parseYamlWithoutErrors(text: string): ParsedYaml | undefined {
  const parser = openParser(openScanner(text))
  const firstAttempt = tryParse(parser)
  if (firstAttempt.fault ?? findScalarFault(firstAttempt)) return undefined
  const parsedYaml = toParsedYaml(parser, undefined, firstAttempt)
  return parsedYaml.problems.length === 0 ? parsedYaml : undefined
}

function toParsedYaml(
  parser: Parser,
  recovery: RecoveryResult | undefined,
  firstAttempt: ParseAttempt,
): ParsedYaml {
  const { lastAttempt, mistakes } = recovery ?? { lastAttempt: firstAttempt, mistakes: [] }
  const { root, scanner } = lastAttempt.parser
  const problems = findProblems(parser, lastAttempt.parser, mistakes)
  if (lastAttempt.end === undefined || lastAttempt.end.kind === 'stream-end')
    return {
      root,
      problems,
      comments: scanner.comments,
      isPlain: recovery === undefined && problems.length === 0 && isPlainDocument(parser),
    }
  const { unreadContent, comments } = readTail(scanner, lastAttempt.end)
  if (unreadContent === undefined)
    return { root, problems, comments: [...scanner.comments, ...comments], isPlain: false }
  return {
    root,
    problems,
    comments: scanner.comments.filter(({ start }) => start < unreadContent.start),
    unreadContent,
    isPlain: false,
  }
}

type RecoveryResult = ReturnType<typeof recover>

const isPlainDocument = ({
  root,
  scanner,
  handles,
  anchoredNodes,
  anchorFaults,
  tagMismatches,
  mayFailDecoding,
}: Parser): boolean =>
  root?.kind === 'map' &&
  !root.isFlow &&
  root.tag === undefined &&
  scanner.readBuffer === undefined &&
  !mayFailDecoding &&
  anchoredNodes.length + anchorFaults.length + tagMismatches.size === 0 &&
  handles.size === standardHandles.size &&
  [...standardHandles].every(([handle, prefix]) => handles.get(handle) === prefix)

// If the first line is not an entry, yaml.v2 reads it as a document of its own and never reads the map below it. This
// fault makes recovery skip the line.
function findScalarFault({ parser, end }: ParseAttempt): Fault | undefined {
  const { root, scanner, tagMismatches } = parser
  if (end === undefined || isAtDocumentEnd(end) || root === undefined || isCollection(root))
    return undefined
  if (tagMismatches.size > 0) return undefined
  const problem = findRootProblem(parser, createLineNumberGetter(scanner))
  if (problem === undefined || problem.outcome === 'crashes') return undefined
  return new Fault(
    'root-not-map',
    problem.routerMessage.slice('yaml: '.length),
    'decoder',
    root.start,
  )
}

// `firstParser` stopped at the first fault. `lastParser` continued after repairs and got furthest.
function findProblems(
  firstParser: Parser,
  lastParser: Parser,
  mistakes: readonly Mistake[],
): YamlProblem[] {
  const getLineNumber = createLineNumberGetter(firstParser.scanner)
  const unknownAnchors = firstParser.anchorFaults.map((fault) =>
    createUnknownAnchor(firstParser, fault),
  )
  const laterUnknownAnchors =
    lastParser === firstParser
      ? []
      : lastParser.anchorFaults.map((fault) => createUnknownAnchor(lastParser, fault))
  const allMistakes = [
    ...unknownAnchors,
    ...mistakes,
    ...laterUnknownAnchors.filter(({ fault }) => isNewFault(fault, firstParser)),
  ]
  const problems = allMistakes.map(
    ({ fault, diagnosis: { code, span, message, repairs } }): YamlProblem => {
      const moves = code === 'wrong-indentation' ? (repairs[0]?.moves() ?? []) : []
      return {
        ...toFirstLine(firstParser.scanner, span),
        code,
        message,
        routerMessage: formatRouterMessage(fault, getLineNumber),
        ...(moves.length > 0 && { moves }),
        outcome: 'refuses',
      }
    },
  )
  const decodingProblems = findDecodingProblems(lastParser)
  // If mistakes were blanked, problems of empty nodes are only consequences of that.
  const hasNoMistakes = problems.length === 0
  for (const problem of decodingProblems)
    if (hasNoMistakes || problem.start < problem.end) problems.push(problem)
  const root = problems.length === 0 ? findRootProblem(lastParser, getLineNumber) : undefined
  if (root !== undefined) return [root]
  const [firstProblem, ...otherProblems] = problems
  return firstProblem === undefined
    ? []
    : [firstProblem, ...otherProblems.sort((a, b) => a.start - b.start)]
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

// Whether an unknown anchor is a new fault: the first parser did not report it, and its text does not define the
// anchor, so no repair has blanked the definition.
function isNewFault(
  { noticedAt: start }: Fault,
  { anchorFaults, scanner: { text } }: Parser,
): boolean {
  return (
    !anchorFaults.some((fault) => fault.noticedAt === start) &&
    !text.includes(`&${readAliasName(text, start)}`)
  )
}

/** The text after the first document: content that the router never reads, or only comments, blank lines and `...`. */
function readTail(
  scanner: Scanner,
  end: Token,
): { unreadContent: Span | undefined; comments: Span[] } {
  const { text, length } = scanner
  const comments: Span[] = []
  if (end.kind !== 'document-end')
    return { unreadContent: { start: end.start, end: length }, comments }
  for (let offset = end.end; offset < length; offset = findNextLine(text, offset)) {
    const start =
      findYamlLineStart(text, offset) === offset ? findContentStart(text, offset) : offset
    const content = text.slice(start, Math.max(start, findContentEnd(text, start)))
    if (content.trim() !== '' && content !== '...')
      return { unreadContent: { start, end: length }, comments }
    const comment = text.indexOf('#', start)
    const lineEnd = findYamlLineEnd(text, start)
    if (comment >= 0 && comment < lineEnd) comments.push({ start: comment, end: lineEnd })
  }
  return { unreadContent: undefined, comments }
}
