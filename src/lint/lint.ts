import { maxTextLength } from '../document/limits.js'
import type { Diagnostic, Severity, Finding, Path } from '../document/diagnostic.js'
import { createFileDiagnostic, toDiagnostics, withSeverity } from '../document/diagnostic.js'
import type { Platform } from '../formats/format.js'
import type { Environment } from '../document/environment.js'
import type { FleetRuleId } from '../generated/fleet-rule-ids.js'
import type { RuleId } from '../generated/rule-ids.js'
import type { TargetName } from '../schema/release.js'
import type { RouterConfig } from '../generated/config.js'
import type { ReadResult } from '../schema/read.js'
import { describeRouterAction, formatSentences } from '../schema/messages.js'
import { readDocument, toLoadedPath } from '../schema/read.js'
import { deriveConfig } from '../schema/derived-defaults.js'
import type { Model } from '../schema/model.js'
import { describeAssumption, describeUnknownTarget, findModel } from '../schema/model.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { once } from '../document/lazy.js'
import { isRecord } from '../document/record.js'
import type { PartialConfig, EntryCache } from '../schema/reader.js'
import { hasBehavior } from '../schema/release.js'
import { findNearest } from '../schema/suggest.js'
import { rules } from '../generated/rules.js'
import { catalog, findRule, getTraits } from './catalog.js'
import type { FindingList } from './findings.js'
import { createFindingList, createFindings, finishFindings } from './findings.js'
import { getRuleSeverity } from './rule.js'
import type { RuleContext, RuleReport, Rule } from './rule.js'
import { loadCredentials, runUnmeasured } from './host.js'
import type { LoadedCredential, LintHost } from './host.js'
import { mayHaveSuppressions } from './suppressions/directive.js'
import { suppress } from './suppressions/suppress.js'
import type { SuppressionContext } from './suppressions/suppress.js'

/** Severities by rule id. Other names are allowed, but reported as unknown rules. */
export type RuleSeverities = Readonly<Partial<Record<RuleId | FleetRuleId, Severity | 'off'>>> &
  Readonly<Record<string, Severity | 'off'>>

/** How to read and check a text. */
export type Options = {
  /**
   * Release of the router: '2.0', '2.0.3', '1.6', '0.31.4', '2.1.0-pre2' …, 'latest' or 'lts'; by default the newest
   * line with long-term support. If a release is newer than all known releases of its line, the file is checked for the
   * newest known release; a diagnostic `assumed-release` says so.
   */
  target?: TargetName
  /**
   * The complete environment of the router. Without it, every variable is unknown, and unknown values satisfy every
   * check.
   */
  env?: Environment
  /**
   * The router's operating system, which decides how paths in its identity are read. By default, they are read as on
   * Linux, but a drive letter only causes a warning.
   */
  platform?: Platform
  /**
   * Path of the file, for messages and for defaults that are paths in the same folder (default: router.yml). The file
   * is never opened.
   */
  path?: string
  /** Severities by rule id; 'off' drops the findings of a rule. Not used by `load`. */
  rules?: RuleSeverities
  /** Whether comments in the text may hide findings (default: true). Not used by `load`. */
  suppressions?: boolean
}

/** The types of the options of `lint` and `load`, for callers whose compiler did not check them. */
export const lintOptions = {
  target: 'string',
  env: 'object',
  platform: 'string',
  path: 'string',
  rules: 'severities',
  suppressions: 'boolean',
} as const satisfies Record<keyof Options, string>

/** The configuration that the router uses, or why it would not run. */
export type LoadResult =
  | {
      /** The router would run. */
      ok: true
      /** The file as the router uses it, with defaults. */
      config: RouterConfig
      /** All diagnostics. */
      diagnostics: Diagnostic[]
    }
  | {
      /** The router would not run. */
      ok: false
      /** All diagnostics. */
      diagnostics: Diagnostic[]
    }

