import type { Completion } from '../../src/language/completion.js'
import { complete } from '../../src/language/completion.js'
import { findLine } from '../../src/language/lines.js'
import { parseDocument } from '../../src/document/document.js'
import { hover } from '../../src/language/hover.js'
import type { View } from '../../src/language/view.js'
import { readDocument } from '../../src/schema/read.js'

/** The text of a snippet with its places filled in as they are: the first of several choices. */
export const filledIn = (snippet: string): string =>
  snippet.replaceAll(
    /\\([\\$}])|\$\{\d+\|((?:[^\\|]|\\.)*)\|\}|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g,
    (_, escaped: string | undefined, choices: string | undefined, blank: string | undefined) =>
      escaped ?? (choices?.split(/(?<!\\),/)[0] ?? blank ?? '').replaceAll(/\\(.)/g, '$1'),
  )

/** A text after a completion was accepted, as editors do it: further lines get the indentation of the line. `end` is behind what was written. */
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

/** What is observed of a key that does not belong where it is. */
const strange = new Set(['unknown-key', 'misplaced-key', 'never-read', 'newer-key', 'key-not-text'])

/** What is wrong about a text once a completion was accepted: a key that the router does not know there, or text that breaks. */
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

/** What is wrong with the completions at an offset. */
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

/** What is wrong with the hover at an offset. */
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
