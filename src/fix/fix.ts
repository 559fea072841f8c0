import type { Diagnostic, Edit, Fix } from '../document/diagnostic.js'
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
import { applyEdits, selectCompatible } from '../edit/edits.js'
import { groupBy } from '../document/group.js'

/** Which fixes to apply, and how to read the text. */
export type FixOptions = Options & {
  /** Also applies the fixes that change what a running router does. */
  unsafe?: boolean
}

/** Options for callers that already have findings. */
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
  /** The fixed findings, in the order of their fixes. Each range is in the text just before that fix was applied. */
  applied: Diagnostic[]
}

/** The result with the remaining findings. */
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
 * How many characters are linted in all to fix a text of up to a megabyte; longer texts are linted a few times. Each
 * try of fixes lints the whole text, and a hostile text could offer thousands of fixes that make it worse.
 */
const maxWork = 4_000_000

const minTries = 4

/**
 * Fixes what can be fixed and changes no other byte. Safe fixes change no effective value of a file on which the router
 * runs, and nothing that enrollment reads from a file with which it can enroll. A fix after which the file would load
 * worse is skipped. Fixing twice changes nothing more, unless a large file has very many fixes that must be skipped.
 */
export function fix(text: string, options: FixRunOptions = {}): FixResult {
  const { diagnose = (changed: string) => lint(changed, options) } = options
  let work = Math.max(maxWork, minTries * text.length)
  const createState = (changed: string): FixState => {
    work -= changed.length
    return {
      text: changed,
      diagnostics: diagnose(changed),
      values: once(() => formatValues(changed, options)),
      enrollment: once(() => readEnrollment(changed, options)),
    }
  }
  const attempted = new Set<string>()
  let state = createState(text)
  const applied: Diagnostic[] = []
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const fixable = state.diagnostics
      .filter(isFixable)
      .filter(
        (found) =>
          (options.unsafe === true || !found.fix.unsafe) && !attempted.has(formatFixKey(found)),
      )
    if (fixable.length === 0 || work < state.text.length) break
    const [next, made] = applyFixes(state, fixable, {
      stateOf: createState,
      reject: (found) => attempted.add(formatFixKey(found)),
      mayTry: () => work >= state.text.length,
    })
    state = next
    for (const found of made) applied.push(found)
  }
  return { text: state.text, applied, diagnostics: state.diagnostics }
}

type FixCandidate = { found: Fixable; edits: readonly Edit[] }

/** The outcome of trying fixes: the text, a callback for a fix that was not applied, and whether work is left. */
type FixTrial = {
  stateOf: (text: string) => FixState
  reject: (found: Fixable) => void
  mayTry: () => boolean
}

/** Of larger groups of fixes, three are tried alone: if each makes the text worse, the whole group is skipped. */
const maxExactTries = 32

/**
 * Applies as many compatible fixes as possible. If the result is worse, tries them kind by kind, halves a kind that
 * makes it worse, and so on down to single fixes, which are left out.
 */
function applyFixes(
  state: FixState,
  fixable: readonly Fixable[],
  { stateOf, reject, mayTry }: FixTrial,
): [FixState, Diagnostic[]] {
  const taken: FixCandidate[] = []
  let current = state
  const attempt = (part: readonly FixCandidate[]): FixState | undefined => {
    if (!mayTry()) return undefined
    const next = stateOf(
      applyEdits(
        state.text,
        [...taken, ...part].flatMap(({ edits }) => edits),
      ),
    )
    return isBetter(
      current,
      next,
      part.map(({ found }) => found),
    )
      ? next
      : undefined
  }
  const take = (part: readonly FixCandidate[]): boolean => {
    const next = attempt(part)
    if (!next) return false
    current = next
    for (const candidate of part) taken.push(candidate)
    return true
  }
  const takePart = (part: readonly FixCandidate[]): void => {
    const [first] = part
    if (!first || !mayTry() || take(part)) return
    const middle = part.length >> 1
    const samples = [first, part[middle] ?? first, part.at(-1) ?? first]
    const isRejected =
      part.length === 1 ||
      (part.length > maxExactTries && samples.every((sample) => !attempt([sample])))
    if (isRejected) for (const { found } of part) reject(found)
    else for (const half of [part.slice(0, middle), part.slice(middle)]) takePart(half)
  }
  const together = selectCompatible(
    fixable.map((found) => ({ found, edits: found.fix.edits, rule: found.rule })),
  )
  const kinds = groupByKind(together)
  if (kinds.length === 1 || !take(together)) for (const part of kinds) takePart(part)
  return [current, taken.map(({ found }) => found)]
}

/** Groups fixes by rule and path, ignoring list indexes in the path. */
function groupByKind(candidates: readonly FixCandidate[]): readonly (readonly FixCandidate[])[] {
  const groups = groupBy(candidates, ({ found: { rule, path } }) =>
    JSON.stringify([rule, ...path.map((step) => (typeof step === 'number' ? 0 : step))]),
  )
  return [...groups.values()]
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

const readEnrollment = (text: string, { target, env }: Options): EnrollmentView | undefined => {
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
  const addedProblems = countProblems(left) - countProblems(right)
  return addedProblems !== 0 ? addedProblems > 0 : countErrors(left) > countErrors(right)
}

const formatFixKey = ({ rule, path, fix: { title } }: Fixable): string =>
  JSON.stringify([rule, path, title])

const formatValues = (text: string, options: Options): string =>
  JSON.stringify(effective(text, options).map(({ path, value }: Effective) => [path, value]))
