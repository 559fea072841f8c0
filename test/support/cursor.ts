import type { Options } from '../../src/index.js'
import type { View } from '../../src/language/index.js'
import { viewOf } from '../../src/language/index.js'

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
