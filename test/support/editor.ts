import type { Options } from '../../src/index.js'
import type { View, Completion, CompletionOptions } from '../../src/language/index.js'
import { viewOf, complete } from '../../src/language/index.js'
import { accept } from './accepted.js'

export type Marked = { text: string; view: View; offset: number; end: number }

/** Parses a text in which one `|` marks the cursor, or two mark a selection. */
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

/** Inserts marks around spans of a text. */
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

/** Returns the completions at the cursor, in order. */
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

/** Returns the text after the completion with a label was accepted. */
export function accepted(marked: string, label: string, surroundings?: CompletionOptions): string {
  const completion = offered(marked, undefined, surroundings).find((item) => item.label === label)
  if (!completion) throw new Error(`no ${label} is offered`)
  return accept(cursor(marked).text, completion).text
}
