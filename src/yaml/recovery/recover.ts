import type { Scanner } from '../scanner.js'
import { Fault, restartScanner, resumeScanner, findForbiddenCharacters } from '../scanner.js'
import type { Parser, Checkpoint, ParseAttempt } from '../parser.js'
import { closeAll, isAtDocumentEnd, openParser, setAnchor, tryParse } from '../parser.js'
import type { Mistake, Diagnosis, DiagnosisContext, Repair, TextReplacement } from './diagnosis.js'
import { applyRepair, createBlanking, createChange, findFirstDifference } from './diagnosis.js'
import type { ShiftedText } from './lines.js'
import {
  findBlockEnd,
  findYamlLineEnd,
  findSectionEnd,
  getIndentation,
  quoteSpan,
  findContentStart,
  findSectionStart,
} from './lines.js'
import { diagnoseMissingComma, diagnoseOpenBracket } from './brackets.js'
import {
  diagnoseMissingDash,
  diagnoseMisplacedColon,
  diagnoseUnexpectedContent,
} from './indentation.js'
import { createBareLine, diagnoseMissingColon } from './keys.js'
import {
  diagnoseBadEscape,
  diagnoseOpenQuote,
  diagnoseTabs,
  diagnoseBadDirective,
  diagnoseMissingDocumentStart,
  diagnoseTooDeep,
  diagnoseBadBlockHeader,
  diagnoseBadProperty,
  diagnoseMisplacedIndicator,
  diagnoseMissingContent,
  diagnoseReservedCharacter,
} from './tokens.js'

const maxMistakes = 100
const freeWork = 2_000_000
const workPerCharacter = 8

/** How many times the lines from a fault to the next section are read: once to find a repair, and once to try it. */
const walksOfSection = 2

/**
 * Continues after a fault, to the end of the document: changes the likely cause in memory, and tries again from the
 * last key of the outermost map before it. Returns the attempt that got furthest, and the mistakes found on its way.
 * README.md has an example.
 */
export function recover(parser: Parser, first: Fault): { last: ParseAttempt; mistakes: Mistake[] } {
  const controls = blankControlCharacters(parser.scanner)
  const readable = first.source !== 'reader'
  const mistakes = readable ? [] : controls.mistakes
  let { shifted } = controls
  let current: ParseAttempt = readable
    ? { parser, end: undefined, fault: first }
    : tryParse(reopen(parser, shifted, 0))
  let work = freeWork + shifted.text.length * workPerCharacter
  while (current.fault !== undefined && mistakes.length < maxMistakes) {
    const { parser: failed, fault } = current
    const { diagnosis, best, spent } = searchRepair({ shifted, fault, parser: failed })
    mistakes.push({ fault, diagnosis })
    work -= spent
    if (best === undefined || work < 0) break
    current = best
    shifted = { text: best.parser.scanner.text, shifts: best.parser.scanner.shifts }
  }
  if (current.fault !== undefined) closeAll(current.parser)
  return { last: current, mistakes: readable ? [...mistakes, ...controls.mistakes] : mistakes }
}

/** The explanation of a fault, and how to continue after it. */
type RepairResult = {
  diagnosis: Diagnosis
  /** The attempt with the best repair, if any repair helped. */
  best: ParseAttempt | undefined
  /** The number of characters that were read or copied. */
  spent: number
}

/** A repair to try; a rough one blanks whole lines, and is only tried if no other one helps. */
type RepairCandidate = { diagnosis: Diagnosis; repair: Repair; isRough: boolean }

/** Mistakes that are repaired by moving lines. */
const movableCodes = new Set([
  'wrong-indentation',
  'missing-dash',
  'misplaced-dash',
  'value-before-block',
])

