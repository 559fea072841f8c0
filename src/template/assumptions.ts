import type { Arm, TemplatePart } from './parse.js'

/** Conditions that hold and lists that are not empty. */
export type Situation = ReadonlySet<string>

/** A decision that leads to an arm, and the decisions before it. */
type Need = { name: string; holds: boolean; before: Need | undefined }

/** An arm of the template, and the last decision that leads to it. */
export type ReachableArm = { arm: object; needs: Need | undefined }

/** Every arm of a template, with the decisions that lead to it. */
export function listArms(parts: readonly TemplatePart[]): ReachableArm[] {
  const found: ReachableArm[] = []
  const list = (some: readonly TemplatePart[], needs: Need | undefined): void => {
    for (const part of some) {
      if (part.kind === 'choice') listChoice(part.arms, needs)
      if (part.kind !== 'loop') continue
      const { name } = part.decision
      const runs = { name, holds: true, before: needs }
      const isEmpty = { name, holds: false, before: needs }
      found.push({ arm: part.body, needs: runs }, { arm: part.otherwise, needs: isEmpty })
      list(part.body, runs)
      list(part.otherwise, isEmpty)
    }
  }
  const listChoice = (arms: readonly Arm[], needs: Need | undefined): void => {
    let before = needs
    for (const arm of arms) {
      const { decision, body } = arm
      const taken = decision ? { name: decision.name, holds: !decision.isNegated, before } : before
      if (decision) before = { name: decision.name, holds: decision.isNegated, before }
      found.push({ arm, needs: taken })
      list(body, taken)
    }
  }
  list(parts, undefined)
  return found
}

/** With up to this many decisions, all their combinations are tried. */
const maxComplete = 5

const randomSituations = 40

/**
 * Situations to render in: everything holds, nothing holds, each arm with as much and as little else as possible, and
 * combinations that are spread evenly; with few decisions, all of them.
 */
export function listSituations(arms: readonly ReachableArm[]): Situation[] {
  const names = [...new Set(arms.flatMap(({ needs }) => needs?.name ?? []))]
  if (names.length <= maxComplete) return combineAll(names)
  const reaching = arms.flatMap(({ needs }) => [
    createSituation(new Set(names), needs),
    createSituation(new Set(), needs),
  ])
  const next = createNumbers()
  const random = Array.from({ length: randomSituations }, () => new Set(names.filter(() => next())))
  const situations = [new Set(names), new Set<string>(), ...reaching, ...random]
  const toKey = (situation: Situation): string =>
    names.map((name) => (situation.has(name) ? '1' : '0')).join('')
  return [...new Map(situations.map((situation) => [toKey(situation), situation])).values()]
}

const combineAll = (names: readonly string[]): Situation[] =>
  names
    .reduce<string[][]>((sets, name) => sets.flatMap((set) => [[...set, name], set]), [[]])
    .map((set) => new Set(set))

function createSituation(start: Set<string>, last: Need | undefined): Set<string> {
  const needs: Need[] = []
  for (let need = last; need; need = need.before) needs.push(need)
  for (const { name, holds } of needs.reverse())
    if (holds) start.add(name)
    else start.delete(name)
  return start
}

/** The same random sequence in every run, so that a template always has the same findings. */
function createNumbers(): () => boolean {
  let state = 20260401
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return ((state >> 16) & 1) === 1
  }
}
