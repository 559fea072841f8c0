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

export type FixOptions = Options & {
  /** Also makes the fixes that change what a running router does. */
  unsafe?: boolean
  /** What is wrong with a text; without it what `lint` says. Whoever sees more, or less, than that gives it here. */
  diagnose?: (text: string) => Diagnostic[]
}

/** What fixing gives: the text, how many findings were fixed, and those that are left. */
export type FixResult = { text: string; count: number; diagnostics: Diagnostic[] }

type Fixable = Diagnostic & { fix: Fix }

const isFixable = (found: Diagnostic): found is Fixable => found.fix !== undefined

/** A text with what a router makes of it. */
type FixState = {
  text: string
  diagnostics: Diagnostic[]
  values: () => string
  enrollment: () => EnrollmentView | undefined
}

/** Each pass lets fixes be made that touched others before, such as those of the next line. */
const maxPasses = 500

/**
 * Fixes what can be fixed, and no byte besides. Safe fixes leave every effective value as it is, as long as the router
 * runs on the file, and what enrollment reads, as long as it can enroll with it; a fix after which the file would load
 * worse is not made. Fixing twice changes nothing more.
 */
export function fix(text: string, options: FixOptions = {}): FixResult {
  const { diagnose = (changed: string) => lint(changed, options) } = options
  const stateOf = (changed: string): FixState => ({
    text: changed,
    diagnostics: diagnose(changed),
    values: () => formatValues(changed, options),
    enrollment: once(() => enrollmentOf(changed, options)),
  })
  const given = new Set<string>()
  let state = stateOf(text)
  let count = 0
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
    count += made
  }
  return { text: state.text, count, diagnostics: state.diagnostics }
}

/** Makes as many fixes as go together; where the result is worse, one at a time, and gives up those that make it so. */
function applyFixes(
  state: FixState,
  fixable: readonly Fixable[],
  { stateOf, give }: { stateOf: (text: string) => FixState; give: (found: Fixable) => void },
): [FixState, number] {
  const together = selectCompatible(fixable.map((found) => ({ found, edits: found.fix.edits })))
  const all = stateOf(
    applyEdits(
      state.text,
      together.flatMap(({ edits }) => edits),
    ),
  )
  if (
    isBetter(
      state,
      all,
      together.map(({ found }) => found),
    )
  )
    return [all, together.length]
  for (const { found, edits } of together) {
    const one = stateOf(applyEdits(state.text, edits))
    if (isBetter(state, one, [found])) return [one, 1]
    give(found)
  }
  return [state, 0]
}

/** Whether fixes did what they promise: nothing new is wrong, and safe ones changed no value that counts. */
function isBetter(before: FixState, after: FixState, made: readonly Fixable[]): boolean {
  if (after.text === before.text || isWorse(after.diagnostics, before.diagnostics)) return false
  if (made.some(({ fix: { unsafe } }) => unsafe)) return true
  const isRunning = countErrors(before.diagnostics) === 0
  return (!isRunning || before.values() === after.values()) && enrollsAsBefore(before, after)
}

/** Whether enrollment does as before, if it could do anything. */
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

/** Whether a text loads worse than another, by what was found in both. What is broken hides what else is wrong, so that counts first. */
export function isWorse(left: readonly Diagnostic[], right: readonly Diagnostic[]): boolean {
  const more = countProblems(left) - countProblems(right)
  return more !== 0 ? more > 0 : countErrors(left) > countErrors(right)
}

const formatFixKey = ({ rule, path, fix: { title } }: Fixable): string =>
  JSON.stringify([rule, path, title])

const formatValues = (text: string, options: Options): string =>
  JSON.stringify(effective(text, options).map(({ path, value }: Effective) => [path, value]))
