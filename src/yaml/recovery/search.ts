import { attempt } from './attempt.js'
import type { Attempt } from './attempt.js'
import { diagnose } from './diagnose.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import { endOfBlock, endOfLine, endOfSection, indentation, startOfContent } from './lines.js'
import { reopen } from './reopen.js'
import { repaired } from './repair.js'
import type { Change } from './repair.js'

/** What came of looking for a repair. */
export type Finding = {
  diagnosis: Diagnosis
  /** The reading with the best repair, if any helped. */
  best: Attempt | undefined
  /** How many characters were read or copied. */
  spent: number
}

type Candidate = { diagnosis: Diagnosis; changes: Change[]; rough: boolean }

/** Tries the repairs of every explanation; the one after which the reading comes furthest is the best. */
export function searchRepair(evidence: Evidence): Finding {
  const { text } = evidence
  const [diagnosis = unexplained(evidence), ...others] = diagnose(evidence)
  const place = diagnosis.span.start
  const enough = endOfSection(text, place, evidence.parser.checkpoint?.column ?? 0)
  const finding: Finding = { diagnosis, best: undefined, spent: 0 }
  let reached = endOfLine(text, place)
  for (const candidate of candidates(evidence, [diagnosis, ...others])) {
    if (candidate.rough && finding.best !== undefined) break
    const next = tryRepair(evidence, candidate.changes)
    const { scanner } = next.parser
    finding.spent += scanner.position + 1 - (evidence.parser.checkpoint?.position ?? 0) + (text.length >> 4)
    const nextPlace = placeOf(next)
    if (nextPlace <= reached) continue
    reached = nextPlace
    finding.best = next
    finding.diagnosis = candidate.diagnosis
    if (nextPlace >= enough) break
  }
  return finding
}

function tryRepair({ text, parser }: Evidence, changes: readonly Change[]): Attempt {
  const from = changes.reduce((least, { start }) => Math.min(least, start), text.length)
  return attempt(reopen(parser, repaired(text, changes), from))
}

// Where the next fault is to be seen, which may be before where it was noticed.
function placeOf({ parser, fault }: Attempt): number {
  if (fault === undefined) return Infinity
  const [diagnosis] = diagnose({ text: parser.scanner.text, fault, parser })
  return diagnosis?.span.start ?? fault.noticed
}

function unexplained({ text, fault }: Evidence): Diagnosis {
  const span = { start: fault.noticed, end: endOfLine(text, fault.noticed) }
  return { code: fault.code, span, message: fault.message, repairs: [] }
}

function* candidates(evidence: Evidence, diagnoses: readonly Diagnosis[]): Generator<Candidate> {
  for (const diagnosis of diagnoses) {
    for (const changes of diagnosis.repairs) yield { diagnosis, changes, rough: false }
  }
  const [diagnosis] = diagnoses
  if (diagnosis === undefined) return
  for (const change of roughRepairs(evidence, diagnosis)) yield { diagnosis, changes: [change], rough: true }
}

// Whole lines with what is indented below, then the rest of the section, then all of it.
function roughRepairs({ text, fault, parser }: Evidence, { span }: Diagnosis): Change[] {
  const noticed = Math.min(fault.noticed, parser.scanner.length)
  const start = startOfContent(text, span.start)
  const end = endOfSection(text, Math.max(start, noticed), parser.checkpoint?.column ?? 0)
  return [
    blockAt(text, noticed),
    blockAt(text, span.start),
    { start, end },
    { start: Math.min(parser.checkpoint?.position ?? 0, start), end },
  ]
}

function blockAt(text: string, offset: number): Change {
  const start = startOfContent(text, offset)
  return { start, end: Math.max(endOfBlock(text, start, indentation(text, start)), start) }
}
