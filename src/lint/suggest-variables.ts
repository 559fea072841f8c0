import type { Environment } from '../document/environment.js'
import { listVariableReferences } from '../document/environment.js'
import { formatList } from '../document/words.js'
import { findNearest } from '../schema/suggest.js'

/** Asks "did you mean …?" with the names of similar variables; undefined if there are none. */
export function suggestVariables(
  references: readonly string[],
  environment: Environment | undefined,
): string | undefined {
  if (!environment) return undefined
  const similarNames = references
    .flatMap((reference) => listVariableReferences(reference))
    .flatMap(({ name }) => findMeantVariable(name, environment) ?? [])
  return similarNames.length > 0
    ? `did you mean ${formatList(similarNames.map((name) => `\`${name}\``))}?`
    : undefined
}

/** Finds a variable with a similar name; undefined if the name itself is set, or if no variable is similar. */
export const findMeantVariable = (name: string, environment: Environment): string | undefined =>
  environment[name] === undefined ? findNearVariable(name, environment) : undefined

/**
 * Finds a variable with a similar name: the given name may be misspelled, differ in its last word, or lack or add words
 * at the start or the end.
 */
function findNearVariable(name: string, environment: Environment): string | undefined {
  const names = Object.keys(environment).filter((other) => environment[other] !== undefined)
  const maxDistance = Math.min(2, Math.floor(name.length / 5))
  return findNearest(name, names, maxDistance) ?? names.find((other) => sharesWords(name, other))
}

function sharesWords(name: string, other: string): boolean {
  const [left, right] = [name.split('_'), other.split('_')]
  if (left.length === right.length)
    return left.length > 2 && left.slice(0, -1).join() === right.slice(0, -1).join()
  const [short, long] = left.length < right.length ? [name, other] : [other, name]
  return short.includes('_') && (long.startsWith(`${short}_`) || long.endsWith(`_${short}`))
}
