import type { Finding, Severity } from './diagnostic.js'
import type { Document } from './document.js'
import { parseDocument } from './document.js'
import type { Environment } from './expand.js'
import type { Host } from './lint/host.js'
import type { Draft, Report, Rule } from './lint/rule.js'
import { rules } from './lint/rules/index.js'
import type { Reading } from './schema/read.js'
import { readDocument } from './schema/read.js'
import type { Model } from './schema/router.js'
import { within } from './schema/target.js'

/** Everything that is known of a text: what stands in it, what the router of the release makes of it, and what is wrong. */
export type Analysis = { document: Document; model: Model; reading: Reading; findings: Finding[] }

/** The pipeline: parse, read for the release (variables, types, bounds, defaults), judge by the rules. Never throws. */
export function analyze(text: string, model: Model, environment: Environment | undefined, host?: Host): Analysis {
  const document = parseDocument(text)
  const reading = readDocument(model.schema, document, environment)
  const broken = document.problems.length > 0
  const findings = broken ? reading.findings.filter(({ rule }) => rule !== 'missing-key') : [...reading.findings]
  const draft = draftOf(reading)
  for (const rule of rules) {
    const severity = severityIn(rule, model.release)
    if (!rule.check || severity === 'off' || (broken && rule.whole)) continue
    rule.check({ document, draft, release: model.release, severity, host, report: (report) => add(findings, document, rule, severity, report) })
  }
  return { document, model, reading, findings }
}

function severityIn(rule: Rule, release: string): Severity | 'off' {
  return rule.except?.find((item) => within(release, item.in))?.severity ?? rule.severity
}

function add(findings: Finding[], document: Document, rule: Rule, severity: Severity, report: Report): void {
  const { path, message, related, instead = [] } = report
  const at = JSON.stringify(path)
  for (const id of instead) {
    const index = findings.findIndex((finding) => finding.rule === id && JSON.stringify(finding.path) === at)
    if (index >= 0) findings.splice(index, 1)
  }
  const span = report.span ?? document.spanOf(path, report.on ?? 'value')
  findings.push({ rule: rule.id, severity: report.severity ?? severity, message, path, span, ...(related && { related }) })
}

/** The configuration without values that hang on unknown variables, so that rules stay silent about them. */
function draftOf({ config, unknown }: Reading): Draft {
  if (unknown.length === 0) return config
  const draft: Draft = structuredClone(config)
  for (const path of unknown) {
    let holder: unknown = draft
    for (const step of path.slice(0, -1)) holder = Object(holder)[step]
    const last = path.at(-1)
    if (last !== undefined && typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, last)
  }
  return draft
}
