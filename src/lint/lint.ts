import type { Diagnostic, Severity, Finding } from '../document/diagnostic.js'
import { createFileDiagnostic, toDiagnostics, withSeverity } from '../document/diagnostic.js'
import type { Environment } from '../document/environment.js'
import type { RouterConfig } from '../generated/config.js'
import type { Reading } from '../schema/read.js'
import { completeConfig, readDocument, loadedPath } from '../schema/read.js'
import type { Model } from '../schema/model.js'
import { findModel, targets } from '../schema/model.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { once } from '../document/lazy.js'
import { isRecord } from '../document/record.js'
import type { Draft, EntryCache } from '../schema/reader.js'
import { hasBehaviour } from '../schema/behaviour.js'
import { findNearest } from '../schema/suggest.js'
import { rules } from '../generated/rules.js'
import { catalog, findRule, getTraits } from './catalog.js'
import { finishFindings } from './finish-findings.js'
import { createFindings } from './observed.js'
import { getRuleSeverity } from './rule.js'
import type { RuleReport, Rule } from './rule.js'
import { loadCredentials, runUnmeasured } from './host.js'
import type { LoadedCredential, Host } from './host.js'
import { suppress } from './suppressions/suppress.js'
import type { SuppressionContext } from './suppressions/suppress.js'

/** How a text is to be looked at. */
export type Options = {
  /** Release of the router: '2.0', '2.0.3', '1.6', '0.31.4', '2.1.0-pre2' …; without it the newest line with long-term support. */
  target?: string
  /** The complete environment of the router; without it every variable is unknown, and unknown values satisfy every check. */
  env?: Environment
  /** Shown in messages; never read. */
  path?: string
  /** Severities by rule id; 'off' drops the findings of a rule. Looked at by `lint` only. */
  rules?: Readonly<Record<string, Severity | 'off'>>
  /** Whether comments in the text may hide findings; without it they may. Looked at by `lint` only. */
  suppressions?: boolean
}

export type LoadResult =
  | { ok: true; config: RouterConfig; diagnostics: Diagnostic[] }
  | { ok: false; diagnostics: Diagnostic[] }

/** Longest text that is read, in UTF-16 units; router files have a few thousand. */
export const maxTextLength = 16 * 1024 * 1024

/** Reads a router file as the router of the target does. `ok` is false exactly where that router would not run. */
export function load(text: string, options: Options = {}): LoadResult {
  return toLoadResult(inspect(text, options))
}

/** Everything that is wrong or doubtful in a router file, in the order of the text. */
export function lint(text: string, options: Options = {}): Diagnostic[] {
  return [...findUnknownRules(options), ...visibleDiagnostics(inspect(text, options), options)]
}

/** A warning for each id in `rules` that no rule has. The program and the editor refuse it where it is written. */
const findUnknownRules = ({ rules: severities = {} }: Options): Diagnostic[] =>
  Object.keys(severities)
    .filter((id) => findRule(id) === undefined)
    .map((id) => {
      const near = findNearest(
        id,
        catalog.map((rule) => rule.id),
      )
      const hint = near === undefined ? '' : `; did you mean \`${near}\`?`
      return {
        ...createFileDiagnostic('configuration', `unknown rule \`${id}\` in \`rules\`${hint}`),
        severity: 'warning',
      }
    })

/** What is known of a text: diagnostics, the configuration and all that led to them for who wants it, and where comments may hide something. */
export type LintRun = {
  diagnostics: Diagnostic[]
  config?: () => RouterConfig
  analysis?: Analysis
  suppressionContext?: SuppressionContext
}

/** Looks at a text and, where there is one, at a machine. */
export function inspect(
  text: string,
  options: Options,
  deps: Omit<AnalysisOptions, 'environment'> = {},
): LintRun {
  const model = findModel(options.target)
  if (!model) {
    const lines = targets()
      .map(({ line }) => line)
      .join(', ')
    return createRefusal(
      'unknown-target',
      `unknown release \`${options.target}\`; use a release such as 1.6.14, or one of ${lines}`,
    )
  }
  if (text.length > maxTextLength) {
    return createRefusal(
      'too-large',
      `The file has ${Math.round(text.length / 1024 / 1024)} million characters and was not checked; router config files have a few thousand`,
    )
  }
  const analysis = analyze(text, model, { ...deps, environment: options.env })
  const { document, findings, reading } = analysis
  const isWhole = document.problems.length === 0 && reading.unknown.length === 0
  return {
    diagnostics: toDiagnostics(text, findings, document.lineStarts),
    config: () => completeConfig(model.schema, reading),
    analysis,
    suppressionContext: { document, release: model.release, isWhole },
  }
}

export function toLoadResult({ diagnostics, config }: LintRun): LoadResult {
  const runs = diagnostics.every(({ severity }) => severity !== 'error')
  return runs && config ? { ok: true, config: config(), diagnostics } : { ok: false, diagnostics }
}

/** What the caller wants to hear, in the severities that the caller wants, and no comment hides. */
export function visibleDiagnostics(
  { diagnostics, suppressionContext }: LintRun,
  options: Options,
): Diagnostic[] {
  return applySeverities(
    suppressionContext && (options.suppressions ?? true)
      ? suppress(diagnostics, suppressionContext)
      : diagnostics,
    options,
  )
}

/** Diagnostics in the severities that the caller wants. */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  { rules = {} }: Options,
): Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const severity =
      rules[diagnostic.rule] ?? (getTraits(diagnostic.rule).optional ? 'off' : diagnostic.severity)
    return severity === 'off' ? [] : [withSeverity(diagnostic, severity)]
  })
}

