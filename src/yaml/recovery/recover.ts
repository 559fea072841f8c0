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
import { createNonEntry, diagnoseMissingColon } from './keys.js'
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

/**
 * How often the lines from a fault to the next section count as read for each repair: once to find the repair, and once
 * to try it.
 */
const readsPerSection = 2

/**
 * Continues after a fault, to the end of the document: changes the likely cause in memory, and tries again from the
 * last checkpoint before the change. Returns the attempt that got furthest, and the mistakes found until then.
 * README.md has an example.
 */
export function recover(
  parser: Parser,
  firstFault: Fault,
): { lastAttempt: ParseAttempt; mistakes: Mistake[] } {
  const { shiftedText: blankedText, mistakes: controlMistakes } = blankControlCharacters(
    parser.scanner,
  )
  const isReadable = firstFault.source !== 'reader'
  const mistakes = isReadable ? [] : controlMistakes
  let shiftedText = blankedText
  let attempt: ParseAttempt = isReadable
    ? { parser, end: undefined, fault: firstFault }
    : tryParse(reopenParser(parser, shiftedText, 0))
  let remainingWork = freeWork + shiftedText.text.length * workPerCharacter
  while (attempt.fault !== undefined && mistakes.length < maxMistakes) {
    const { parser: failedParser, fault } = attempt
    const { diagnosis, bestAttempt, spentWork } = searchRepair({
      shiftedText,
      fault,
      parser: failedParser,
    })
    mistakes.push({ fault, diagnosis })
    remainingWork -= spentWork
    if (bestAttempt === undefined || remainingWork < 0) break
    attempt = bestAttempt
    shiftedText = {
      text: bestAttempt.parser.scanner.text,
      shifts: bestAttempt.parser.scanner.shifts,
    }
  }
  if (attempt.fault !== undefined) closeAll(attempt.parser)
  return {
    lastAttempt: attempt,
    mistakes: isReadable ? [...mistakes, ...controlMistakes] : mistakes,
  }
}

type RepairResult = {
  diagnosis: Diagnosis
  /** The attempt that got furthest, if any repair helped. */
  bestAttempt: ParseAttempt | undefined
  /** The number of characters that were read or copied. */
  spentWork: number
}

/** A repair to try. A rough repair blanks whole lines, and is only tried if no other repair helps. */
type RepairCandidate = { diagnosis: Diagnosis; repair: Repair; isRough: boolean }

/** The codes of mistakes that are repaired by moving lines. */
const movableCodes = new Set([
  'wrong-indentation',
  'missing-dash',
  'misplaced-dash',
  'value-before-block',
])

/**
 * Tries the repairs of every diagnosis until one reaches the next section, and chooses the repair with which the parser
 * gets furthest. Repairs that blank whole lines are only tried if no other repair helps.
 */
function searchRepair(context: DiagnosisContext): RepairResult {
  const { shiftedText, parser } = context
  const [diagnosis = createUnexplained(context), ...others] = diagnose(context)
  const result: RepairResult = { diagnosis, bestAttempt: undefined, spentWork: 0 }
  let maxAttemptEnd = 0
  for (const candidate of listCandidates(context, [diagnosis, ...others])) {
    if (candidate.isRough && result.bestAttempt !== undefined) break
    const attempt = tryRepair(context, candidate.repair)
    const attemptEnd = findAttemptEnd(attempt)
    const blameEnd = findBlameEnd(context, candidate.diagnosis)
    const sectionEnd = findSectionEnd(shiftedText, blameEnd, parser.checkpoint?.column ?? 0)
    result.spentWork += measureEffort(attempt, context) + readsPerSection * (sectionEnd - blameEnd)
    if (attemptEnd <= Math.max(maxAttemptEnd, blameEnd)) continue
    maxAttemptEnd = attemptEnd
    result.bestAttempt = attempt
    result.diagnosis = candidate.diagnosis
    if (attemptEnd >= sectionEnd) break
  }
  return result
}

// A repair only helps if the next fault comes after the line that caused this fault, and, if lines were moved, also
// after the line at which this fault was noticed.
function findBlameEnd(
  { shiftedText: { text }, fault }: DiagnosisContext,
  { code, span }: Diagnosis,
): number {
  const blameOffset = movableCodes.has(code) ? Math.max(span.start, fault.noticedAt) : span.start
  return findYamlLineEnd(text, blameOffset)
}

function tryRepair({ shiftedText, parser }: DiagnosisContext, repair: Repair): ParseAttempt {
  return tryParse(
    reopenParser(
      parser,
      applyRepair(shiftedText, repair),
      findFirstDifference(repair, shiftedText.text.length),
    ),
  )
}

// The number of characters that an attempt read, plus a quarter of the text length for copying the text.
function measureEffort(
  { parser: { scanner } }: ParseAttempt,
  { shiftedText, parser }: DiagnosisContext,
): number {
  return (
    Math.max(scanner.position - (parser.checkpoint?.position ?? 0), 0) +
    (shiftedText.text.length >> 2) +
    1
  )
}

