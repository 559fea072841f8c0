import { toPathKey } from '../../document/diagnostic.js'
import { applyEdits, selectCompatible } from '../../edit/edits.js'
import type { LintHost } from '../../lint/host.js'
import { findRefusal } from './change.js'
import type { UpgradeOptions } from './upgrade.js'
import { compareReleases } from './upgrade.js'

export type UpgradedText = {
  text: string
  /** The changes whose fixes were applied, by `toPathKey` of their paths. */
  appliedFixes: ReadonlySet<string>
  /** Why the releases cannot be compared for the file, which is then unchanged. */
  refusal?: string
}

/** Maximum number of iterations, in case fixes keep causing each other. */
const maxIterations = 50

/** Applies safe fixes until none are left; overlapping fixes are applied one after the other. */
export function applyUpgradeFixes(
  text: string,
  options: UpgradeOptions,
  host: LintHost | undefined,
): UpgradedText {
  const appliedFixes = new Set<string>()
  let fixedText = text
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const { changes } = compareReleases(fixedText, options, host ? { host } : {})
    const refusal = findRefusal(changes)
    if (refusal !== undefined) return { text, appliedFixes: new Set(), refusal }
    const safeFixes = changes.flatMap(({ path, fix }) =>
      fix && !fix.unsafe ? [{ path, edits: fix.edits }] : [],
    )
    const selectedFixes = selectCompatible(safeFixes)
    if (selectedFixes.length === 0) break
    for (const { path } of selectedFixes) appliedFixes.add(toPathKey(path))
    fixedText = applyEdits(
      fixedText,
      selectedFixes.flatMap(({ edits }) => edits),
    )
  }
  return { text: fixedText, appliedFixes }
}
