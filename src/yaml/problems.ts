import { measureBreak, isBreak } from './characters.js'
import type { Fault, Scanner } from './scanner.js'
import type { Span } from './nodes.js'
import { findYamlLineEnd } from './recovery/lines.js'

/** A reason why yaml.v2 cannot read a text. */
export type YamlProblem = Span & {
  /** Stable, one per kind of fault. */
  code: string
  /** For users: what was found, in backticks, and what to write. */
  message: string
  /** The exact message of yaml.v2. */
  router: string
  /** The starts of lines in the wrong column, and by how many columns to move each. */
  moves?: readonly { line: number; by: number }[]
  /** The router crashes if the document is null, because it writes into a map that does not exist. */
  outcome: 'refuses' | 'crashes'
}

/** The part of a span on its first line. */
export function toFirstLine({ text, length }: Scanner, { start, end }: Span): Span {
  const from = Math.min(start, length)
  return { start: from, end: Math.max(from, Math.min(end, length, findYamlLineEnd(text, from))) }
}

/** Returns the line number of an offset, counted from zero as in yaml.v2. Fastest for increasing offsets. */
export function createLineCounter({ text, length, window }: Scanner): (offset: number) => number {
  let counted = 0
  let lines = 0
  return (offset) => {
    if (offset < counted) counted = lines = 0
    for (; counted < Math.min(offset, length); counted++) {
      if (!isBreak(text.charCodeAt(counted))) continue
      lines++
      counted += measureBreak(text, counted) - 1
    }
    const swallowed = window?.swallowed.filter((position) => position < offset).length ?? 0
    // A last line without a line break counts as one.
    return lines - swallowed + (offset > length ? 1 : 0)
  }
}

/** The message of yaml.v2. It omits the line number if it is the first line, or if the fault has no position. */
export function formatRouterMessage(
  { source, noticedAt: noticed, message }: Fault,
  lineOf: (offset: number) => number,
): string {
  const line = source === 'scanner' || source === 'parser' ? lineOf(noticed) : 0
  if (line === 0) return `yaml: ${message}`
  return `yaml: line ${source === 'scanner' ? line + 1 : line}: ${message}`
}