// The position of the next mistake, which may be before the position at which the parser noticed it.
function findAttemptEnd({ parser, end, fault }: ParseAttempt): number {
  // After a repair that moves a line to the left of the first line, the rest of the text is not parsed.
  if (fault === undefined) return end === undefined || isAtDocumentEnd(end) ? Infinity : end.start
  const { text, shifts } = parser.scanner
  const [diagnosis] = diagnose({ shiftedText: { text, shifts }, fault, parser })
  return diagnosis?.span.start ?? fault.noticedAt
}

function createUnexplained({ shiftedText: { text }, fault }: DiagnosisContext): Diagnosis {
  const span = { start: fault.noticedAt, end: findYamlLineEnd(text, fault.noticedAt) }
  const message =
    span.start < span.end ? `unexpected ${quoteSpan(text, span)}` : 'something is missing here'
  return { code: fault.code, span, message, repairs: [] }
}

function* listCandidates(
  context: DiagnosisContext,
  diagnoses: readonly Diagnosis[],
): Generator<RepairCandidate> {
  for (const diagnosis of diagnoses) {
    for (const repair of diagnosis.repairs) yield { diagnosis, repair, isRough: false }
  }
  const [diagnosis] = diagnoses
  if (diagnosis === undefined) return
  for (const repair of listRoughRepairs(context, diagnosis))
    yield { diagnosis, repair, isRough: true }
}

// Repairs that blank the line of the fault or of the diagnosis with the deeper lines below it, then the rest of the
// section, then the whole section.
function listRoughRepairs(
  { shiftedText, fault, parser }: DiagnosisContext,
  { span }: Diagnosis,
): Repair[] {
  const { text } = shiftedText
  const faultOffset = Math.min(fault.noticedAt, parser.scanner.length)
  const start = findContentStart(text, span.start)
  const end = findSectionEnd(
    shiftedText,
    Math.max(start, faultOffset),
    parser.checkpoint?.column ?? 0,
  )
  const sectionStart = findSectionStart(shiftedText, start, parser.checkpoint?.column ?? 0)
  return [
    blankBlock(shiftedText, faultOffset),
    blankBlock(shiftedText, span.start),
    createBlanking({ start, end }),
    createBlanking({ start: sectionStart, end }),
  ]
}

function blankBlock(shiftedText: ShiftedText, offset: number): Repair {
  const start = findContentStart(shiftedText.text, offset)
  return createBlanking({
    start,
    end: Math.max(findBlockEnd(shiftedText, start, getIndentation(shiftedText, start)), start),
  })
}

const explanations = new Map<string, (context: DiagnosisContext) => Diagnosis[]>([
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
  ['root-not-map', ({ shiftedText, fault }) => [createNonEntry(shiftedText, fault.startedAt)]],
])

/** The diagnoses of a fault, the likeliest first; empty if none fits. */
function diagnose(context: DiagnosisContext): Diagnosis[] {
  const specificDiagnoses = explanations.get(context.fault.code)?.(context) ?? []
  return [...diagnoseOpenQuote(context), ...diagnoseOpenBracket(context), ...specificDiagnoses]
}

/**
 * Creates a parser that continues at the last checkpoint before the first difference, or at the start if there is none.
 */
function reopenParser(
  failedParser: Parser,
  { text, shifts }: ShiftedText,
  firstDifference: number,
): Parser {
  const root = failedParser.stack[0]?.collection ?? failedParser.root
  let { checkpoint } = failedParser
  while (checkpoint !== undefined && checkpoint.position >= firstDifference)
    checkpoint = checkpoint.previous
  if (checkpoint === undefined || root?.kind !== 'map')
    return openParser(restartScanner(text, shifts))
  const { position, column, pairCount } = checkpoint
  const parser = openParser(resumeScanner(text, shifts, position, column))
  restoreState(parser, failedParser, checkpoint)
  const collection = { ...root, pairs: root.pairs.slice(0, pairCount), entries: undefined }
  parser.stack.push({ state: 'block-map-key', collection, key: undefined })
  return parser
}

function restoreState(parser: Parser, failedParser: Parser, checkpoint: Checkpoint): void {
  const { position, commentCount, anchorCount } = checkpoint
  parser.checkpoint = checkpoint
  parser.rootStart = failedParser.rootStart
  parser.handles = failedParser.handles
  parser.mayFailDecoding = failedParser.mayFailDecoding
  for (const comment of failedParser.scanner.comments.slice(0, commentCount))
    parser.scanner.comments.push(comment)
  for (const { name, node } of failedParser.anchoredNodes.slice(0, anchorCount))
    setAnchor(parser, name, node)
  for (const fault of failedParser.anchorFaults)
    if (fault.noticedAt < position) parser.anchorFaults.push(fault)
  for (const [node, message] of failedParser.tagMismatches) parser.tagMismatches.set(node, message)
}

const maxControlCharacters = 100

/** Replaces the characters that YAML does not allow with spaces. Reports the first 100 sequences of such characters. */
function blankControlCharacters({ text, length, shifts }: Scanner): {
  shiftedText: ShiftedText
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
    const codePoint = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    const message = `the control character U+${codePoint} is not allowed; remove it`
    mistakes.push({ fault, diagnosis: { code: fault.code, span, message, repairs: [] } })
  }
  return { shiftedText: applyRepair({ text, shifts }, createChange(changes)), mistakes }
}
