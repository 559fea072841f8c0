import { releases, table } from '../generated/schema.js'
import { compile } from './compile.js'
import type { Key } from './key.js'
import type { Line } from './target.js'
import { lines, release } from './target.js'

/** The schema as one release reads it, with the name of the release. */
export type Model = { release: string; schema: Key }

/** Models by the name that was asked for. The one place that keeps what it made: every file of a run needs the same. */
const models = new Map<string | undefined, Model>()

/** The model of a target such as '2.0' or '1.6.14'; undefined where no such release is known. */
export function modelOf(target: string | undefined): Model | undefined {
  const known = models.get(target)
  if (known) return known
  const wanted = release(target, releases)
  if (wanted === undefined) return undefined
  const model = models.get(wanted) ?? { release: wanted, schema: compile(table, wanted) }
  models.set(wanted, model)
  models.set(target, model)
  return model
}

/** The lines of releases that can be targeted, oldest first. */
export const targets = (): Line[] => lines(releases)

/** Every release that is known, oldest first. */
export const knownReleases = (): string[] => releases.releases.map(({ release: name }) => name)
