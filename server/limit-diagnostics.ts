import type { Diagnostic } from 'vscode-languageserver'
import { DiagnosticSeverity } from './protocol.js'

/** The most findings of a file that a client gets. Nobody reads more, and editors take seconds to show them. */
const maxSent = 1000

const getSeverity = ({ severity = DiagnosticSeverity.Error }: Diagnostic): number => severity

/**
 * The diagnostics to send: the most severe, in the order of the text, and one instead of all others. It is at the first
 * of them, and as severe as the worst.
 */
export function limitDiagnostics(found: readonly Diagnostic[]): Diagnostic[] {
  if (found.length <= maxSent) return [...found]
  const bySeverity = found.toSorted((left, right) => getSeverity(left) - getSeverity(right))
  const sent = new Set(bySeverity.slice(0, maxSent - 1))
  const [worst] = bySeverity.slice(maxSent - 1)
  const first = found.findIndex((item) => !sent.has(item))
  const rest = found[first]
  if (!worst || !rest) return [...found]
  const { severity } = worst
  const one: Diagnostic = {
    range: rest.range,
    ...(severity && { severity }),
    source: 'routerfile',
    message: `Only the ${sent.size} most severe findings of this file are shown, and ${found.length - sent.size} others are not`,
  }
  return found.flatMap((item, index) => (index === first ? [one] : sent.has(item) ? [item] : []))
}
