import type { Diagnostic as Shown, DiagnosticTag } from 'vscode-languageserver'
import type { Diagnostic, Severity } from '../src/diagnostic.js'
import { documentationOf } from '../src/lint/documentation.js'
import type { Client } from './client.js'
import type { Convert } from './convert.js'

const severities = { error: 1, warning: 2, info: 3 } as const satisfies Record<Severity, number>

const unnecessary: DiagnosticTag = 1
const deprecated: DiagnosticTag = 2

/** Rules about what could be left out, and about what has a newer form; editors gray the one out and strike the other through. */
const tags: Readonly<Record<string, readonly DiagnosticTag[]>> = {
  'deprecated-key': [deprecated],
  'duplicate-key': [unnecessary],
  'key-of-another': [unnecessary],
  'never-read': [unnecessary],
  'newer-key': [unnecessary],
  'no-effect': [unnecessary],
  'obsolete-key': [deprecated, unnecessary],
  'tunnel-option-unused': [unnecessary],
  'tunnel-overridden': [unnecessary],
  'unread-key': [unnecessary],
  'unused-suppression': [unnecessary],
}

/** A finding as the protocol has it, as far as the client understands it. */
export function shownDiagnostic(
  { rule, severity, message, range, related, path }: Diagnostic,
  { uri, client, convert }: { uri: string; client: Client; convert: Convert },
): Shown {
  const rangeOf = ({ start, end }: Diagnostic['range']): Shown['range'] =>
    convert.range({ start: start.offset, end: end.offset })
  const known = (tags[rule] ?? []).filter((tag) => client.tags.includes(tag))
  return {
    range: rangeOf(range),
    severity: severities[severity],
    code: rule,
    ...(client.hasCodeDescription && { codeDescription: { href: documentationOf(rule) } }),
    source: 'routerfile',
    message,
    ...(known.length > 0 && { tags: known }),
    ...(related &&
      client.hasRelated && {
        relatedInformation: related.map((item) => ({
          location: { uri, range: rangeOf(item.range) },
          message: item.message,
        })),
      }),
    data: { rule, path },
  }
}
