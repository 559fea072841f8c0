import type { Diagnostic } from '../document/diagnostic.js'
import { consequences } from '../schema/messages.js'

/**
 * What a router does with a file: it refuses to start, crashes at startup, fails when it first uses a part of the file,
 * runs but does not do everything as written, or runs.
 */
export type FileOutcome = 'refuses' | 'crashes' | 'fails' | 'differs' | 'runs'

/** What a router does with a file, and the findings that show it, in the order of the text. */
export type Verdict = { outcome: FileOutcome; findings: readonly Diagnostic[] }

/** Phrases in messages that show an outcome, the worst outcome first. Other errors count as `fails`. */
const outcomePhrases: readonly (readonly [FileOutcome, readonly string[]])[] = [
  ['crashes', [consequences.crashes]],
  ['refuses', [consequences.refuses]],
]

export function toVerdict(diagnostics: readonly Diagnostic[]): Verdict {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const [outcome, words] of outcomePhrases) {
    const findings = errors.filter(({ message }) => words.some((word) => message.includes(word)))
    if (findings.length > 0) return { outcome, findings }
  }
  if (errors.length > 0) return { outcome: 'fails', findings: errors }
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning')
  return { outcome: warnings.length > 0 ? 'differs' : 'runs', findings: warnings }
}

/** The worse of two verdicts; if both have the same outcome, a verdict with the findings of both. */
export function joinVerdicts(left: Verdict, right: Verdict): Verdict {
  const order: readonly FileOutcome[] = ['crashes', 'refuses', 'fails', 'differs', 'runs']
  const [leftRank, rightRank] = [order.indexOf(left.outcome), order.indexOf(right.outcome)]
  if (leftRank !== rightRank) return leftRank < rightRank ? left : right
  return { outcome: left.outcome, findings: [...left.findings, ...right.findings] }
}
