import type { Options } from '../../src/index.js'
import type { View, Completion, CompletionOptions } from '../../src/language/index.js'
import { viewOf, complete } from '../../src/language/index.js'
import { accept } from './accepted.js'

export type Marked = { text: string; view: View; offset: number; end: number }

/** A text in which `|` marks the cursor, or two of them a selection. */
export function cursor(marked: string, options: Options = {}): Marked {
  const [before = '', ...rest] = marked.split('|')
  const text = [before, ...rest].join('')
  const offset = before.length
  return {
    text,
    view: viewOf(text, options),
    offset,
    end: offset + (rest.length > 1 ? (rest[0] ?? '').length : 0),
  }
}

/** A text with marks around spans. */
export function mark(text: string, spans: readonly { start: number; end: number }[]): string {
  const marks = spans
    .flatMap(({ start, end }) => [
      { at: start, mark: '‹' },
      { at: end, mark: '›' },
    ])
    .sort((left, right) => right.at - left.at)
  return marks.reduce(
    (result, { at, mark: sign }) => result.slice(0, at) + sign + result.slice(at),
    text,
  )
}

/** What is offered at a mark, in order. */
export function offered(
  marked: string,
  target?: string,
  surroundings?: CompletionOptions,
): Completion[] {
  const { view, offset } = cursor(marked, target === undefined ? {} : { target })
  return complete(view, offset, surroundings)
}

export const labels = (marked: string, target?: string): string[] =>
  offered(marked, target).map(({ label }) => label)

/** The text once the completion of a label is accepted. */
export function accepted(marked: string, label: string, surroundings?: CompletionOptions): string {
  const completion = offered(marked, undefined, surroundings).find((item) => item.label === label)
  if (!completion) throw new Error(`no ${label} is offered`)
  return accept(cursor(marked).text, completion).text
}
