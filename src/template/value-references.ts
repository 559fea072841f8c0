import type { Span } from '../document/diagnostic.js'

/** A value of a Helm chart that a tag names, as `.Values.edge.port`. */
export type ValueReference = Span & {
  /** The keys of the values file, from its top. */
  path: readonly string[]
  /** The keys that the tag names, each with its place; as many as in the path. */
  steps: readonly Span[]
}

const dotted = /(?<![\w.)])\$?\.Values((?:\.\w+)+)/g
const indexed = /(?<![\w.])index\s+\$?\.Values((?:\.\w+)*)((?:\s+"[^"\\]*")+)/g

/**
 * The values that a tag of a Go template names: `.Values.a.b`, `$.Values.a.b`, `index .Values "a" "b"`. Those of a
 * `with` or `range` are not followed.
 */
function listValueReferences(text: string, { start, end }: Span): ValueReference[] {
  const tag = text.slice(start, end)
  const toReference = (found: RegExpExecArray, steps: readonly Span[]): ValueReference => ({
    start: start + found.index,
    end: start + found.index + found[0].length,
    path: steps.map((step) => text.slice(step.start, step.end)),
    steps,
  })
  return [...tag.matchAll(indexed), ...tag.matchAll(dotted)].flatMap((found) => {
    const [whole, names = '', keys = ''] = found
    const from = start + found.index + whole.length - names.length - keys.length
    const steps = [
      ...listSpans(names, /\w+/g, from),
      ...listSpans(keys, /(?<=\s")[^"]*(?=")/g, from + names.length),
    ]
    const isBase = keys === '' && /^\s+"/.test(text.slice(start + found.index + whole.length, end))
    return isBase && /\bindex\s+$/.test(tag.slice(0, found.index))
      ? []
      : [toReference(found, steps)]
  })
}

const listSpans = (text: string, pattern: RegExp, from: number): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    start: from + index,
    end: from + index + word.length,
  }))

/** The value named at an offset, up to the key that the offset is on. */
export function findValueReference(
  text: string,
  tag: Span,
  offset: number,
): ValueReference | undefined {
  const found = listValueReferences(text, tag).find(
    ({ start, end }) => start <= offset && offset <= end,
  )
  if (!found) return undefined
  const last = found.steps.findIndex(({ end }) => offset <= end)
  const count = last < 0 ? found.steps.length : last + 1
  return {
    ...found,
    end: found.steps[count - 1]?.end ?? found.end,
    path: found.path.slice(0, count),
    steps: found.steps.slice(0, count),
  }
}
