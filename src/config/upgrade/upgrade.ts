import type { Fix, Severity } from '../../document/diagnostic.js'
import type { Environment } from '../../document/environment.js'
import type { Platform } from '../../formats/format.js'
import { toPathKey } from '../../document/diagnostic.js'
import type { LintHost } from '../../lint/host.js'
import { maxTextLength } from '../../document/limits.js'
import { describeAssumption } from '../../schema/model.js'
import { inspect } from '../../lint/lint.js'
import type { TargetName } from '../../schema/release.js'
import { addBehaviorChanges } from './behavior.js'
import type { UpgradeChange } from './change.js'
import { findFixes, findFixesElsewhere, toUpgradeFixes } from './fixes.js'
import type { UpgradeStep } from './history.js'
import { createUpgradeStep } from './history.js'
import { createInspector, maxValues } from './release-view.js'
import { excludeSwitchedOff } from './switched-off.js'
import { addValueChanges } from './values.js'
import { findFindingChanges, findUnreadChanges, findVerdictChanges } from './verdicts.js'

export type { UpgradeChange, UpgradeKind } from './change.js'

/** The two releases to compare for a file. */
export type UpgradeOptions = {
  /** The current release: '1.6', '1.6.14' … */
  from: TargetName
  /** The new release, which may be older; default: the newest line with long-term support. */
  to?: TargetName
  /** The complete environment of the router; without it, every variable is unknown. */
  env?: Environment
  /** The system of the router, where that matters (default: linux). */
  platform?: Platform
  /** Path of the router file, for defaults that are paths beside it; never opened. */
  path?: string
}

export type ReleaseComparison = {
  from: ReleaseVerdict
  to: ReleaseVerdict
  changes: UpgradeChange[]
}

type ReleaseVerdict = { release: string; runs: boolean }

/**
 * The changes that affect a file when its router is upgraded or downgraded, the most severe first: differences in what
 * the two releases read and find, and documented changes of behavior that neither of these shows. Reports `refused`
 * exactly if `lint` finds errors for `to` and none for `from`. Every difference in `effective` is at or below the path
 * of a change, or in a list with a change of one of its entries, unless the file switches the part off for every
 * release that has it.
 */
export function upgrade(text: string, options: UpgradeOptions): UpgradeChange[] {
  return [...compareReleases(text, options).changes, ...listAssumptions(options)]
}

/** Notes on releases that are newer than the known ones, each with the known release that is assumed instead. */
const listAssumptions = ({ from, to }: UpgradeOptions): UpgradeChange[] =>
  [...new Set([from, to])].flatMap((target) => {
    const message = describeAssumption(target)
    return message === undefined
      ? []
      : [
          {
            kind: 'finding' as const,
            rule: 'assumed-release',
            severity: 'info' as const,
            path: [],
            message,
            advice: '',
          },
        ]
  })

/**
 * Like `upgrade`, but also tells whether a router of each release can run with the file, and leaves out notes on
 * releases that are newer than the known ones. With `host`, the machine is checked, too. `fixes: false` leaves out
 * fixes, which saves testing each of them.
 */
export function compareReleases(
  text: string,
  { from: oldTarget, to: newTarget, env, platform, path }: UpgradeOptions,
  { host, fixes = true }: { host?: LintHost | undefined; fixes?: boolean } = {},
): ReleaseComparison {
  const inspect = createInspector(text, { environment: env, platform, host, path })
  const refusals = findRefusals(text, [oldTarget, newTarget])
  const from = refusals.length > 0 ? undefined : inspect(oldTarget)
  const to = from && inspect(newTarget)
  if (!from || !to)
    return {
      from: { release: oldTarget, runs: false },
      to: { release: String(newTarget), runs: false },
      changes: refusals,
    }
  const verdicts = {
    from: { release: from.release, runs: from.runs },
    to: { release: to.release, runs: to.runs },
  }
  if (from.release === to.release) return { ...verdicts, changes: [] }
  if (from.hasTooManyValues || to.hasTooManyValues)
    return {
      ...verdicts,
      changes: [
        createRefusal(
          `the file has more than ${maxValues} values, counting defaults and every use of an alias; more cannot be compared`,
          'Compare a part of the file.',
        ),
      ],
    }
  const step = createUpgradeStep(from, to, inspect)
  const changes = findAllChanges(step).sort(
    (left, right) => getRank(left) - getRank(right) || getStart(left) - getStart(right),
  )
  return { ...verdicts, changes: fixes ? attachFixes(step, changes) : changes }
}

