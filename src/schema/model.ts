import { releases, table } from '../generated/schema.js'
import { compile } from './compile.js'
import type { SchemaNode } from './key.js'
import type { ReleaseLine } from './release.js'
import { listLines, findRelease } from './release.js'

/** The schema as one release reads it, with the name of the release. */
export type Model = { release: string; schema: SchemaNode }

/** Models by requested target. The only cache of models: every file of a run needs the same ones. */
const modelsByTarget = new Map<string | undefined, Model>()

/** The model of a target such as '2.0' or '1.6.14'; undefined if no such release is known. */
export function findModel(target: string | undefined): Model | undefined {
  const known = modelsByTarget.get(target)
  if (known) return known
  const release = findRelease(target, releases)
  if (release === undefined) return undefined
  const model = modelsByTarget.get(release) ?? { release, schema: compile(table, release) }
  modelsByTarget.set(release, model)
  modelsByTarget.set(target, model)
  return model
}

/** The release lines that can be targeted, oldest first. */
export const targets = (): ReleaseLine[] => listLines(releases)

/** Every known release, oldest first. */
export const knownReleases = (): string[] => releases.releases.map(({ release: name }) => name)
