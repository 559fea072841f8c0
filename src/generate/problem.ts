import type { Diagnostic, Path, Severity } from '../diagnostic.js'

/** What is wrong with answers: the rule, how grave it is, where in the answers, and a sentence. */
export type Problem = { rule: string; severity: Severity; path: Path; message: string }

/** A problem as a diagnostic. Answers are no text, so it stands at the start; whoever has a text finds the place by the path. */
export function diagnosticOf({ path, ...problem }: Problem): Diagnostic {
  const start = { line: 0, character: 0, offset: 0 }
  return { ...problem, path: [...path], range: { start, end: start } }
}

/** Takes down problems as they are found. */
export type Reporter = (problem: Problem) => void
