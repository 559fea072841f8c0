import type { Diagnostic, Edit, Fix } from '../document/diagnostic.js'
import { parseDocument } from '../document/document.js'
import type { Effective } from '../config/effective.js'
import { listEffective } from '../config/effective.js'
import type { Options } from '../lint/lint.js'
import { getTraits } from '../lint/catalog.js'
import { lint } from '../lint/lint.js'
import { once } from '../document/lazy.js'
import type { EnrollmentView } from '../schema/enrollment.js'
import { canEnroll, createEnrollmentView, hasSameEnrollment } from '../schema/enrollment.js'
import { findModel } from '../schema/model.js'
import { applyEdits, selectCompatible } from '../edit/edits.js'
import { groupBy } from '../document/group.js'

/** Which fixes to apply, and how to read the text. */
export type FixOptions = Options & {
  /** Also applies the fixes that change what a running router does. */
  unsafe?: boolean
}

/** Options for callers that report other findings than `lint`. */
export type FixRunOptions = FixOptions & {
  /** Finds the problems of a text. Default: `lint` with the same options. */
  diagnose?: (text: string) => Diagnostic[]
}

/** The fixed text, and the findings that were fixed. */
export type Fixed = {
  /** The fixed text. */
  text: string
  /**
   * The fixed findings, in the order in which they were fixed. Ranges refer to the text before the pass that fixed the
   * finding.
   */
  applied: Diagnostic[]
}

/** The fixed text, the findings that were fixed, and the findings that remain. */
export type FixResult = Fixed & { diagnostics: Diagnostic[] }

type Fixable = Diagnostic & { fix: Fix }

const isFixable = (diagnostic: Diagnostic): diagnostic is Fixable => diagnostic.fix !== undefined

/** A text, its diagnostics, and what a router reads from it, computed on demand. */
type FixState = {
  text: string
  diagnostics: Diagnostic[]
  effectiveValues: () => string
  enrollment: () => EnrollmentView | undefined
}

/**
 * Maximum number of passes. There can be several, because a fix that touches another fix has to wait for the next pass.
 */
const maxPasses = 500

/**
 * Maximum number of characters to lint in one run of `fix`, or `minTries` times the length of the text if that is more.
 * Each try lints the whole text, and a hostile text could offer thousands of fixes that make it worse.
 */
const maxWork = 4_000_000

const minTries = 4

/**
 * Applies the available fixes and changes no other byte. If the router can run with the file, safe fixes keep all
 * effective values; if it can enroll with the file, they keep everything that enrollment reads. Skips a fix that would
 * add syntax errors or, if their number stays the same, other errors. Fixing twice changes nothing more, unless a large
 * file has very many fixes that must be skipped.
 */
export function fix(text: string, options: FixRunOptions = {}): FixResult {
  const { diagnose = (changedText: string) => lint(changedText, options) } = options
  let remainingWork = Math.max(maxWork, minTries * text.length)
  const createState = (changedText: string): FixState => {
    remainingWork -= changedText.length
    return {
      text: changedText,
      diagnostics: diagnose(changedText),
      effectiveValues: once(() => formatValues(changedText, options)),
      enrollment: once(() => readEnrollment(changedText, options)),
    }
  }
  const attemptedFixes = new Set<string>()
  let state = createState(text)
  const appliedDiagnostics: Diagnostic[] = []
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const fixable = state.diagnostics
      .filter(isFixable)
      .filter(
        (diagnostic) =>
          (options.unsafe === true || !diagnostic.fix.unsafe) &&
          !attemptedFixes.has(formatFixKey(diagnostic)),
      )
    if (fixable.length === 0 || remainingWork < state.text.length) break
    const [nextState, appliedInPass] = applyFixes(state, fixable, {
      evaluate: createState,
      reject: (diagnostic) => attemptedFixes.add(formatFixKey(diagnostic)),
      hasWorkLeft: () => remainingWork >= state.text.length,
    })
    state = nextState
    for (const diagnostic of appliedInPass) appliedDiagnostics.push(diagnostic)
  }
  return { text: state.text, applied: appliedDiagnostics, diagnostics: state.diagnostics }
}

type FixCandidate = { diagnostic: Fixable; edits: readonly Edit[] }

/**
 * Callbacks of `applyFixes`, to lint a changed text, to reject a fix so that it is not tried again, and to limit the
 * work.
 */
type FixTrial = {
  evaluate: (text: string) => FixState
  reject: (found: Fixable) => void
  hasWorkLeft: () => boolean
}

/**
 * In a group with more fixes than this, three fixes are tried alone. If none of them is acceptable, the whole group is
 * rejected.
 */
const maxExactTries = 32

/**
 * Applies as many compatible fixes as possible. If all of them together are not acceptable, tries those of each rule
 * and path. A group that is not acceptable is halved, and so on down to single fixes, which are rejected; a group of
 * more than `maxExactTries` may be rejected as a whole.
 */
