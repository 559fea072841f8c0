import type { Edit, Span } from '../../diagnostic.js'
import type { View } from '../view.js'

/** Spaces behind the `#` of comments. Lines that are commented out keep their columns to each other. */
export function spaceComments(view: View): Edit[] {
  return blocksOf(view).flatMap((block) => {
    const gaps = block.map(({ start, end }) => gapIn(view.text.slice(start, end)))
    if (!gaps.includes(0)) return []
    const isCode = gaps.some((gap) => gap !== undefined && gap > 1)
    return block.flatMap(({ start }, index): Edit[] => {
      const gap = gaps[index]
      const at = start + (/^#+/.exec(view.text.slice(start, start + 1000))?.[0].length ?? 1)
      return gap === 0 || (isCode && gap !== undefined) ? [{ start: at, end: at, text: ' ' }] : []
    })
  })
}

/** The spaces before the words of a comment; undefined where it has none, or is a sign to some program. */
function gapIn(comment: string): number | undefined {
  const [, gap = '', rest = ''] = /^#+([ \t]*)(.*)/.exec(comment) ?? []
  const isSign = gap === '' && /^(?:[!:]|(?:end)?region\b)/.test(rest)
  return isSign || !/[\p{L}\p{N}]/u.test(rest) ? undefined : gap.length
}

/** Comments on lines that follow each other; one behind a value stands alone. */
function blocksOf({ document: { comments, text }, positionOf }: View): Span[][] {
  const blocks: Span[][] = []
  let next = -1
  for (const comment of comments) {
    const { line, character } = positionOf(comment.start)
    const isAlone = text.slice(comment.start - character, comment.start).trim() === ''
    if (isAlone && line === next) blocks.at(-1)?.push(comment)
    else blocks.push([comment])
    next = isAlone ? line + 1 : -1
  }
  return blocks
}
