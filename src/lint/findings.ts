import type { Finding, Fix, LazyFix, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { once } from '../document/lazy.js'
import {
  createRedactor,
  hiddenSecret,
  hideLikelySecrets,
  hideSecretsInFile,
  mayHoldSecrets,
} from '../document/secrets.js'
import { isSamePath, toPath } from '../document/diagnostic.js'
import { rules } from '../generated/rules.js'
import { formatSentences, formatVariables } from '../schema/messages.js'
import type { Observation, ObservationKind } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import { findScopeRedactor, findSecretStep } from '../schema/secret-values.js'
import { getTraits } from './catalog.js'
import { formatOddity } from './odd-number.js'
import { suggestVariables } from './suggest-variables.js'
import type { Rule } from './rule.js'
import { findHider } from './suppressions/suppression.js'

/** A rule that turns observations into messages. */
type ObservationRule = { rule: Rule; report: NonNullable<Rule['observes']>['report'] }

const rulesByKind: ReadonlyMap<ObservationKind, ObservationRule> = new Map(
  rules.flatMap((rule) =>
    rule.observes ? [[rule.observes.kind, { rule, report: rule.observes.report }] as const] : [],
  ),
)

/** Adds the findings of all rules, or of `onlyRules`, for the observations of a file. */
export function createFindings(
  readResult: ReadResult,
  add: (finding: Finding) => void,
  onlyRules?: ReadonlySet<string>,
): void {
  for (const observation of readResult.observations) {
    const observationRule = rulesByKind.get(observation.kind)
    if (!observationRule || onlyRules?.has(observationRule.rule.id) === false) continue
    const finding = createFinding(observationRule, observation, readResult)
    if (finding) add(finding)
  }
}

function createFinding(
  observationRule: ObservationRule,
  observation: Observation,
  readResult: ReadResult,
): Finding | undefined {
  const report = observationRule.report(observation, readResult)
  if (!report) return undefined
  const { id, severity } = observationRule.rule
  return {
    rule: id,
    severity: report.severity ?? severity,
    message: appendAsides(report.message, observation, readResult),
    path: report.path ?? toPath(observation.place),
    span: observation.span,
    ...(report.fix && { fix: report.fix }),
  }
}

/** Appends notes to a message: how the router reads a scalar as a number, and which variables in it are not set. */
const appendAsides = (
  message: string,
  observation: Observation,
  { environment }: ReadResult,
): string => {
  const { oddity, unset } = observation
  return formatSentences(
    message,
    oddity && `\`${oddity.writtenText}\` ${formatOddity(oddity)}`,
    unset &&
      `${formatVariables(unset, 'key' in observation && observation.key.isSecret)} is not set and expands to nothing`,
    unset && suggestVariables(unset, environment),
  )
}

type FinishOptions = { readResult: ReadResult; omitsFixes: boolean }

/**
 * Prepares findings for callers: hides secrets, and ensures that fixes can be computed at any time. `analyzeAgain` is
 * for fixes that are requested after a later version of the text has taken over the nodes of this version.
 */
export function finishFindings(
  findings: readonly Finding[],
  { readResult, omitsFixes }: FinishOptions,
  analyzeAgain: () => readonly Finding[],
): Finding[] {
  if (findings.length === 0) return []
  const { document } = readResult
  const isBroken = document.problems.length > 0
  const findRedactor = createRedactorFinder(readResult)
  const getCurrentFindings = once(analyzeAgain)
  return findings.map((finding) => {
    const { fix, rule } = finding
    const redact = findRedactor(finding)
    const redactedFinding = redactFinding(
      redact === hideQuoted ? { ...finding, path: hideNames(readResult, finding.path) } : finding,
      redact,
    )
    // In a broken text it is unclear where other values end, so the syntax has to be fixed first.
    if (!fix || omitsFixes || (isBroken && getTraits(rule).about !== 'syntax'))
      return redactedFinding
    const currentFix: LazyFix = () =>
      document.isSuperseded
        ? findSameFinding(getCurrentFindings(), redactedFinding)?.fix?.()
        : fix()
    return { ...redactedFinding, fix: once(() => redactFix(currentFix(), document, redact)) }
  })
}

/** Hides secrets in the message of a finding, or in a step of its path. */
type Redact = (sentence: string) => string

/**
 * Creates a function that returns the redactor for a finding. Messages about known keys omit secret values anyway. Only
 * findings about syntax and comments need a search of the whole text, because no schema says what is secret there.
 */
function createRedactorFinder(readResult: ReadResult): (finding: Finding) => Redact {
  const redactScope = findScopeRedactor(readResult)
  const hideKnown: Redact = redactScope
    ? (sentence) => redactScope(hideLikelySecrets(sentence))
    : hideLikelySecrets
  const hideAll = createSyntaxRedactor(readResult)
  return ({ rule, path }) => {
    const { about, quotesAny } = getTraits(rule)
    if (about !== undefined) return hideAll
    if (quotesAny === undefined) return hideKnown
    const secretIndex = findSecretStep(readResult, path)
    const quotesSecret =
      secretIndex !== undefined && (quotesAny === 'value' || secretIndex < path.length - 1)
    return quotesSecret ? hideQuoted : hideKnown
  }
}

/** Creates a function that hides the secrets of a whole text in a message about its syntax or its comments. */
export function createSyntaxRedactor(readResult: ReadResult): Redact {
  const { document, environment } = readResult
  const getTextRedactor = once(
    () =>
      (document.problems.length > 0 && findScopeRedactor(readResult)) ||
      createRedactor(document.text, environment),
  )
  return (sentence) => getTextRedactor()(hideLikelySecrets(sentence))
}

/** Hides everything from the first backtick of a sentence to the last. */
function hideQuoted(sentence: string): string {
  const [start, end] = [sentence.indexOf('`'), sentence.lastIndexOf('`')]
  return start < end
    ? `${sentence.slice(0, start)}\`${hiddenSecret}\`${sentence.slice(end + 1)}`
    : sentence
}

/** Hides the names below a secret in a path. */
function hideNames(readResult: ReadResult, path: Path): Path {
  const secretIndex = findSecretStep(readResult, path) ?? path.length
  return path.map((name, index) =>
    index > secretIndex && typeof name === 'string' ? hiddenSecret : name,
  )
}

const findSameFinding = (
  findings: readonly Finding[],
  { rule, message, span }: Finding,
): Finding | undefined =>
  findings.find(
    (other) => other.rule === rule && other.message === message && other.span.start === span.start,
  )

/** Hides secrets in the messages of a finding and in the names of its path. Drops the fix. */
const redactFinding = (
  { rule, severity, message, path, span, related }: Finding,
  redact: Redact,
): Finding => ({
  rule,
  severity,
  message: redact(message),
  path: path.map((step) => (typeof step === 'string' ? redact(step) : step)),
  // The span is copied, because the next version of the text may move the node.
  span: { start: span.start, end: span.end },
  ...(related && {
    related: related.map((item) => ({ ...item, message: redact(item.message) })),
  }),
})

/** Hides secrets in the title of a fix; undefined if the edits of the fix would write a secret. */
function redactFix(
  fix: Fix | undefined,
  { text }: Pick<Document, 'text'>,
  redact: Redact,
): Fix | undefined {
  if (!fix || writesSecret(fix, text, redact)) return undefined
  return { ...fix, title: redact(fix.title) }
}

/**
 * Whether a fix would write a secret: text that `redact` hides, text that looks like a secret, or a secret from the
 * text that it replaces.
 */
export const writesSecret = ({ edits }: Fix, text: string, redact: Redact): boolean =>
  edits.some(
    ({ start, end, text: newText }) =>
      newText !== '' &&
      (redact(newText) !== newText ||
        hideSecretsInFile(newText) !== newText ||
        repeatsSecret(newText, text.slice(start, end))),
  )

const repeatsSecret = (newText: string, replacedText: string): boolean =>
  mayHoldSecrets(replacedText) && createRedactor(replacedText)(newText) !== newText

/** Maximum number of findings per rule and severity in a text: nobody reads more, and more would take much memory. */
const maxFindings = 10_000

export type FindingList = {
  add: (finding: Finding) => void
  remove: (rule: string, path: Path) => void
  /**
   * For each rule and severity: at most `maxFindings` findings, and all further findings that a comment hides. If any
   * findings were omitted, a last finding says how many.
   */
  list: () => Finding[]
}

/**
 * Creates a list for the findings of a text. The finding that says how many were omitted has the rule and severity of
 * the omitted findings, so that the result of the check stays the same. Findings that a comment hides are never
 * omitted, because they show that the comment is used.
 */
export function createFindingList(document: Document): FindingList {
  const findings: Finding[] = []
  const groups = new Map<string, { count: number; firstOmitted?: Finding }>()
  const getHider = once(() => findHider(document))
  const mayBeHidden = ({ rule, span }: Finding): boolean => getHider()?.(rule, span.start) === true
  return {
    add: (finding) => {
      const id = `${finding.rule} ${finding.severity}`
      const group = groups.get(id) ?? { count: 0 }
      groups.set(id, group)
      if (mayBeHidden(finding) || (group.count += 1) <= maxFindings) findings.push(finding)
      else group.firstOmitted ??= finding
    },
    remove: (rule, path) => {
      const index = findings.findIndex(
        (finding) => finding.rule === rule && isSamePath(finding.path, path),
      )
      if (index >= 0) findings.splice(index, 1)
    },
    list: () => [
      ...findings,
      ...[...groups.values()].flatMap(({ count, firstOmitted }) =>
        firstOmitted ? [createOmittedFinding(firstOmitted, count - maxFindings)] : [],
      ),
    ],
  }
}

const createOmittedFinding = ({ rule, severity, path, span }: Finding, count: number): Finding => ({
  rule,
  severity,
  message:
    count === 1
      ? `1 more finding of \`${rule}\` from here on is not listed.`
      : `${count} more findings of \`${rule}\` from here on are not listed.`,
  path,
  span,
})