/** `ok` is false if and only if a router of the target release would not run. */
export function load(text: string, options: Options = {}): LoadResult {
  return toLoadResult(inspect(text, options))
}

/** The diagnostics of a router file, in the order of the text, except those that comments or `rules` hide. */
export function lint(text: string, options: Options = {}): Diagnostic[] {
  return [...findUnknownRules(options), ...visibleDiagnostics(inspect(text, options), options)]
}

/** The CLI and the editor report unknown ids themselves, where the user wrote them. */
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

export type LintRun = {
  /** All diagnostics, computed on the first call. */
  diagnostics: () => Diagnostic[]
  config?: () => RouterConfig
  analysis?: Analysis
  suppressionContext?: SuppressionContext
}

/**
 * Checks a text and, if a host is given, the machine. With `callerComputesFixes`, diagnostics take less time to create,
 * but the caller must compute or drop every fix (`computeFix`) before it passes them on.
 */
export function inspect(
  text: string,
  options: Options,
  {
    callerComputesFixes,
    ...deps
  }: Omit<AnalysisOptions, 'environment' | 'platform'> & { callerComputesFixes?: boolean } = {},
): LintRun {
  const model = findModel(options.target)
  if (!model) return createRefusedRun('unknown-target', describeUnknownTarget(options.target))
  if (text.length > maxTextLength) {
    return createRefusedRun(
      'too-large',
      `The file has ${Math.round(text.length / 1024 / 1024)} million characters and was not checked; router config files have a few thousand`,
    )
  }
  const analysis = analyze(text, model, {
    ...deps,
    environment: options.env,
    platform: options.platform,
  })
  const { document, readResult } = analysis
  const isFullCheck = document.problems.length === 0 && readResult.unknownPaths.length === 0
  return {
    diagnostics: once(() => [
      ...listAssumptions(options.target),
      ...toDiagnostics(text, analysis.findings(), document.lineStarts, { callerComputesFixes }),
    ]),
    config: () => deriveConfig(model.schema, readResult, options.path),
    analysis,
    suppressionContext: { document, release: model.release, isFullCheck },
  }
}

/** The diagnostic `assumed-release`, if the release is newer than all known releases of its line. */
function listAssumptions(target: string | undefined): Diagnostic[] {
  const message = describeAssumption(target)
  return message === undefined
    ? []
    : [{ ...createFileDiagnostic('assumed-release', message), severity: 'info' }]
}

export function toLoadResult({ diagnostics: getDiagnostics, config }: LintRun): LoadResult {
  const diagnostics = getDiagnostics()
  const canRun = diagnostics.every(({ severity }) => severity !== 'error')
  return canRun && config ? { ok: true, config: config(), diagnostics } : { ok: false, diagnostics }
}

/** The diagnostics with the caller's severities, except those that comments suppress or whose rules are off. */
export function visibleDiagnostics(
  { diagnostics, suppressionContext }: LintRun,
  options: Options,
): Diagnostic[] {
  return applySeverities(
    suppressionContext &&
      (options.suppressions ?? true) &&
      mayHaveSuppressions(suppressionContext.document.text)
      ? suppress(diagnostics(), suppressionContext)
      : diagnostics(),
    options,
  )
}

/** The diagnostics with the caller's severities, except those whose rules are off. */
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

/** The result for a text that was not checked, with the reason. */
export const createRefusedRun = (rule: string, message: string): LintRun => ({
  diagnostics: once(() => [createFileDiagnostic(rule, message)]),
})

/** Everything known about a text: its content, what a router of the release reads from it, and its problems. */
export type Analysis = {
  document: Document
  model: Model
  readResult: ReadResult
  /** The configuration without values that depend on unknown variables. */
  knownConfig: PartialConfig
  /** All findings, computed on the first call. */
  findings: () => Finding[]
  /** The findings of some rules only, which takes less time than computing all findings. */
  findingsForRules: (rules: ReadonlySet<string>) => readonly Finding[]
  credentials: () => readonly LoadedCredential[]
}

