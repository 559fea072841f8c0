import { releases, table } from '../generated/schema.js'
import { compile } from './compile.js'
import type { Key } from './key.js'
import type { Line } from './release.js'
import { listLines, findRelease } from './release.js'

/** The schema as one release reads it, with the name of the release. */
export type Model = { release: string; schema: Key }

/** Models by the name that was asked for. The one place that keeps what it made: every file of a run needs the same. */
const modelsByTarget = new Map<string | undefined, Model>()

/** The model of a target such as '2.0' or '1.6.14'; undefined where no such release is known. */
export function findModel(target: string | undefined): Model | undefined {
  const known = modelsByTarget.get(target)
  if (known) return known
  const wanted = findRelease(target, releases)
  if (wanted === undefined) return undefined
  const model = modelsByTarget.get(wanted) ?? { release: wanted, schema: compile(table, wanted) }
  modelsByTarget.set(wanted, model)
  modelsByTarget.set(target, model)
  return model
}

/** The lines of releases that can be targeted, oldest first. */
export const targets = (): Line[] => listLines(releases)

/** Every release that is known, oldest first. */
export const knownReleases = (): string[] => releases.releases.map(({ release: name }) => name)
