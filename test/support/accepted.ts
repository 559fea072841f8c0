import type { Completion } from '../../src/language/completion.js'
import { complete } from '../../src/language/completion.js'
import { findLine } from '../../src/language/lines.js'
import { parseDocument } from '../../src/document/document.js'
import { hover } from '../../src/language/hover.js'
import type { View } from '../../src/language/view.js'
import { readDocument } from '../../src/schema/read.js'

/** Fills in the placeholders of a snippet with their default texts; for a choice, with its first option. */
export const filledIn = (snippet: string): string =>
  snippet.replaceAll(
    /\\([\\$}])|\$\{\d+\|((?:[^\\|]|\\.)*)\|\}|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g,
    (_, escaped: string | undefined, choices: string | undefined, blank: string | undefined) =>
      escaped ?? (choices?.split(/(?<!\\),/)[0] ?? blank ?? '').replaceAll(/\\(.)/g, '$1'),
  )

/**
 * Applies a completion like an editor, which indents further lines like the first. `end` is the end of the inserted
 * text.
 */
export function accept(text: string, { insert }: Completion): { text: string; end: number } {
  const { start } = findLine(text, insert.start)
  const margin = /^ */.exec(text.slice(start, insert.start).replace('\ufeff', ''))?.[0] ?? ''
  const written = (insert.isSnippet ? filledIn(insert.text) : insert.text).replaceAll(
    '\n',
    `\n${margin}`,
  )
  return {
    text: text.slice(0, insert.start) + written + text.slice(insert.end),
    end: insert.start + written.length,
  }
}

/** Kinds of observations about a key that is not allowed at its place. */
const strange = new Set(['unknown-key', 'misplaced-key', 'never-read', 'newer-key', 'key-not-text'])

/**
 * Describes a fault in the text after a completion was accepted: a key that the router does not know there, or a new
 * syntax error. Undefined if there is none.
 */
export function faultOf(view: View, completion: Completion): string | undefined {
  const { text, end } = accept(view.text, completion)
  const document = parseDocument(text)
  const { observations } = readDocument(view.model.schema, document, {
    environment: undefined,
    entryCache: undefined,
  })
  const { start } = completion.insert
  const found = observations.find(
    ({ kind, span }) => strange.has(kind) && span.start >= start && span.start < end,
  )
  if (found) return `${completion.label}: ${found.kind}`
  if (document.problems.length <= view.document.problems.length) return undefined
  const known = new Set(view.document.problems.map(({ message }) => message))
  return `${completion.label} breaks: ${document.problems.find(({ message }) => !known.has(message))?.message ?? ''}`
}

/** Returns the faults of the completions at an offset. */
export function faultsAt(view: View, offset: number): string[] {
  const offers = complete(view, offset)
  const labels = offers.map(({ label }) => label)
  const twice = labels
    .filter((label, index) => labels.indexOf(label) !== index)
    .map((label) => `${label} is offered twice`)
  const outside = offers
    .filter(
      ({ insert: { start, end, insertEnd = start } }) =>
        start < 0 ||
        end < start ||
        start > offset ||
        end > view.text.length ||
        insertEnd > end ||
        /[\r\n]/.test(view.text.slice(start, end)),
    )
    .map(({ label }) => `${label} replaces what it must not`)
  return [...twice, ...outside, ...offers.flatMap((offer) => faultOf(view, offer) ?? [])]
}

/** Returns the faults of the hover at an offset. */
export function hoverFaultsAt(view: View, offset: number): string[] {
  const found = hover(view, offset)
  if (!found) return []
  const { start, end, contents } = found
  return [
    ...(start > offset || end < offset || start < 0 || end > view.text.length
      ? [`the hover ${start} to ${end} is beside ${offset}`]
      : []),
    ...(contents.trim() === '' || contents.includes('undefined') || contents.includes('NaN')
      ? [`the hover says nothing: ${contents}`]
      : []),
  ]
}