/** Inputs of an analysis besides the text. */
export type AnalysisOptions = {
  environment?: Environment | undefined
  platform?: Platform | undefined
  host?: LintHost | undefined
  /** The parsed text, if the caller already has it. */
  document?: Document | undefined
  /** Whether to cache what was read of each entry, for a later analysis with this one as its `previousAnalysis`. */
  cacheEntries?: boolean
  /** If set, only the findings of these rules are computed. */
  onlyRules?: ReadonlySet<string> | undefined
  omitsFixes?: boolean
  omitsOrigins?: boolean
  /**
   * The analysis of a similar text, whose nodes `document` has reused (`reparseDocument`). The results of unchanged
   * parts are reused, too, so the previous analysis must not be used afterwards.
   */
  previousAnalysis?: Analysis | undefined
}

/** Parses a text, reads it as the release does, and applies the rules. Never throws. */
export function analyze(text: string, model: Model, options: AnalysisOptions): Analysis {
  return createAnalysis(parseAndRead(text, model, options), model, options)
}

/** A text as a router of the release reads it, before rules are applied, and the environment that the router uses. */
type ParsedAndRead = Pick<Analysis, 'document' | 'readResult'> & {
  environment: Environment | undefined
}

/**
 * Parses and reads a text. Only this function gets the previous analysis. Closures for values that are computed later
 * must be created elsewhere, or they would keep every earlier version of the text in memory.
 */
function parseAndRead(
  text: string,
  model: Model,
  {
    environment: callerEnvironment,
    platform,
    host,
    document: parsedDocument,
    cacheEntries,
    omitsOrigins = false,
    previousAnalysis,
  }: AnalysisOptions,
): ParsedAndRead {
  const environment = withTemporaryFolders(model.release, callerEnvironment)
  const time = host?.measureStep ?? runUnmeasured
  const document = parsedDocument ?? time('parse', () => parseDocument(text))
  const entryCache = cacheEntries
    ? findEntryCache(previousAnalysis, model, { environment, platform })
    : undefined
  const readResult = time('schema', () =>
    readDocument(model.schema, withoutExcessiveAliases(document), {
      environment,
      platform,
      entryCache,
      omitsOrigins,
    }),
  )
  return { document, readResult, environment }
}

/**
 * Drops the content of a document with excessive aliases: the router refuses it, and even a short text can then have
 * millions of values.
 */
const withoutExcessiveAliases = (document: Document): Document =>
  document.problems.some(({ code }) => code === 'excessive-aliasing')
    ? { ...document, root: undefined }
    : document

/** The analysis of a text that was read. Findings are computed on demand. */
function createAnalysis(
  { document, readResult, environment }: ParsedAndRead,
  model: Model,
  { host, onlyRules, omitsFixes = false, platform }: AnalysisOptions,
): Analysis {
  const knownConfig = removeUnknownValues(readResult)
  const credentials = once(() => (host ? loadCredentials(knownConfig, host, platform) : []))
  const analyzeAgain = (rules = onlyRules): Finding[] =>
    analyze(document.text, model, {
      environment,
      platform,
      host,
      onlyRules: rules,
      omitsFixes,
    }).findings()
  const facts = { document, knownConfig, release: model.release, environment, host, credentials }
  const findFindings = (rules = onlyRules): Finding[] =>
    // If a later version of the text has taken over the nodes of this version, this version has to be analyzed again.
    document.isSuperseded
      ? analyzeAgain(rules)
      : applyRules(readResult, model, facts, { onlyRules: rules, omitsFixes, analyzeAgain })
  let cachedFindings: Finding[] | undefined
  return {
    document,
    model,
    readResult,
    knownConfig,
    credentials,
    // Functions, not getters: V8 creates a separate hidden class for each object with a getter, which would keep the
    // text and the nodes of every file in memory until the next full garbage collection.
    findings: () => (cachedFindings ??= findFindings()),
    findingsForRules: (rules) =>
      cachedFindings?.filter(({ rule }) => rules.has(rule)) ?? findFindings(rules),
  }
}

