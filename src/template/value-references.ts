import type { Span } from '../document/diagnostic.js'

/** A reference to a value of a Helm chart in a tag, such as `.Values.edge.port`. */
export type ValueReference = Span & {
  /** The path of the value in the values file. */
  path: readonly string[]
  /** The spans of the keys in the tag, one for each key of the path. */
  steps: readonly Span[]
}

const dottedPattern = /(?<![\w.)])\$?\.Values((?:\.\w+)+)/g
const indexPattern = /(?<![\w.])index\s+\$?\.Values((?:\.\w+)*)((?:\s+"[^"\\]*")+)/g

/**
 * The values that a tag of a Go template refers to: `.Values.a.b`, `$.Values.a.b` or `index .Values "a" "b"`. Does not
 * find references that are relative to the dot of a `with` or `range`.
 */
function listValueReferences(text: string, { start, end }: Span): ValueReference[] {
  const tag = text.slice(start, end)
  const toReference = (match: RegExpExecArray, steps: readonly Span[]): ValueReference => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
    path: steps.map((step) => text.slice(step.start, step.end)),
    steps,
  })
  return [...tag.matchAll(indexPattern), ...tag.matchAll(dottedPattern)].flatMap((match) => {
    const [whole, names = '', keys = ''] = match
    const stepsStart = start + match.index + whole.length - names.length - keys.length
    const steps = [
      ...listSpans(names, /\w+/g, stepsStart),
      ...listSpans(keys, /(?<=\s")[^"]*(?=")/g, stepsStart + names.length),
    ]
    const isIndexBase =
      keys === '' && /^\s+"/.test(text.slice(start + match.index + whole.length, end))
    return isIndexBase && /\bindex\s+$/.test(tag.slice(0, match.index))
      ? []
      : [toReference(match, steps)]
  })
}

const listSpans = (text: string, pattern: RegExp, offset: number): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    start: offset + index,
    end: offset + index + word.length,
  }))

/** The reference at an offset, cut off after the key at the offset; undefined if there is no reference. */
export function findValueReference(
  text: string,
  tag: Span,
  offset: number,
): ValueReference | undefined {
  const reference = listValueReferences(text, tag).find(
    ({ start, end }) => start <= offset && offset <= end,
  )
  if (!reference) return undefined
  const lastStep = reference.steps.findIndex(({ end }) => offset <= end)
  const stepCount = lastStep < 0 ? reference.steps.length : lastStep + 1
  return {
    ...reference,
    end: reference.steps[stepCount - 1]?.end ?? reference.end,
    path: reference.path.slice(0, stepCount),
    steps: reference.steps.slice(0, stepCount),
  }
}
