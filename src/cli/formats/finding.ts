import type { Diagnostic, Fix, Range } from '../../diagnostic.js'
import { documentationOf } from '../../lint/documentation.js'
import { secretsOf } from '../../secret.js'
import type { Report } from './format.js'

/** A diagnostic as the formats in JSON give it. */
export type PlainFinding = {
  rule: string
  severity: Diagnostic['severity']
  message: string
  url: string
  path: Diagnostic['path']
  range: Range
  fix?: Fix
  related?: NonNullable<Diagnostic['related']>
}

/** The diagnostics of a file for other programs. A fix that would write out a secret is left to `routerfile fix`. */
export function findingsOf({ text, diagnostics }: Report): PlainFinding[] {
  const without = secretsOf(text)
  const isOpen = (part: string): boolean => without(part) === part
  return diagnostics.map(({ rule, severity, message, path, range, fix, related }) => ({
    rule,
    severity,
    message,
    url: documentationOf(rule),
    path,
    range,
    ...(fix && [fix.title, ...fix.edits.map((edit) => edit.text)].every(isOpen) && { fix }),
    ...(related && { related }),
  }))
}