type ApplyRulesOptions = {
  onlyRules: AnalysisOptions['onlyRules']
  omitsFixes: boolean
  analyzeAgain: () => Finding[]
}

/** The findings of the rules that are on in the release, after `finishFindings`. */
function applyRules(
  readResult: ReadResult,
  model: Model,
  facts: SharedFacts,
  { onlyRules, omitsFixes, analyzeAgain }: ApplyRulesOptions,
): Finding[] {
  const { document } = facts
  const isBroken = document.problems.length > 0
  const list = createFindingList(document)
  const add = (finding: Finding): void => {
    if (!isBroken || !isCausedBySyntax(document, finding)) list.add(finding)
  }
  createFindings(readResult, add, onlyRules)
  runRules(model, facts, { ...list, add }, onlyRules)
  const findings = list.list()
  return finishFindings(
    onlyRules ? findings.filter(({ rule }) => onlyRules.has(rule)) : findings,
    { readResult, omitsFixes },
    analyzeAgain,
  )
}

/** The part of the rule context that all rules of a file share. */
type SharedFacts = Omit<RuleContext, 'severity' | 'report'>

/**
 * Runs all rules, or only the rules that may change the findings of `onlyRules`. All rules share one context, in which
 * only the severity changes.
 */
function runRules(
  model: Model,
  facts: SharedFacts,
  findings: Omit<FindingList, 'list'>,
  onlyRules: AnalysisOptions['onlyRules'],
): void {
  const { document, knownConfig, release, environment, host, credentials } = facts
  const isBroken = document.problems.length > 0
  let currentRule: ActiveRule | undefined
  const report = (ruleReport: RuleReport): void => {
    if (currentRule) addFinding(findings, document, currentRule, ruleReport)
  }
  const context: RuleContext = {
    document,
    knownConfig,
    release,
    environment,
    severity: 'error',
    host,
    credentials,
    report,
  }
  const bindings = new Set(knownConfig.listeners?.map(({ binding }) => binding))
  for (const active of findActiveRules(model)) {
    const { rule, severity } = active
    if ((isBroken && rule.needsValidSyntax) || (onlyRules && !affectsRules(rule, onlyRules)))
      continue
    if (rule.needs && !meetsNeeds(active, facts, bindings)) continue
    currentRule = active
    context.severity = severity
    if (host?.measureStep) host.measureStep(rule.id, () => rule.check?.(context))
    else rule.check?.(context)
  }
}

/** Whether a rule creates or replaces findings of one of `onlyRules`. */
const affectsRules = ({ id, replaces = [] }: Rule, onlyRules: ReadonlySet<string>): boolean =>
  onlyRules.has(id) || replaces.some((other) => onlyRules.has(other))

/** Whether a file has what a rule needs; `bindings` are the bindings of the file's listeners. */
function meetsNeeds(
  { rule: { needs }, keys }: ActiveRule,
  { document, host }: SharedFacts,
  bindings: ReadonlySet<string | undefined>,
): boolean {
  if (!needs) return true
  const { listener, machine } = needs
  return (
    (!machine || host?.checks.has(machine) === true) &&
    (!keys || keys.some((keyPath) => document.find(keyPath) !== undefined)) &&
    (!listener || bindings.has(listener))
  )
}

/**
 * The environment in which values are expanded. Some releases first set the variables for the temporary folder to the
 * folder that Go uses: on Unix, the folder in `TMPDIR`, or else `/tmp`.
 */
function withTemporaryFolders(
  release: string,
  environment: Environment | undefined,
): Environment | undefined {
  if (!environment || !hasBehavior(release, 'sets-temporary-folders')) return environment
  const folder = environment['TMPDIR'] || '/tmp'
  return { ...environment, TMP: folder, TEMP: folder, TMPDIR: folder }
}

