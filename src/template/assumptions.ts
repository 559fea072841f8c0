import type { Arm, TemplatePart } from './parse.js'

/** One way to decide everything in a template: the names of the conditions that hold and the lists that have items. */
export type Situation = ReadonlySet<string>

/** A decision that leads to an arm: the result that it must have, and the decision before it. */
type DecisionStep = { name: string; holds: boolean; previous: DecisionStep | undefined }

/** An arm of the template, and the last decision that leads to it. */
export type ReachableArm = { arm: object; lastStep: DecisionStep | undefined }

export function listArms(parts: readonly TemplatePart[]): ReachableArm[] {
  const reachableArms: ReachableArm[] = []
  const listParts = (
    innerParts: readonly TemplatePart[],
    lastStep: DecisionStep | undefined,
  ): void => {
    for (const part of innerParts) {
      if (part.kind === 'choice') listChoice(part.arms, lastStep)
      if (part.kind !== 'loop') continue
      const { name } = part.decision
      const runStep = { name, holds: true, previous: lastStep }
      const emptyStep = { name, holds: false, previous: lastStep }
      reachableArms.push(
        { arm: part.body, lastStep: runStep },
        { arm: part.elseBody, lastStep: emptyStep },
      )
      listParts(part.body, runStep)
      listParts(part.elseBody, emptyStep)
    }
  }
  const listChoice = (arms: readonly Arm[], lastStep: DecisionStep | undefined): void => {
    let previousStep = lastStep
    for (const arm of arms) {
      const { decision, body } = arm
      const armStep = decision
        ? { name: decision.name, holds: !decision.isNegated, previous: previousStep }
        : previousStep
      if (decision)
        previousStep = {
          name: decision.name,
          holds: decision.isNegated,
          previous: previousStep,
        }
      reachableArms.push({ arm, lastStep: armStep })
      listParts(body, armStep)
    }
  }
  listParts(parts, undefined)
  return reachableArms
}

/** Maximum number of decisions for which all combinations are tried. */
const maxDecisionsForAll = 5

const randomSituationCount = 40

/**
 * The situations in which to render a template; in the first, everything is true. With few decisions, returns all
 * combinations. With more, returns one situation where everything is true, one where everything is false, two for each
 * arm, and random ones. In the two situations for an arm, the decisions lead to that arm; all others are true in one
 * and false in the other.
 */
export function listSituations(arms: readonly ReachableArm[]): Situation[] {
  const names = [...new Set(arms.flatMap(({ lastStep }) => lastStep?.name ?? []))]
  if (names.length <= maxDecisionsForAll) return listCombinations(names)
  const armSituations = arms.flatMap(({ lastStep }) => [
    createSituation(new Set(names), lastStep),
    createSituation(new Set(), lastStep),
  ])
  const nextBit = createRandomBits()
  const randomSets = Array.from(
    { length: randomSituationCount },
    () => new Set(names.filter(() => nextBit())),
  )
  const situations = [new Set(names), new Set<string>(), ...armSituations, ...randomSets]
  const toKey = (situation: Situation): string =>
    names.map((name) => (situation.has(name) ? '1' : '0')).join('')
  return [...new Map(situations.map((situation) => [toKey(situation), situation])).values()]
}

const listCombinations = (names: readonly string[]): Situation[] =>
  names
    .reduce<string[][]>((sets, name) => sets.flatMap((set) => [[...set, name], set]), [[]])
    .map((set) => new Set(set))

function createSituation(names: Set<string>, lastStep: DecisionStep | undefined): Set<string> {
  const steps: DecisionStep[] = []
  for (let step = lastStep; step; step = step.previous) steps.push(step)
  for (const { name, holds } of steps.reverse())
    if (holds) names.add(name)
    else names.delete(name)
  return names
}

/** Creates a generator of random bits, always in the same sequence, so that the findings are reproducible. */
function createRandomBits(): () => boolean {
  let state = 20260401
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return ((state >> 16) & 1) === 1
  }
}