/** Tries the repairs of every explanation. The best one is the one with which the parser gets furthest. */
function searchRepair(evidence: DiagnosisContext): RepairResult {
  const { shifted, parser } = evidence
  const [diagnosis = createUnexplained(evidence), ...others] = diagnose(evidence)
  const result: RepairResult = { diagnosis, best: undefined, spent: 0 }
  let reached = 0
  for (const candidate of listCandidates(evidence, [diagnosis, ...others])) {
    if (candidate.isRough && result.best !== undefined) break
    const attempt = tryRepair(evidence, candidate.repair)
    const attemptEnd = findAttemptEnd(attempt)
    const blameEnd = findBlameEnd(evidence, candidate.diagnosis)
    const sectionEnd = findSectionEnd(shifted, blameEnd, parser.checkpoint?.column ?? 0)
    result.spent += measureEffort(attempt, evidence) + walksOfSection * (sectionEnd - blameEnd)
    if (attemptEnd <= Math.max(reached, blameEnd)) continue
    reached = attemptEnd
    result.best = attempt
    result.diagnosis = candidate.diagnosis
    if (attemptEnd >= sectionEnd) break
  }
  return result
}

// The next fault must come after the line that caused this one; if lines were moved, also after the line that did not
// fit.
function findBlameEnd(
  { shifted: { text }, fault }: DiagnosisContext,
  { code, span }: Diagnosis,
): number {
  const place = movableCodes.has(code) ? Math.max(span.start, fault.noticedAt) : span.start
  return findYamlLineEnd(text, place)
}

function tryRepair({ shifted, parser }: DiagnosisContext, repair: Repair): ParseAttempt {
  return tryParse(
    reopen(parser, applyRepair(shifted, repair), findFirstDifference(repair, shifted.text.length)),
  )
}

// The characters that were read, plus the cost of copying the text and of the diagnosis.
function measureEffort(
  { parser: { scanner } }: ParseAttempt,
  { shifted, parser }: DiagnosisContext,
): number {
  return (
    Math.max(scanner.position - (parser.checkpoint?.position ?? 0), 0) +
    (shifted.text.length >> 2) +
    1
  )
}

// The position of the next mistake, which may be before the position at which the parser noticed it.
function findAttemptEnd({ parser, end, fault }: ParseAttempt): number {
  // After a repair that moves a line left of the first one, the rest of the text is not parsed.
  if (fault === undefined) return end === undefined || isAtDocumentEnd(end) ? Infinity : end.start
  const { text, shifts } = parser.scanner
  const [diagnosis] = diagnose({ shifted: { text, shifts }, fault, parser })
  return diagnosis?.span.start ?? fault.noticedAt
}

function createUnexplained({ shifted: { text }, fault }: DiagnosisContext): Diagnosis {
  const span = { start: fault.noticedAt, end: findYamlLineEnd(text, fault.noticedAt) }
  const message =
    span.start < span.end ? `unexpected ${quoteSpan(text, span)}` : 'something is missing here'
  return { code: fault.code, span, message, repairs: [] }
}

function* listCandidates(
  evidence: DiagnosisContext,
  diagnoses: readonly Diagnosis[],
): Generator<RepairCandidate> {
  for (const diagnosis of diagnoses) {
    for (const repair of diagnosis.repairs) yield { diagnosis, repair, isRough: false }
  }
  const [diagnosis] = diagnoses
  if (diagnosis === undefined) return
  for (const repair of listRoughRepairs(evidence, diagnosis))
    yield { diagnosis, repair, isRough: true }
}

// Blanks whole lines with the deeper lines below them, then the rest of the section, then the whole section.
function listRoughRepairs(
  { shifted, fault, parser }: DiagnosisContext,
  { span }: Diagnosis,
): Repair[] {
  const { text } = shifted
  const noticed = Math.min(fault.noticedAt, parser.scanner.length)
  const start = findContentStart(text, span.start)
  const end = findSectionEnd(shifted, Math.max(start, noticed), parser.checkpoint?.column ?? 0)
  const section = findSectionStart(shifted, start, parser.checkpoint?.column ?? 0)
  return [
    blankBlock(shifted, noticed),
    blankBlock(shifted, span.start),
    createBlanking({ start, end }),
    createBlanking({ start: section, end }),
  ]
}

function blankBlock(shifted: ShiftedText, offset: number): Repair {
  const start = findContentStart(shifted.text, offset)
  return createBlanking({
    start,
    end: Math.max(findBlockEnd(shifted, start, getIndentation(shifted, start)), start),
  })
}

