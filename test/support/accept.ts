import type { Completion } from '../../src/language/complete.js'
import { lineAt } from '../../src/language/lines.js'

/** The text of a snippet with its places filled in as they are: the first of several choices. */
export const filledIn = (snippet: string): string =>
  snippet.replaceAll(
    /\\([\\$}])|\$\{\d+\|((?:[^\\|]|\\.)*)\|\}|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g,
    (_, escaped: string | undefined, choices: string | undefined, blank: string | undefined) =>
      escaped ?? (choices?.split(/(?<!\\),/)[0] ?? blank ?? '').replaceAll(/\\(.)/g, '$1'),
  )

/** A text after a completion was accepted, as editors do it: further lines get the indentation of the line. `end` is behind what was written. */
export function accept(text: string, { insert }: Completion): { text: string; end: number } {
  const { start } = lineAt(text, insert.start)
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
