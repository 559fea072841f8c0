import type { Arm, Part } from './parse.js'

/** Conditions that hold and lists that are not empty. */
export type Situation = ReadonlySet<string>

/** An arm of the template, and what selects it. */
export type ReachableArm = {
  arm: object
  needs: readonly (readonly [name: string, holds: boolean])[]
}

/** Every arm of a template, with the decisions that lead to it. */
export function listArms(
  parts: readonly Part[],
  needs: ReachableArm['needs'] = [],
): ReachableArm[] {
  return parts.flatMap((part) => {
    if (part.kind === 'choice') return listArmsOfChoice(part.arms, needs)
    if (part.kind !== 'loop') return []
    const { name } = part.decision
    const runs = [...needs, [name, true] as const]
    const isEmpty = [...needs, [name, false] as const]
    return [
      { arm: part.body, needs: runs },
      { arm: part.otherwise, needs: isEmpty },
      ...listArms(part.body, runs),
      ...listArms(part.otherwise, isEmpty),
    ]
  })
}

function listArmsOfChoice(arms: readonly Arm[], needs: ReachableArm['needs']): ReachableArm[] {
  const before = [...needs]
  return arms.flatMap((arm) => {
    const { decision, body } = arm
    const own = decision ? [...before, [decision.name, !decision.isNegated] as const] : [...before]
    if (decision) before.push([decision.name, decision.isNegated])
    return [{ arm, needs: own }, ...listArms(body, own)]
  })
}

/** With up to this many decisions, all their combinations are tried. */
const maxComplete = 5

const randomSituations = 40

/**
 * Situations to render in: everything holds, nothing holds, each arm with as much and as little else as possible, and
 * combinations that are spread evenly; with few decisions, all of them.
 */
export function listSituations(arms: readonly ReachableArm[]): Situation[] {
  const names = [...new Set(arms.flatMap(({ needs }) => needs.map(([name]) => name)))]
  if (names.length <= maxComplete) return combineAll(names)
  const reaching = arms.flatMap(({ needs }) => [
    reach(new Set(names), needs),
    reach(new Set(), needs),
  ])
  const next = createNumbers()
  const random = Array.from({ length: randomSituations }, () => new Set(names.filter(() => next())))
  const situations = [new Set(names), new Set<string>(), ...reaching, ...random]
  return [
    ...new Map(
      situations.map((situation) => [[...situation].sort().join('\n'), situation]),
    ).values(),
  ]
}

const combineAll = (names: readonly string[]): Situation[] =>
  names
    .reduce<string[][]>((sets, name) => sets.flatMap((set) => [[...set, name], set]), [[]])
    .map((set) => new Set(set))

function reach(start: Set<string>, needs: ReachableArm['needs']): Set<string> {
  for (const [name, holds] of needs)
    if (holds) start.add(name)
    else start.delete(name)
  return start
}

/** The same sequence in every run, so that the same template has the same findings. */
function createNumbers(): () => boolean {
  let state = 20260401
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return ((state >> 16) & 1) === 1
  }
}