const explanations = new Map<string, (evidence: DiagnosisContext) => Diagnosis[]>([
  ['missing-colon', diagnoseMissingColon],
  ['misplaced-colon', diagnoseMisplacedColon],
  ['misplaced-dash', diagnoseMisplacedIndicator],
  ['misplaced-question-mark', diagnoseMisplacedIndicator],
  ['unexpected-content', diagnoseUnexpectedContent],
  ['missing-dash', diagnoseMissingDash],
  ['missing-comma', diagnoseMissingComma],
  ['missing-content', diagnoseMissingContent],
  ['reserved-character', diagnoseReservedCharacter],
  ['tab-indentation', diagnoseTabs],
  ['bad-escape', diagnoseBadEscape],
  ['bad-alias', diagnoseBadProperty],
  ['bad-anchor', diagnoseBadProperty],
  ['bad-tag', diagnoseBadProperty],
  ['unknown-tag-handle', diagnoseBadProperty],
  ['bad-block-header', diagnoseBadBlockHeader],
  ['bad-directive', diagnoseBadDirective],
  ['unsupported-version', diagnoseBadDirective],
  ['missing-document-start', diagnoseMissingDocumentStart],
  ['too-deep', diagnoseTooDeep],
  ['root-not-map', ({ shifted, fault }) => [createBareLine(shifted, fault.startedAt)]],
])

/** The explanations of a fault, the likeliest first. There is at least one. */
function diagnose(evidence: DiagnosisContext): Diagnosis[] {
  const special = explanations.get(evidence.fault.code)?.(evidence) ?? []
  return [...diagnoseOpenQuote(evidence), ...diagnoseOpenBracket(evidence), ...special]
}

/**
 * A parser for a repaired text. It continues at the last key of the outermost map before the first difference, if there
 * is one, otherwise at the start.
 */
function reopen(failed: Parser, { text, shifts }: ShiftedText, firstDifference: number): Parser {
  const root = failed.stack[0]?.collection ?? failed.root
  let { checkpoint } = failed
  while (checkpoint !== undefined && checkpoint.position >= firstDifference)
    checkpoint = checkpoint.previous
  if (checkpoint === undefined || root?.kind !== 'map')
    return openParser(restartScanner(text, shifts))
  const { position, column, pairs } = checkpoint
  const parser = openParser(resumeScanner(text, shifts, position, column))
  restore(parser, failed, checkpoint)
  const collection = { ...root, pairs: root.pairs.slice(0, pairs), entries: undefined }
  parser.stack.push({ state: 'block-map-key', collection, key: undefined })
  return parser
}

function restore(parser: Parser, failed: Parser, checkpoint: Checkpoint): void {
  const { position, comments, anchors } = checkpoint
  parser.checkpoint = checkpoint
  parser.rootStart = failed.rootStart
  parser.handles = failed.handles
  parser.suspicious = failed.suspicious
  for (const comment of failed.scanner.comments.slice(0, comments))
    parser.scanner.comments.push(comment)
  for (const { name, node } of failed.anchored.slice(0, anchors)) setAnchor(parser, name, node)
  for (const fault of failed.noticed) if (fault.noticedAt < position) parser.noticed.push(fault)
  for (const [node, words] of failed.broken) parser.broken.set(node, words)
}

const maxControlCharacters = 100

/** The characters that YAML does not allow, and the text with spaces instead. */
function blankControlCharacters({ text, length, shifts }: Scanner): {
  shifted: ShiftedText
  mistakes: Mistake[]
} {
  const mistakes: Mistake[] = []
  const changes: TextReplacement[] = []
  for (const match of findForbiddenCharacters(text.slice(0, length))) {
    const start = match.index ?? 0
    const span = { start, end: start + match[0].length }
    changes.push(span)
    if (mistakes.length === maxControlCharacters) continue
    const fault = new Fault(
      'control-character',
      'control characters are not allowed',
      'reader',
      start,
    )
    const number = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    const message = `the control character U+${number} is not allowed; remove it`
    mistakes.push({ fault, diagnosis: { code: fault.code, span, message, repairs: [] } })
  }
  return { shifted: applyRepair({ text, shifts }, createChange(changes)), mistakes }
}
