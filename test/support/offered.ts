import type { Completion, Surroundings } from '../../src/language/index.js'
import { complete } from '../../src/language/index.js'
import { accept } from './accept.js'
import { cursor } from './cursor.js'

/** What is offered at a mark, in order. */
export function offered(
  marked: string,
  target?: string,
  surroundings?: Surroundings,
): Completion[] {
  const { view, offset } = cursor(marked, target === undefined ? {} : { target })
  return complete(view, offset, surroundings)
}

export const labels = (marked: string, target?: string): string[] =>
  offered(marked, target).map(({ label }) => label)

/** The text once the completion of a label is accepted. */
export function accepted(marked: string, label: string, surroundings?: Surroundings): string {
  const completion = offered(marked, undefined, surroundings).find((item) => item.label === label)
  if (!completion) throw new Error(`no ${label} is offered`)
  return accept(cursor(marked).text, completion).text
}
