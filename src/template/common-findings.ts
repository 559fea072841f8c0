import type { Diagnostic, Finding, Fix, Span } from '../document/diagnostic.js'
import { toDiagnostics, toPathKey } from '../document/diagnostic.js'
import { once } from '../document/lazy.js'
import type { ReachableArm } from './assumptions.js'
import type { LintedVariant, PlacedFinding } from './variants.js'

export type CommonFindings = {
  add: (variant: LintedVariant) => void
  /** Whether there are no common findings, whatever variants are still added. */
  isEmpty: () => boolean
  /** The rules whose findings may still be common to all variants; undefined if the findings of any rule may be. */
  listRules: () => ReadonlySet<string> | undefined
  list: () => Diagnostic[]
}

/** A finding that all variants so far have: its place, its shortest message, and the finding of each variant. */
type Candidate = { span: Span; message: string; findings: PlacedFinding[] }

/**
 * Collects the findings that all variants share. Compares only variants that can be parsed, because a broken variant
 * usually comes from a combination of conditions that never occurs. If a part of the template occurs only in broken
 * variants, some of these are compared too.
 */
export function createCommonFindings(text: string, arms: readonly ReachableArm[]): CommonFindings {
  let soundCandidates: readonly Candidate[] | undefined
  const brokenVariants: LintedVariant[] = []
  const coveredArms = new Set<object>()
  const triedArms = new Set<object>()
  const areArmsCovered = (): boolean =>
    soundCandidates !== undefined &&
    arms.every(({ arm }) => coveredArms.has(arm) || !triedArms.has(arm))
  const listRules = (): ReadonlySet<string> | undefined =>
    soundCandidates &&
    new Set(soundCandidates.flatMap(({ findings: [first] }) => first?.rule ?? []))
  return {
    add: (variant) => {
      for (const arm of variant.arms) triedArms.add(arm)
      if (!variant.isBroken) {
        for (const arm of variant.arms) coveredArms.add(arm)
        soundCandidates = soundCandidates
          ? keepShared(soundCandidates, variant)
          : listCandidates(variant)
      }
      // A broken variant with samples is ignored: perhaps it is only broken because a sample is invalid at its place.
      else if (!variant.isSample) brokenVariants.push(variant)
    },
    isEmpty: () => soundCandidates?.length === 0,
    listRules,
    list: () => {
      if (soundCandidates && areArmsCovered()) return toCommonDiagnostics(text, soundCandidates)
      const [first, ...others] = selectCover(brokenVariants, coveredArms)
      const startCandidates = soundCandidates ?? (first && listCandidates(first)) ?? []
      return toCommonDiagnostics(
        text,
        (soundCandidates && first ? [first, ...others] : others).reduce(
          keepShared,
          startCandidates,
        ),
      )
    },
  }
}

/** Maximum number of variants to compare for an arm that occurs only in broken ones. More would add little. */
const readsPerArm = 3

/** The first variants that together contain each uncovered arm `readsPerArm` times, or as often as they can. */
function selectCover(
  variants: readonly LintedVariant[],
  coveredArms: ReadonlySet<object>,
): LintedVariant[] {
  const readCounts = new Map<object, number>()
  return variants.filter(({ arms }, index) => {
    const armsToRead = [...arms].filter(
      (arm) => !coveredArms.has(arm) && (readCounts.get(arm) ?? 0) < readsPerArm,
    )
    for (const arm of armsToRead) readCounts.set(arm, (readCounts.get(arm) ?? 0) + 1)
    // The first variant is always read, because there may be no uncovered arm.
    return index === 0 || armsToRead.length > 0
  })
}

const listCandidates = ({ findings }: LintedVariant): Candidate[] =>
  findings().flatMap((finding) => {
    const { span, message, isCertain } = finding
    return span && isCertain ? [{ span, message, findings: [finding] }] : []
  })

/**
 * Drops the candidates that a variant does not have. Adds the finding of the variant to each of the others, and keeps
 * the shorter message.
 */
function keepShared(
  candidates: readonly Candidate[],
  variant: LintedVariant,
): readonly Candidate[] {
  if (candidates.length === 0) return candidates
  const index = indexFindings(variant)
  return candidates.flatMap(({ span, message, findings }) => {
    const [first] = findings
    const sameFinding = first && findSameFinding(index, first)
    const commonMessage = sameFinding && findCommonMessage(message, sameFinding.message)
    if (!sameFinding || commonMessage === undefined) return []
    findings.push(sameFinding)
    return [{ span, message: commonMessage, findings }]
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

const indexFindings = ({ findings }: LintedVariant): FindingIndex =>
  new Map(
    findings().flatMap((finding) => [
      [`${finding.rule} ${toPathKey(finding.path)}`, finding] as const,
      ...(finding.span ? [[`${finding.rule} ${finding.span.start}`, finding] as const] : []),
    ]),
  )

const findSameFinding = (
  index: FindingIndex,
  { rule, span, path }: PlacedFinding,
): PlacedFinding | undefined =>
  index.get(`${rule} ${span?.start ?? ''}`) ?? index.get(`${rule} ${toPathKey(path)}`)

/** The shorter of two messages if the longer one begins with it, apart from a last period; undefined otherwise. */
function findCommonMessage(left: string, right: string): string | undefined {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return long.startsWith(short.replace(/\.$/, '')) ? short : undefined
}

/**
 * The fix of a finding; undefined unless the fix is the same in all variants that are compared. If there are many
 * variants, only some of them are compared.
 */
function findCommonFix(findings: readonly PlacedFinding[]): Fix | undefined {
  const [fix, ...others] = sampleEvenly(findings).map(({ findFix }) => findFix())
  const firstJson = JSON.stringify(fix)
  return others.every((other) => JSON.stringify(other) === firstJson) ? fix : undefined
}

/** At most 15 of many items, spread evenly: computing a fix for each item would take long. */
const sampleEvenly = <Item>(items: readonly Item[]): Item[] => {
  const step = Math.max(1, Math.floor(items.length / 8))
  return items.filter((_, index) => index % step === 0)
}