/** A text that is not looked at, and why. */
export const createRefusal = (rule: string, message: string): LintRun => ({
  diagnostics: [createFileDiagnostic(rule, message)],
})

/** Everything that is known of a text: what stands in it, what the router of the release makes of it, and what is wrong. */
export type Analysis = {
  document: Document
  model: Model
  reading: Reading
  draft: Draft
  findings: Finding[]
  credentials: () => readonly LoadedCredential[]
}

/** What an analysis may use beside the text. */
export type AnalysisOptions = {
  environment?: Environment | undefined
  host?: Host | undefined
  /** Whether it will be the `before` of another. */
  cacheEntries?: boolean
  /** The analysis of a text that was much the same; what did not change is taken over, and it must not be used any more. */
  before?: Analysis | undefined
}

/** The pipeline: parse, read for the release (variables, types, bounds, defaults), apply the rules. Never throws. */
export function analyze(text: string, model: Model, deps: AnalysisOptions): Analysis {
  return applyRules(readText(text, model, deps), model, deps.host)
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
  { environment: given, host, cacheEntries, before }: AnalysisOptions,
): ReadText {
  const environment = withTemporaryFolders(model.release, given)
  const time = host?.time ?? runUnmeasured
  const document = time('parse', () => parseDocument(text, before?.document))
  const entryCache = cacheEntries ? findEntryCache(before, model, environment) : undefined
  const reading = time('schema', () =>
    readDocument(model.schema, document, { environment, entryCache }),
  )
  return { document, reading, environment }
}

/** Adds what the rules of the release find. */
function applyRules(
  { document, reading, environment }: ReadText,
  model: Model,
  host: Host | undefined,
): Analysis {
  const time = host?.time ?? runUnmeasured
  const isBroken = document.problems.length > 0
  const observed = createFindings(reading)
  const findings = isBroken
    ? observed.filter((finding) => !isCausedBySyntax(document, finding))
    : observed
  const draft = removeUnknownValues(reading)
  const { release } = model
  const credentials = once(() => (host ? loadCredentials(draft, host) : []))
  for (const { rule, check, severity } of findActiveRules(model)) {
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
        report: (report) => addFinding(findings, document, rule, severity, report),
      }),
    )
  }
  return {
    document,
    model,
    reading,
    draft,
    credentials,
    findings: finishFindings(findings, document, () =>
      analyze(document.text, model, { environment, host }),
    ),
  }
}

/**
 * The environment in which values are expanded. Some releases first set the names of the folder for temporary
 * files to the one that Go takes: on Unix that of `TMPDIR`, else `/tmp`.
 */
function withTemporaryFolders(
  release: string,
  environment: Environment | undefined,
): Environment | undefined {
  if (!environment || !hasBehaviour(release, 'sets-temporary-folders')) return environment
  const folder = environment['TMPDIR'] || '/tmp'
  return { ...environment, TMP: folder, TEMP: folder, TMPDIR: folder }
}

/** What was read of entries before, if it was read in the same way. */
function findEntryCache(
  before: Analysis | undefined,
  model: Model,
  environment: Environment | undefined,
): EntryCache {
  const isSame =
    before?.model === model &&
    JSON.stringify(before.reading.environment) === JSON.stringify(environment)
  return (isSame ? before.reading.entryCache : undefined) ?? new WeakMap()
}

/** Whether a finding is there because the text is broken: something is missing, stands where the text breaks, or has its value there. */
const isCausedBySyntax = ({ text, problems }: Document, { rule, span }: Finding): boolean =>
  getTraits(rule).absence === true ||
  problems.some(
    ({ start, end }) =>
      span.start <= end && (start <= span.end || /^ *: *$/.test(text.slice(span.end, start))),
  )

/** A rule that has to be run, with its severity in a release. */
type ActiveRule = { rule: Rule; check: NonNullable<Rule['check']>; severity: Severity }

const activeRules = new WeakMap<Model, readonly ActiveRule[]>()

/** The rules to run for a release, worked out once. */
function findActiveRules(model: Model): readonly ActiveRule[] {
  const known = activeRules.get(model)
  if (known) return known
  const made = rules.flatMap((rule): ActiveRule[] => {
    const severity = getRuleSeverity(rule, model.release)
    return rule.check && severity !== 'off' ? [{ rule, check: rule.check, severity }] : []
  })
  activeRules.set(model, made)
  return made
}

function addFinding(
  findings: Finding[],
  document: Document,
  rule: Rule,
  severity: Severity,
  report: RuleReport,
): void {
  const { path, message, fix, related, instead = [] } = report
  const at = JSON.stringify(path)
  for (const id of instead) {
    const index = findings.findIndex(
      (finding) => finding.rule === id && JSON.stringify(finding.path) === at,
    )
    if (index >= 0) findings.splice(index, 1)
  }
  const span = report.span ?? document.findSpan(path, report.on ?? 'value')
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
function removeUnknownValues({ config, moves, unknown }: Reading): Draft {
  if (unknown.length === 0) return config
  const draft: Draft = structuredClone(config)
  for (const path of unknown.map((place) => loadedPath(place, moves))) {
    let holder: unknown = draft
    for (const step of path.slice(0, -1)) holder = isRecord(holder) ? holder[step] : undefined
    const last = path.at(-1)
    if (last !== undefined && isRecord(holder)) Reflect.deleteProperty(holder, last)
  }
  return draft
}