const severityRank: Record<Severity, number> = { error: 0, warning: 1, info: 2 }

/** The rank of a change by severity; changes that stop clients come before others of the same severity. */
const getRank = ({ severity, stopsClients }: UpgradeChange): number =>
  severityRank[severity] - (stopsClients ? 0.5 : 0)

const getStart = ({ range }: UpgradeChange): number =>
  range?.start.offset ?? Number.MAX_SAFE_INTEGER

/** Why the releases cannot be compared: a release is missing or unknown, or the text is too long. */
function findRefusals(text: string, targets: readonly (string | undefined)[]): UpgradeChange[] {
  const rules = new Set(['unknown-target', 'too-large'])
  const diagnostics = targets.flatMap((target) =>
    inspect(text.length > maxTextLength ? text : '', {
      ...(target !== undefined && { target }),
    })
      .diagnostics()
      .filter(({ rule }) => rules.has(rule)),
  )
  const messages = new Set([
    ...(targets[0] === undefined ? ['set `from` to the release that runs now'] : []),
    ...diagnostics.map(({ message }) => message),
  ])
  return [...messages].map((message) =>
    createRefusal(message, 'Give a router config file and two known releases.'),
  )
}

const createRefusal = (message: string, advice: string): UpgradeChange => ({
  kind: 'unanswered',
  severity: 'error',
  path: [],
  message,
  advice,
})

function findAllChanges(step: UpgradeStep): UpgradeChange[] {
  const verdicts = findVerdictChanges(step)
  const keyChanges = [...verdicts, ...excludeCovered(findUnreadChanges(step), verdicts)]
  const valueChanges = addValueChanges(step, keyChanges)
  return excludeSwitchedOff(
    step,
    addBehaviorChanges(step, [
      ...valueChanges,
      ...excludeCovered(findFindingChanges(step), valueChanges),
    ]),
  )
}

function excludeCovered(
  changes: readonly UpgradeChange[],
  others: readonly UpgradeChange[],
): UpgradeChange[] {
  const coveredPaths = new Set(others.map(({ path }) => toPathKey(path)))
  return changes.filter(({ path }) => !coveredPaths.has(toPathKey(path)))
}

/**
 * Adds fixes to changes. A refusal without a fix of its own gets the first safe fix of another change that removes its
 * cause.
 */
function attachFixes(step: UpgradeStep, changes: readonly UpgradeChange[]): UpgradeChange[] {
  const fixes = findFixes(step, changes)
  const findingFixes = toUpgradeFixes(
    step,
    new Map(
      changes.flatMap((change): [UpgradeChange, Fix][] => {
        const fix = fixes.get(change) ?? change.fix
        return fix && (!fixes.has(change) || change.kind === 'ignored') ? [[change, fix]] : []
      }),
    ),
  )
  const findFix = (change: UpgradeChange): Fix | undefined =>
    findingFixes.get(change) ?? fixes.get(change)
  const safeFixes = changes.flatMap((change) => {
    const fix = findFix(change)
    return fix && !fix.unsafe ? [fix] : []
  })
  const fixesElsewhere = findFixesElsewhere(
    step,
    changes.filter((change) => change.kind === 'refused' && !findFix(change)),
    safeFixes,
  )
  return changes.map((change) => {
    const fix = findFix(change) ?? fixesElsewhere.get(change)
    return fix ? { ...change, fix } : change
  })
}
