import type { Diagnostic, Fix } from '../document/diagnostic.js'
import { parseDocument } from '../document/document.js'
import type { Effective } from '../config/effective.js'
import { effective } from '../config/effective.js'
import type { Options } from '../lint/lint.js'
import { getTraits } from '../lint/catalog.js'
import { lint } from '../lint/lint.js'
import { once } from '../document/lazy.js'
import type { EnrollmentView } from '../schema/enrollment.js'
import { enrolls, enrollmentView, enrollsAlike } from '../schema/enrollment.js'
import { findModel } from '../schema/model.js'
import { applyEdits, selectCompatible } from './edits.js'

/** Which fixes to apply, and how to read the text. */
export type FixOptions = Options & {
  /** Also applies the fixes that change what a running router does. */
  unsafe?: boolean
}

/** The same for callers with findings of their own. */
export type FixRunOptions = FixOptions & {
  /**
   * Finds what is wrong with a text; `lint` by default. Callers that report more or less than `lint` pass their own
   * function.
   */
  diagnose?: (text: string) => Diagnostic[]
}

/** The fixed text, and the findings that were fixed. */
export type Fixed = {
  /** The fixed text. */
  text: string
  /** In the order in which they were fixed; each place is that in the text just before. */
  applied: Diagnostic[]
}

/** The same with the findings that remain. */
export type FixResult = Fixed & { diagnostics: Diagnostic[] }

type Fixable = Diagnostic & { fix: Fix }

const isFixable = (found: Diagnostic): found is Fixable => found.fix !== undefined

/** A text with what a router reads from it. */
type FixState = {
  text: string
  diagnostics: Diagnostic[]
  values: () => string
  enrollment: () => EnrollmentView | undefined
}

/** Each pass allows fixes that overlapped with others before, such as those of the next line. */
const maxPasses = 500

/**
 * Fixes what can be fixed and changes no other byte. Safe fixes change no effective value of a file on which the router
 * runs, and nothing that enrollment reads from a file with which it can enroll. A fix after which the file would load
 * worse is skipped. Fixing twice changes nothing more.
 */
export function fix(text: string, options: FixRunOptions = {}): FixResult {
  const { diagnose = (changed: string) => lint(changed, options) } = options
  const stateOf = (changed: string): FixState => ({
    text: changed,
    diagnostics: diagnose(changed),
    values: () => formatValues(changed, options),
    enrollment: once(() => enrollmentOf(changed, options)),
  })
  const given = new Set<string>()
  let state = stateOf(text)
  const applied: Diagnostic[] = []
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const fixable = state.diagnostics
      .filter(isFixable)
      .filter(
        (found) =>
          (options.unsafe === true || !found.fix.unsafe) && !given.has(formatFixKey(found)),
      )
    if (fixable.length === 0) break
    const [next, made] = applyFixes(state, fixable, {
      stateOf,
      give: (found) => given.add(formatFixKey(found)),
    })
    state = next
    applied.push(...made)
  }
  return { text: state.text, applied, diagnostics: state.diagnostics }
}

/**
 * Applies as many compatible fixes as possible. If the result is worse, applies them one at a time and drops those that
 * make it worse.
 */
function applyFixes(
  state: FixState,
  fixable: readonly Fixable[],
  { stateOf, give }: { stateOf: (text: string) => FixState; give: (found: Fixable) => void },
): [FixState, Diagnostic[]] {
  const together = selectCompatible(
    fixable.map((found) => ({ found, edits: found.fix.edits, rule: found.rule })),
  )
  const all = stateOf(
    applyEdits(
      state.text,
      together.flatMap(({ edits }) => edits),
    ),
  )
  const findings = together.map(({ found }) => found)
  if (isBetter(state, all, findings)) return [all, findings]
  for (const { found, edits } of together) {
    const one = stateOf(applyEdits(state.text, edits))
    if (isBetter(state, one, [found])) return [one, [found]]
    give(found)
  }
  return [state, []]
}

/** Whether fixes kept their promise: nothing new is wrong, and safe fixes changed no effective value. */
function isBetter(before: FixState, after: FixState, made: readonly Fixable[]): boolean {
  if (after.text === before.text || isWorse(after.diagnostics, before.diagnostics)) return false
  if (made.some(({ fix: { unsafe } }) => unsafe)) return true
  const isRunning = countErrors(before.diagnostics) === 0
  return (!isRunning || before.values() === after.values()) && enrollsAsBefore(before, after)
}

/** Whether enrollment behaves as before, if it worked at all. */
function enrollsAsBefore(before: FixState, after: FixState): boolean {
  const [left, right] = [before.enrollment(), after.enrollment()]
  if (!left || !right) return true
  const canEnroll = countProblems(before.diagnostics) === 0 && enrolls(left, before.diagnostics)
  return !canEnroll || enrollsAlike(left, right)
}

const enrollmentOf = (text: string, { target, env }: Options): EnrollmentView | undefined => {
  const model = findModel(target)
  return model && enrollmentView(parseDocument(text), model, env)
}

const countErrors = (found: readonly Diagnostic[]): number =>
  found.filter(({ severity }) => severity === 'error').length

const countProblems = (found: readonly Diagnostic[]): number =>
  found.filter(({ rule }) => getTraits(rule).about === 'syntax').length

/**
 * Whether one text loads worse than another, judging by their findings. Syntax errors hide other findings, so they are
 * compared first.
 */
export function isWorse(left: readonly Diagnostic[], right: readonly Diagnostic[]): boolean {
  const more = countProblems(left) - countProblems(right)
  return more !== 0 ? more > 0 : countErrors(left) > countErrors(right)
}

const formatFixKey = ({ rule, path, fix: { title } }: Fixable): string =>
  JSON.stringify([rule, path, title])

const formatValues = (text: string, options: Options): string =>
  JSON.stringify(effective(text, options).map(({ path, value }: Effective) => [path, value]))
