import type { Finding, Fix, LazyFix, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import { once } from '../document/lazy.js'
import { createRedactor } from '../document/secrets.js'
import { isSamePath, toPath, toPosition } from '../document/diagnostic.js'
import { rules } from '../generated/rules.js'
import { formatSentences, formatValueText } from '../schema/messages.js'
import type { Observation, ObservationKind } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import { getTraits } from './catalog.js'
import { formatOddity } from './odd-number.js'
import { suggestVariables } from './suggest-variables.js'
import type { Rule } from './rule.js'
import { findHiddenLines } from './suppressions/cover.js'

/** A rule that turns observations into messages. */
type ObservationRule = { rule: Rule; report: NonNullable<Rule['observes']>['report'] }

const rulesByKind: ReadonlyMap<ObservationKind, ObservationRule> = new Map(
  rules.flatMap((rule) =>
    rule.observes ? [[rule.observes.kind, { rule, report: rule.observes.report }] as const] : [],
  ),
)

/** Adds the findings for the observations of a file, or those of some rules. */
export function createFindings(
  reading: ReadResult,
  add: (finding: Finding) => void,
  only?: ReadonlySet<string>,
): void {
  for (const observation of reading.observations) {
    const responsible = rulesByKind.get(observation.kind)
    if (!responsible || only?.has(responsible.rule.id) === false) continue
    const finding = createFinding(responsible, observation, reading)
    if (finding) add(finding)
  }
}

function createFinding(
  responsible: ObservationRule,
  observation: Observation,
  reading: ReadResult,
): Finding | undefined {
  const report = responsible.report(observation, reading)
  if (!report) return undefined
  const { id, severity } = responsible.rule
  return {
    rule: id,
    severity: report.severity ?? severity,
    message: appendAsides(report.message, observation, reading),
    path: report.path ?? toPath(observation.place),
    span: observation.span,
    ...(report.fix && { fix: report.fix }),
  }
}

/** A message plus what else is true of the scalar. */
const appendAsides = (
  message: string,
  { oddity, unset }: Observation,
  { environment }: ReadResult,
): string =>
  formatSentences(
    message,
    oddity && `\`${oddity.written}\` ${formatOddity(oddity)}`,
    unset && `${formatValueText(unset.join(' '))} is not set and expands to nothing`,
    unset && suggestVariables(unset, environment),
  )

/** The text with findings, and whether nobody will ask for their fixes. */
type FinishOptions = {
  document: Document
  environment: Environment | undefined
  omitsFixes: boolean
}

/**
 * Findings for callers: without secrets, and with fixes that can be computed at any time. `analyzeAgain` is for fixes
 * that are requested after a later version of the text has taken over the nodes of this one.
 */
export function finishFindings(
  findings: readonly Finding[],
  { document, environment, omitsFixes }: FinishOptions,
  analyzeAgain: () => { findings: readonly Finding[] },
): Finding[] {
  if (findings.length === 0) return []
  const redact = createRedactor(document.text, environment)
  const isBroken = document.problems.length > 0
  const currentFindings = once(() => analyzeAgain().findings)
  return findings.map((finding) => {
    const { fix, rule } = finding
    const redacted = redactFinding(finding, redact)
    // In a broken text it is unclear where other things end, so the syntax has to be fixed first.
    if (!fix || omitsFixes || (isBroken && getTraits(rule).about !== 'syntax')) return redacted
    const currentFix: LazyFix = () =>
      document.isSuperseded ? findSame(currentFindings(), redacted)?.fix?.() : fix()
    return { ...redacted, fix: once(() => redactFix(currentFix(), redact)) }
  })
}

const findSame = (
  findings: readonly Finding[],
  { rule, message, span }: Finding,
): Finding | undefined =>
  findings.find(
    (other) => other.rule === rule && other.message === message && other.span.start === span.start,
  )

/** Redacts messages and unknown keys: rules may mention values without knowing that they are secret. Drops the fix. */
const redactFinding = (
  { rule, severity, message, path, span, related }: Finding,
  redact: (sentence: string) => string,
): Finding => ({
  rule,
  severity,
  message: redact(message),
  path: path.map((step) => (typeof step === 'string' ? redact(step) : step)),
  // The next version of the text may move the node; its span in this version must stay.
  span: { start: span.start, end: span.end },
  ...(related && {
    related: related.map((item) => ({ ...item, message: redact(item.message) })),
  }),
})

/** A fix without secrets in its title; a fix that would write down a secret is dropped. */
const redactFix = (fix: Fix | undefined, redact: (sentence: string) => string): Fix | undefined =>
  fix?.edits.every((edit) => redact(edit.text) === edit.text)
    ? { ...fix, title: redact(fix.title) }
    : undefined

/** The most findings of one rule and severity in a text that are listed; nobody reads more, and they take much memory. */
const maxFindings = 10_000

/** Collects the findings of a text. */
export type FindingList = {
  add: (finding: Finding) => void
  /** Removes the finding of a rule at a path, if there is one. */
  remove: (rule: string, path: Path) => void
  /** All findings, with one sentence instead of all but the first ten thousand of a rule. */
  list: () => Finding[]
}

/**
 * A list for the findings of a text. The sentence on those that are not listed has their rule and severity, so that the
 * verdict stays the same. Findings that a comment may hide are all kept, as they show that the comment hides something.
 */
export function createFindingList(document: Document): FindingList {
  const findings: Finding[] = []
  const groups = new Map<string, { count: number; next?: Finding }>()
  const hiddenLines = once(() => findHiddenLines(document))
  const mayBeHidden = ({ rule, span }: Finding): boolean =>
    hiddenLines()?.(rule, toPosition(document.lineStarts(), span.start).line) === true
  return {
    add: (finding) => {
      const id = `${finding.rule} ${finding.severity}`
      const group = groups.get(id) ?? { count: 0 }
      groups.set(id, group)
      if (mayBeHidden(finding) || (group.count += 1) <= maxFindings) findings.push(finding)
      else group.next ??= finding
    },
    remove: (rule, path) => {
      const index = findings.findIndex(
        (finding) => finding.rule === rule && isSamePath(finding.path, path),
      )
      if (index >= 0) findings.splice(index, 1)
    },
    list: () => [
      ...findings,
      ...[...groups.values()].flatMap(({ count, next }) =>
        next ? [describeRest(next, count - maxFindings)] : [],
      ),
    ],
  }
}

const describeRest = ({ rule, severity, path, span }: Finding, count: number): Finding => ({
  rule,
  severity,
  message:
    count === 1
      ? `1 more finding of \`${rule}\` from here on is not listed.`
      : `${count} more findings of \`${rule}\` from here on are not listed.`,
  path,
  span,
})