/** The cache of the previous analysis, if that had the same release, platform and environment; otherwise a new one. */
function findEntryCache(
  previous: Analysis | undefined,
  model: Model,
  { environment, platform }: Pick<AnalysisOptions, 'environment' | 'platform'>,
): EntryCache {
  const isReadAlike =
    previous?.model === model &&
    previous.readResult.platform === platform &&
    JSON.stringify(previous.readResult.environment) === JSON.stringify(environment)
  return (isReadAlike ? previous.readResult.entryCache : undefined) ?? new WeakMap()
}

/**
 * Matches the text between a key and a syntax error in its value: a colon, and perhaps the beginning of a quoted
 * string.
 */
const brokenValue = /^(?: *: *| *(?:: *)?(?:"(?:[^"\\]|\\[^])*|'[^']*))$/

/**
 * Whether a finding may only be a consequence of a syntax error: it says that something is missing, or is at a syntax
 * error. False for findings about the syntax or about suppression comments.
 */
function isCausedBySyntax({ text, problems }: Document, { rule, span }: Finding): boolean {
  const { about, absence } = getTraits(rule)
  if (about !== undefined) return false
  return (
    absence !== undefined ||
    problems.some(
      ({ start, end }) =>
        span.start <= end && (start <= span.end || brokenValue.test(text.slice(span.end, start))),
    )
  )
}

type ActiveRule = { rule: Rule; severity: Severity; keys: readonly Path[] | undefined }

const activeRules = new WeakMap<Model, readonly ActiveRule[]>()

function findActiveRules(model: Model): readonly ActiveRule[] {
  const cachedRules = activeRules.get(model)
  if (cachedRules) return cachedRules
  const releaseRules = rules.flatMap((rule): ActiveRule[] => {
    const severity = getRuleSeverity(rule, model.release)
    const keys = rule.needs?.keys?.map((key) => key.split('.'))
    return rule.check && severity !== 'off' ? [{ rule, severity, keys }] : []
  })
  activeRules.set(model, releaseRules)
  return releaseRules
}

function addFinding(
  findings: Omit<FindingList, 'list'>,
  document: Document,
  { rule, severity }: ActiveRule,
  report: RuleReport,
): void {
  const { replaces = [] } = rule
  const { path, message, consequence, remedy, fix, related, replacedRules = [] } = report
  for (const id of replacedRules.filter((other) => replaces.includes(other)))
    findings.remove(id, path)
  const span = report.span ?? document.findSpan(path, report.on ?? 'value')
  findings.add({
    rule: rule.id,
    severity: report.severity ?? severity,
    message: consequence
      ? formatSentences(message, describeRouterAction(consequence), remedy)
      : message,
    path,
    span,
    ...(fix && { fix }),
    ...(related && { related }),
  })
}

/**
 * Removes values that depend on unknown variables, because rules do not report them. Copies only the maps and lists
 * that contain such values.
 */
function removeUnknownValues({ config, moves, unknownPaths }: ReadResult): PartialConfig {
  if (unknownPaths.length === 0) return config
  const knownConfig: PartialConfig = { ...config }
  const copies = new Set<unknown>()
  const copyInside = (parent: unknown, step: string | number): unknown => {
    if (!isRecord(parent)) return undefined
    const child = parent[step]
    if (!isRecord(child) || copies.has(child)) return child
    const copy = Array.isArray(child) ? Array.from<unknown>(child) : { ...child }
    copies.add(copy)
    Reflect.set(parent, step, copy)
    return copy
  }
  for (const path of unknownPaths.map((place) => toLoadedPath(place, moves))) {
    const parent = path.slice(0, -1).reduce<unknown>(copyInside, knownConfig)
    const last = path.at(-1)
    if (last !== undefined && isRecord(parent)) Reflect.deleteProperty(parent, last)
  }
  return knownConfig
}
