import type { Path } from '../../document/diagnostic.js'
import { isWithin, toPathKey } from '../../document/diagnostic.js'
import { listUnusedOptions } from '../../lint/rules/tunnel-option-unused.js'
import type { Json } from '../../document/record.js'
import type { UpgradeChange } from './change.js'
import type { UpgradeStep } from './history.js'
import type { ReleaseView } from './release-view.js'
import { selectRowsWithin } from './release-view.js'

/** A key that switches something off if it has the value `offValue`: the other keys of its map, or the whole map. */
type Switch = {
  mapPath: Path
  key: string
  offValue: Json
  parts: 'others' | 'all'
}

const switches: readonly Switch[] = [
  { mapPath: ['connectEvents'], key: 'enabled', offValue: false, parts: 'others' },
  { mapPath: ['interfaceDiscovery'], key: 'disabled', offValue: true, parts: 'others' },
  { mapPath: ['ctrl', 'rateLimiter'], key: 'enabled', offValue: false, parts: 'others' },
  { mapPath: ['managedConfig'], key: 'allow', offValue: [], parts: 'all' },
  { mapPath: ['proxy'], key: 'type', offValue: 'none', parts: 'others' },
]

/**
 * The paths of options that have no effect: `drop1InN` if `randomDrops` is off, and the options that the mode of a
 * tunnel listener does not use.
 */
function* listUnusedPaths({ rows, release }: ReleaseView): Generator<Path> {
  for (const { path, value } of rows.values()) {
    const options = path.slice(0, -1)
    const key = path.at(-1)
    if (key === 'randomDrops' && value === false) yield [...options, 'drop1InN']
    // A variable whose value is not known may stand for any mode.
    if (key !== 'mode' || typeof value !== 'string' || value.includes('$')) continue
    const binding = rows.get(toPathKey([...path.slice(0, -2), 'binding']))?.value
    if (binding !== 'tunnel') continue
    for (const { name } of listUnusedOptions(value, release)) yield [...options, name]
  }
}

/** Creates a function that tells whether a path is in a part that the file switches off for a release. */
function createOffTest(view: ReleaseView): (path: Path) => boolean {
  const unusedPaths = [...listUnusedPaths(view)]
  const activeSwitches = switches.filter(
    ({ mapPath, key, offValue }) =>
      JSON.stringify(view.rows.get(toPathKey([...mapPath, key]))?.value) ===
      JSON.stringify(offValue),
  )
  return (path) =>
    unusedPaths.some((partPath) => isWithin(path, partPath)) ||
    activeSwitches.some(({ mapPath, key, parts }) => {
      if (!isWithin(path, mapPath)) return false
      if (parts === 'all') return true
      const step = path[mapPath.length]
      return step !== undefined && step !== key
    })
}

/**
 * Removes changes in parts that the file switches off in both releases, or in the only release that has the part.
 * Errors and `accepted` changes stay, because routers also check parts that are switched off.
 */
export function excludeSwitchedOff(
  { from, to }: UpgradeStep,
  changes: readonly UpgradeChange[],
): UpgradeChange[] {
  const [wasOff, isOff] = [createOffTest(from), createOffTest(to)]
  const isAbsent = (view: ReleaseView, path: Path): boolean =>
    selectRowsWithin(view, path).length === 0
  return changes.filter(({ severity, kind, path }) => {
    if (severity === 'error' || kind === 'accepted') return true
    const [isOffInOld, isOffInNew] = [wasOff(path), isOff(path)]
    const isSwitchedOff =
      (isOffInOld && isOffInNew) ||
      (isOffInOld && isAbsent(to, path)) ||
      (isOffInNew && isAbsent(from, path))
    return !isSwitchedOff
  })
}
