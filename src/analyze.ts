import type { Finding, Severity } from './diagnostic.js'
import type { Document } from './document.js'
import { parseDocument } from './document.js'
import type { Environment } from './expand.js'
import type { Credential } from './lint/credentials.js'
import { credentialsOf } from './lint/credentials.js'
import type { Host } from './lint/host.js'
import { untimed } from './lint/host.js'
import type { Report, Rule } from './lint/rule.js'
import { rules } from './lint/rules/index.js'
import { severityIn } from './lint/severity.js'
import { once } from './once.js'
import type { Draft } from './schema/draft.js'
import type { Reading } from './schema/read.js'
import { readDocument } from './schema/read.js'
import type { Kept } from './schema/reader.js'
import type { Model } from './schema/router.js'
import { loadedPath } from './schema/store.js'
import { within } from './schema/target.js'
import { secretsOf } from './secret.js'

/** Everything that is known of a text: what stands in it, what the router of the release makes of it, and what is wrong. */
export type Analysis = {
  document: Document
  model: Model
  reading: Reading
  draft: Draft
  findings: Finding[]
  credentials: () => readonly Credential[]
}

/** What an analysis may look at beside the text. */
export type Means = {
  environment?: Environment | undefined
  host?: Host | undefined
  /** Whether it will be the `before` of another. */
  isKept?: boolean
  /** The analysis of a text that was much the same; what did not change is taken over, and it must not be used any more. */
  before?: Analysis | undefined
}

/** The pipeline: parse, read for the release (variables, types, bounds, defaults), judge by the rules. Never throws. */
export function analyze(text: string, model: Model, means: Means): Analysis {
  return applyRules(readText(text, model, means), model, means.host)
}

/** A text as the router of a release reads it, before any rule was applied. */
type ReadText = Pick<Analysis, 'document' | 'reading'> & { environment: Environment | undefined }

/**
 * Parses and reads a text. The analysis before is known here and nowhere else: whatever is worked out later, on demand,
 * is made in functions that never see it, as it would keep every earlier version of the text in memory otherwise.
 */
function readText(
  text: string,
  model: Model,
  { environment: given, host, isKept, before }: Means,
): ReadText {
  const environment = withFolders(model.release, given)
  const time = host?.time ?? untimed
  const document = time('parse', () => parseDocument(text, before?.document))
  const kept = isKept ? keptOf(before, model, environment) : undefined
  const reading = time('schema', () => readDocument(model.schema, document, { environment, kept }))
  return { document, reading, environment }
}

/** Adds what the rules of the release find. */
function applyRules(
  { document, reading, environment }: ReadText,
  model: Model,
  host: Host | undefined,
): Analysis {
  const time = host?.time ?? untimed
  const isBroken = document.problems.length > 0
  const findings = isBroken
    ? reading.findings.filter((finding) => !comesOf(document, finding))
    : [...reading.findings]
  const draft = draftOf(reading)
  const { release } = model
  const credentials = once(() => (host ? credentialsOf(draft, host) : []))
  for (const { rule, check, severity } of judgesOf(model)) {
    if (isBroken && rule.whole) continue
    time(rule.id, () =>
      check({
        document,
        draft,
        release,
        environment,
        severity,
        host,
        credentials,
        report: (report) => add(findings, document, rule, severity, report),
      }),
    )
  }
  return {
    document,
    model,
    reading,
    draft,
    credentials,
    findings:
      findings.length > 0
        ? (isBroken ? findings.map(mendable) : findings).map(discreet(document.text))
        : findings,
  }
}

/**
 * The environment in which values are expanded. Since 1.3.0 the router first sets the names of the folder for temporary
 * files to the one that Go takes: on Unix that of `TMPDIR`, else `/tmp`.
 */
function withFolders(
  release: string,
  environment: Environment | undefined,
): Environment | undefined {
  if (!environment || !within(release, ['>=1.3.0'])) return environment
  const folder = environment['TMPDIR'] || '/tmp'
  return { ...environment, TMP: folder, TEMP: folder, TMPDIR: folder }
}

/** What was read of entries before, if it was read in the same way. */
function keptOf(
  before: Analysis | undefined,
  model: Model,
  environment: Environment | undefined,
): Kept {
  const isSame =
    before?.model === model &&
    JSON.stringify(before.reading.environment) === JSON.stringify(environment)
  return (isSame ? before.reading.kept : undefined) ?? new WeakMap()
}

/** Whether a finding is there because the text is broken: something is missing, stands where the text breaks, or has its value there. */
const comesOf = ({ text, problems }: Document, { rule, span }: Finding): boolean =>
  rule === 'missing-key' ||
  problems.some(
    ({ start, end }) =>
      span.start <= end && (start <= span.end || /^ *: *$/.test(text.slice(span.end, start))),
  )

/** A rule that has to be run, with its severity in a release. */
type Judge = { rule: Rule; check: NonNullable<Rule['check']>; severity: Severity }

const judges = new WeakMap<Model, readonly Judge[]>()

/** The rules to run for a release, worked out once. */
function judgesOf(model: Model): readonly Judge[] {
  const known = judges.get(model)
  if (known) return known
  const made = rules.flatMap((rule): Judge[] => {
    const severity = severityIn(rule, model.release)
    return rule.check && severity !== 'off' ? [{ rule, check: rule.check, severity }] : []
  })
  judges.set(model, made)
  return made
}

/** In a text that is broken nobody knows where other things end: it has to be mended first. */
const mendable = ({ fix, ...finding }: Finding): Finding => ({
  ...finding,
  ...(fix && finding.rule === 'yaml-syntax' && { fix }),
})

/** Takes secrets out of what is said, and out of keys that are none: rules and the reader speak of values that they do not know to be secret. A fix that would write one down is dropped. */
function discreet(text: string): (finding: Finding) => Finding {
  const without = secretsOf(text)
  const isDiscreet = (fix: Finding['fix']): boolean =>
    fix?.edits.every((edit) => without(edit.text) === edit.text) ?? false
  return ({ fix, ...finding }) => ({
    ...finding,
    ...(fix && isDiscreet(fix) && { fix: { ...fix, title: without(fix.title) } }),
    message: without(finding.message),
    path: finding.path.map((step) => (typeof step === 'string' ? without(step) : step)),
    ...(finding.related && {
      related: finding.related.map((item) => ({ ...item, message: without(item.message) })),
    }),
  })
}

function add(
  findings: Finding[],
  document: Document,
  rule: Rule,
  severity: Severity,
  report: Report,
): void {
  const { path, message, fix, related, instead = [] } = report
  const at = JSON.stringify(path)
  for (const id of instead) {
    const index = findings.findIndex(
      (finding) => finding.rule === id && JSON.stringify(finding.path) === at,
    )
    if (index >= 0) findings.splice(index, 1)
  }
  const span = report.span ?? document.spanOf(path, report.on ?? 'value')
  findings.push({
    rule: rule.id,
    severity: report.severity ?? severity,
    message,
    path,
    span,
    ...(fix && { fix }),
    ...(related && { related }),
  })
}

/** The configuration without values that hang on unknown variables, so that rules stay silent about them. */
function draftOf({ config, moves, unknown }: Reading): Draft {
  if (unknown.length === 0) return config
  const draft: Draft = structuredClone(config)
  for (const path of unknown.map((way) => loadedPath(way, moves))) {
    let holder: unknown = draft
    for (const step of path.slice(0, -1)) holder = Object(holder)[step]
    const last = path.at(-1)
    if (last !== undefined && typeof holder === 'object' && holder !== null)
      Reflect.deleteProperty(holder, last)
  }
  return draft
}