function applyFixes(
  state: FixState,
  fixable: readonly Fixable[],
  { evaluate, reject, hasWorkLeft }: FixTrial,
): [FixState, Diagnostic[]] {
  const appliedCandidates: FixCandidate[] = []
  let current = state
  const tryGroup = (group: readonly FixCandidate[]): FixState | undefined => {
    if (!hasWorkLeft()) return undefined
    const next = evaluate(
      applyEdits(
        state.text,
        [...appliedCandidates, ...group].flatMap(({ edits }) => edits),
      ),
    )
    return isAcceptable(
      current,
      next,
      group.map(({ diagnostic }) => diagnostic),
    )
      ? next
      : undefined
  }
  const applyGroup = (group: readonly FixCandidate[]): boolean => {
    const next = tryGroup(group)
    if (!next) return false
    current = next
    for (const candidate of group) appliedCandidates.push(candidate)
    return true
  }
  const applyOrSplit = (group: readonly FixCandidate[]): void => {
    const [first] = group
    if (!first || !hasWorkLeft() || applyGroup(group)) return
    const middle = group.length >> 1
    const samples = [first, group[middle] ?? first, group.at(-1) ?? first]
    const isRejected =
      group.length === 1 ||
      (group.length > maxExactTries && samples.every((sample) => !tryGroup([sample])))
    if (isRejected) for (const { diagnostic } of group) reject(diagnostic)
    else for (const half of [group.slice(0, middle), group.slice(middle)]) applyOrSplit(half)
  }
  const compatible = selectCompatible(
    fixable.map((diagnostic) => ({
      diagnostic,
      edits: diagnostic.fix.edits,
      rule: diagnostic.rule,
    })),
  )
  const groups = groupByRuleAndPath(compatible)
  if (groups.length === 1 || !applyGroup(compatible))
    for (const group of groups) applyOrSplit(group)
  return [current, appliedCandidates.map(({ diagnostic }) => diagnostic)]
}

/** Groups fixes by rule and path, ignoring list indexes in the path. */
function groupByRuleAndPath(
  candidates: readonly FixCandidate[],
): readonly (readonly FixCandidate[])[] {
  const groups = groupBy(candidates, ({ diagnostic: { rule, path } }) =>
    JSON.stringify([rule, ...path.map((step) => (typeof step === 'number' ? 0 : step))]),
  )
  return [...groups.values()]
}

/**
 * Whether fixes are acceptable: they change the text, and add no errors. If all of them are safe, enrollment stays the
 * same and, if the text had no errors before, so do all effective values.
 */
function isAcceptable(before: FixState, after: FixState, fixes: readonly Fixable[]): boolean {
  if (after.text === before.text || isWorse(after.diagnostics, before.diagnostics)) return false
  if (fixes.some(({ fix: { unsafe } }) => unsafe)) return true
  const ranBefore = countErrors(before.diagnostics) === 0
  return (
    (!ranBefore || before.effectiveValues() === after.effectiveValues()) &&
    enrollsAsBefore(before, after)
  )
}

/**
 * Whether enrollment reads the same from both texts. Also true if the router could not enroll with the text before the
 * fixes, or if the release is unknown.
 */
function enrollsAsBefore(before: FixState, after: FixState): boolean {
  const [oldView, newView] = [before.enrollment(), after.enrollment()]
  if (!oldView || !newView) return true
  const couldEnroll =
    countSyntaxErrors(before.diagnostics) === 0 && canEnroll(oldView, before.diagnostics)
  return !couldEnroll || hasSameEnrollment(oldView, newView)
}

const readEnrollment = (text: string, { target, env }: Options): EnrollmentView | undefined => {
  const model = findModel(target)
  return model && createEnrollmentView(parseDocument(text), model, env)
}

const countErrors = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.filter(({ severity }) => severity === 'error').length

const countSyntaxErrors = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.filter(({ rule }) => getTraits(rule).about === 'syntax').length

/**
 * Whether the findings `left` of one text have more errors than the findings `right` of another text. Syntax errors are
 * compared first, because they hide other findings.
 */
export function isWorse(left: readonly Diagnostic[], right: readonly Diagnostic[]): boolean {
  const addedSyntaxErrors = countSyntaxErrors(left) - countSyntaxErrors(right)
  return addedSyntaxErrors !== 0 ? addedSyntaxErrors > 0 : countErrors(left) > countErrors(right)
}

const formatFixKey = ({ rule, path, fix: { title } }: Fixable): string =>
  JSON.stringify([rule, path, title])

const formatValues = (text: string, options: Options): string =>
  JSON.stringify(listEffective(text, options).map(({ path, value }: Effective) => [path, value]))
