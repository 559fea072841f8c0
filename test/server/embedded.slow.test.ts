import type { Hover, Position, Range } from 'vscode-languageserver'
import { expect, test } from 'vitest'
import { outerFixtures } from '../support/embedded.js'
import { listItems, openOuter, toPosition, toRange } from '../support/outer-client.js'

/** Whether a range is on one line and around a position. */
const holds = ({ start, end }: Range, { line, character }: Position): boolean =>
  start.line === line &&
  end.line === line &&
  start.character <= character &&
  character <= end.character

/** Whether a range of several lines is around a position. */
const isWithin = ({ start, end }: Range, { line, character }: Position): boolean =>
  (start.line < line || (start.line === line && start.character <= character)) &&
  (line < end.line || (line === end.line && character <= end.character))

/** One of each notation: blocks, folded, in quotes, over several lines, with CRLF, as JSON and as a heredoc. */
const notations = [
  'helm/values-folded.yaml',
  'kubernetes/configmap-crlf.yaml',
  'kubernetes/configmap-indicator.yaml',
  'kubernetes/configmap-minified.json',
  'kubernetes/configmap-single-quoted.yaml',
  'kubernetes/configmap-wrapped.yaml',
  'terraform/left-edge.tf',
]

const fixtures = outerFixtures().filter(({ path }) => notations.includes(path))

test.each(fixtures.map(({ path, text }) => [path, text] as const))(
  'what a hover or a completion is about is at the cursor: %s',
  async (_, text) => {
    const { ask } = await openOuter(text)
    const off: string[] = []
    for (let offset = 0; offset < text.length; offset += 1) {
      const cursor = toPosition(text, offset)
      const hover = await ask<Hover | null>('hover', offset)
      if (hover?.range && !(holds(hover.range, cursor) || isWithin(hover.range, cursor)))
        off.push(`hover at ${cursor.line}:${cursor.character}`)
      if (offset % 5 > 0) continue
      const items = listItems(await ask('completion', offset))
      for (const item of items) {
        const range = toRange(item)
        if (range && !holds(range, cursor) && !isWithin(range, cursor))
          off.push(`${item.label} at ${cursor.line}:${cursor.character}`)
      }
    }
    expect(off).toEqual([])
  },
)
