import { attempt, endsDocument } from './attempt.js'
import type { Attempt } from './attempt.js'
import { diagnose } from './diagnose.js'
import { blank } from './diagnosis.js'
import type { Diagnosis, Evidence, Repair } from './diagnosis.js'
import {
  endOfBlock,
  endOfLine,
  endOfSection,
  indentation,
  quote,
  startOfContent,
  startOfSection,
} from './lines.js'
import type { Page } from './lines.js'
import { reopen } from './reopen.js'
import { firstDifference, repaired } from './repair.js'

/** What came of looking for a repair. */
type Finding = {
  diagnosis: Diagnosis
  /** The reading with the best repair, if any helped. */
  best: Attempt | undefined
  /** How many characters were read or copied. */
  spent: number
}

type Candidate = { diagnosis: Diagnosis; repair: Repair; rough: boolean }

const movable = new Set([
  'wrong-indentation',
  'missing-dash',
  'misplaced-dash',
  'value-before-block',
])

/** Tries the repairs of every explanation; the one after which the reading comes furthest is the best. */
export function searchRepair(evidence: Evidence): Finding {
  const { page, parser } = evidence
  const [diagnosis = unexplained(evidence), ...others] = diagnose(evidence)
  const finding: Finding = { diagnosis, best: undefined, spent: 0 }
  let reached = 0
  for (const candidate of candidates(evidence, [diagnosis, ...others])) {
    if (candidate.rough && finding.best !== undefined) break
    const next = tryRepair(evidence, candidate.repair)
    finding.spent += effort(next, evidence)
    const nextPlace = placeOf(next)
    const overcome = endOfBlame(evidence, candidate.diagnosis)
    if (nextPlace <= Math.max(reached, overcome)) continue
    reached = nextPlace
    finding.best = next
    finding.diagnosis = candidate.diagnosis
    if (nextPlace >= endOfSection(page, overcome, parser.checkpoint?.column ?? 0)) break
  }
  return finding
}

// The next fault must come after the line that is to blame; where lines were moved, also after the one
// that did not fit.
function endOfBlame({ page: { text }, fault }: Evidence, { code, span }: Diagnosis): number {
  const place = movable.has(code) ? Math.max(span.start, fault.noticed) : span.start
  return endOfLine(text, place)
}

function tryRepair({ page, parser }: Evidence, repair: Repair): Attempt {
  return attempt(reopen(parser, repaired(page, repair), firstDifference(repair, page.text.length)))
}

// What was read, and something for copying the text and looking for what is wrong in it.
function effort({ parser: { scanner } }: Attempt, { page, parser }: Evidence): number {
  return (
    Math.max(scanner.position - (parser.checkpoint?.position ?? 0), 0) + (page.text.length >> 2) + 1
  )
}

// Where the next fault is to be seen, which may be before where it was noticed.
function placeOf({ parser, end, fault }: Attempt): number {
  // Text is left over because a line came to stand left of the first one.
  if (fault === undefined) return end === undefined || endsDocument(end) ? Infinity : end.start
  const { text, shifts } = parser.scanner
  const [diagnosis] = diagnose({ page: { text, shifts }, fault, parser })
  return diagnosis?.span.start ?? fault.noticed
}

function unexplained({ page: { text }, fault }: Evidence): Diagnosis {
  const span = { start: fault.noticed, end: endOfLine(text, fault.noticed) }
  const message =
    span.start < span.end ? `${quote(text, span)} cannot stand here` : 'something is missing here'
  return { code: fault.code, span, message, repairs: [] }
}

function* candidates(evidence: Evidence, diagnoses: readonly Diagnosis[]): Generator<Candidate> {
  for (const diagnosis of diagnoses) {
    for (const repair of diagnosis.repairs) yield { diagnosis, repair, rough: false }
  }
  const [diagnosis] = diagnoses
  if (diagnosis === undefined) return
  for (const repair of roughRepairs(evidence, diagnosis)) yield { diagnosis, repair, rough: true }
}

// Whole lines with what is indented below, then the rest of the section, then all of it.
function roughRepairs({ page, fault, parser }: Evidence, { span }: Diagnosis): Repair[] {
  const { text } = page
  const noticed = Math.min(fault.noticed, parser.scanner.length)
  const start = startOfContent(text, span.start)
  const end = endOfSection(page, Math.max(start, noticed), parser.checkpoint?.column ?? 0)
  const section = startOfSection(page, start, parser.checkpoint?.column ?? 0)
  return [
    blockAt(page, noticed),
    blockAt(page, span.start),
    blank({ start, end }),
    blank({ start: section, end }),
  ]
}

function blockAt(page: Page, offset: number): Repair {
  const start = startOfContent(page.text, offset)
  return blank({ start, end: Math.max(endOfBlock(page, start, indentation(page, start)), start) })
}
