import type { Chosen } from './chosen.js'
import type { Configured, FileOptions } from './file-options.js'
import type { Source } from './inputs.js'
import { open } from './inputs.js'

/** A source with how it is to be looked at. */
export type Wanted = Source & { options: FileOptions }

/**
 * The sources with their options, without those that configurations exclude; one that was named is looked at all the
 * same. What is wrong with a configuration matters only where there is a router file.
 */
export async function wantedOf(
  chosen: Chosen,
  configurationOf: (path: string) => Promise<Configured>,
): Promise<Chosen<Wanted>> {
  const sources: Wanted[] = []
  const left: Source[] = []
  for (const source of chosen.sources) {
    try {
      const { options, isExcluded } = await configurationOf(source.path)
      if (isExcluded && source.origin !== 'named') left.push(source)
      else
        sources.push({ ...source, ...(options.isRouter && { kind: 'chosen' as const }), options })
    } catch (error) {
      if (open(source)) throw error
    }
  }
  if (left.length === 0) return { ...chosen, sources }
  const expecting = [...chosen.expecting].map(
    ([argument, looked]) =>
      [argument, looked - left.filter(({ under }) => under.includes(argument)).length] as const,
  )
  const why = expecting
    .filter(([, looked]) => looked === 0)
    .map(
      ([argument]) =>
        `\`${argument}\` holds no file to look at: configurations exclude all that is there`,
    )
  const nothing = `${chosen.nothing}; configurations exclude ${left.length === 1 ? '1 file' : `${left.length} files`}`
  return {
    sources,
    refused: chosen.refused,
    empty: [...chosen.empty, ...why],
    expecting: new Map(expecting.filter(([, looked]) => looked > 0)),
    nothing,
  }
}
