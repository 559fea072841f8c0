import { releases, table } from '../generated/schema.js'
import { compile } from './compile.js'
import type { Key } from './key.js'
import type { Line } from './target.js'
import { lines, release } from './target.js'

/** The schema as one release reads it, with the name of the release. */
export type Model = { release: string; schema: Key }

/** Compiled schemas by release. The one place that keeps what it made: every file of a run needs the same. */
const compiled = new Map<string, Model>()

/** The model of a target such as '2.0' or '1.6.14'; undefined where no such release is known. */
export function modelOf(target: string | undefined): Model | undefined {
  const wanted = release(target, releases)
  if (wanted === undefined) return undefined
  const known = compiled.get(wanted)
  if (known) return known
  const model = { release: wanted, schema: compile(table, wanted) }
  compiled.set(wanted, model)
  return model
}

/** The lines of releases that can be targeted, oldest first. */
export const targets = (): Line[] => lines(releases)
