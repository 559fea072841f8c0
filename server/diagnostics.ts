import type { Diagnostic as Shown, DiagnosticTag } from 'vscode-languageserver'
import type { Diagnostic, Severity } from '../src/document/diagnostic.js'
import { getTraits } from '../src/lint/catalog.js'
import type { KeyStatus } from '../src/lint/rule.js'
import { getRuleUrl } from '../src/lint/rule.js'
import type { LspClient } from './client.js'
import type { Converter } from './convert.js'

const severities = { error: 1, warning: 2, info: 3 } as const satisfies Record<Severity, number>

const unnecessary: DiagnosticTag = 1
const deprecated: DiagnosticTag = 2

/** How editors show keys that could be left out, and those that have a newer form: they gray the one out and strike the other through. */
const tagsByStatus: Readonly<Record<KeyStatus, readonly DiagnosticTag[]>> = {
  unknown: [],
  unread: [unnecessary],
  obsolete: [deprecated, unnecessary],
  deprecated: [deprecated],
  ineffective: [unnecessary],
  overridden: [unnecessary],
}

function listTags(rule: string): readonly DiagnosticTag[] {
  const traits = getTraits(rule)
  if (traits.unnecessary) return [unnecessary]
  return traits.keyStatus ? tagsByStatus[traits.keyStatus] : []
}

/** A finding as the protocol has it, as far as the client understands it. */
export function toLspDiagnostic(
  { rule, severity, message, range, related, path }: Diagnostic,
  { uri, client, convert }: { uri: string; client: LspClient; convert: Converter },
): Shown {
  const rangeOf = ({ start, end }: Diagnostic['range']): Shown['range'] =>
    convert.range({ start: start.offset, end: end.offset })
  const known = listTags(rule).filter((tag) => client.tags.includes(tag))
  return {
    range: rangeOf(range),
    severity: severities[severity],
    code: rule,
    ...(client.hasCodeDescription && { codeDescription: { href: getRuleUrl(rule) } }),
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
