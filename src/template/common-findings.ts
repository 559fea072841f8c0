import type { Diagnostic, Finding, Fix, Span } from '../document/diagnostic.js'
import { toDiagnostics, toPathKey } from '../document/diagnostic.js'
import { once } from '../document/lazy.js'
import type { ReachableArm } from './assumptions.js'
import type { LintedVariant, PlacedFinding } from './variants.js'

/** The findings that all variants of a template have in common. */
export type CommonFindings = {
  add: (variant: LintedVariant) => void
  /** Whether there are no common findings, whatever variants are still added. */
  isEmpty: () => boolean
  /** The rules whose findings may still be common to all variants; undefined if these may be all rules. */
  rules: () => ReadonlySet<string> | undefined
  list: () => Diagnostic[]
}

/** A finding of the first variant, with the same findings of the other variants. */
type Candidate = { span: Span; message: string; findings: PlacedFinding[] }

/**
 * Counts only variants that can be read, because a combination that gives a broken text usually never occurs. If some
 * part of the template is only in broken variants, counts some of these, too.
 */
export function createCommonFindings(text: string, arms: readonly ReachableArm[]): CommonFindings {
  let sound: readonly Candidate[] | undefined
  const broken: LintedVariant[] = []
  const covered = new Set<object>()
  const tried = new Set<object>()
  const isCovered = (): boolean =>
    sound !== undefined && arms.every(({ arm }) => covered.has(arm) || !tried.has(arm))
  const rules = (): ReadonlySet<string> | undefined =>
    sound && new Set(sound.flatMap(({ findings: [first] }) => first?.rule ?? []))
  return {
    add: (variant) => {
      for (const arm of variant.arms) tried.add(arm)
      if (!variant.isBroken) {
        for (const arm of variant.arms) covered.add(arm)
        sound = sound ? narrow(sound, variant) : listCandidates(variant)
      }
      // A broken sample proves nothing: not every sample is possible at every place.
      else if (!variant.isSample) broken.push(variant)
    },
    isEmpty: () => sound?.length === 0,
    rules,
    list: () => {
      if (sound && isCovered()) return toCommonDiagnostics(text, sound)
      const [first, ...others] = selectCover(broken, covered)
      const start = sound ?? (first && listCandidates(first)) ?? []
      return toCommonDiagnostics(
        text,
        (sound && first ? [first, ...others] : others).reduce(narrow, start),
      )
    },
  }
}

/** How many variants are read for an arm that is only in broken ones. Reading more takes long and finds no more. */
const timesRead = 3

/** The first variants that together contain each uncovered arm `timesRead` times, as far as there are that many. */
function selectCover(
  variants: readonly LintedVariant[],
  covered: ReadonlySet<object>,
): LintedVariant[] {
  const read = new Map<object, number>()
  return variants.filter(({ arms }, index) => {
    const lacking = [...arms].filter((arm) => !covered.has(arm) && (read.get(arm) ?? 0) < timesRead)
    for (const arm of lacking) read.set(arm, (read.get(arm) ?? 0) + 1)
    // The first is always read: there may be no other.
    return index === 0 || lacking.length > 0
  })
}

const listCandidates = ({ findings }: LintedVariant): Candidate[] =>
  findings().flatMap((finding) => {
    const { span, message, isCertain } = finding
    return span && isCertain ? [{ span, message, findings: [finding] }] : []
  })

/** The candidates that a variant has, too. */
function narrow(candidates: readonly Candidate[], variant: LintedVariant): readonly Candidate[] {
  if (candidates.length === 0) return candidates
  const index = indexFindings(variant)
  return candidates.flatMap(({ span, message, findings }) => {
    const [first] = findings
    const same = first && findSame(index, first)
    const common = same && findCommon(message, same.message)
    if (!same || common === undefined) return []
    findings.push(same)
    return [{ span, message: common, findings }]
  })
}

const toCommonDiagnostics = (text: string, candidates: readonly Candidate[]): Diagnostic[] =>
  toDiagnostics(
    text,
    candidates.flatMap(({ span, message, findings }): Finding[] => {
      const [first] = findings
      if (!first) return []
      const { rule, severity, path } = first
      return [{ rule, severity, path, message, span, fix: once(() => findCommonFix(findings)) }]
    }),
  )

type FindingIndex = ReadonlyMap<string, PlacedFinding>

/** Findings by their place in the template, and by their path. */
const indexFindings = ({ findings }: LintedVariant): FindingIndex =>
  new Map(
    findings().flatMap((finding) => [
      [`${finding.rule} ${toPathKey(finding.path)}`, finding] as const,
      ...(finding.span ? [[`${finding.rule} ${finding.span.start}`, finding] as const] : []),
    ]),
  )

const findSame = (
  index: FindingIndex,
  { rule, span, path }: PlacedFinding,
): PlacedFinding | undefined =>
  index.get(`${rule} ${span?.start ?? ''}`) ?? index.get(`${rule} ${toPathKey(path)}`)

/** The shorter of two messages if the other one only says more; undefined if they differ. */
function findCommon(left: string, right: string): string | undefined {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return long.startsWith(short.replace(/\.$/, '')) ? short : undefined
}

/** The fix that a finding has in every variant, if it touches no tag of the template. */
function findCommonFix(findings: readonly PlacedFinding[]): Fix | undefined {
  const [fix, ...others] = sampleEvenly(findings).map(({ findFix }) => findFix())
  const written = JSON.stringify(fix)
  return others.every((other) => JSON.stringify(other) === written) ? fix : undefined
}

/** A few of many, spread evenly: a fix is expensive to compute. */
const sampleEvenly = <Item>(items: readonly Item[]): Item[] => {
  const step = Math.max(1, Math.floor(items.length / 8))
  return items.filter((_, index) => index % step === 0)
}
