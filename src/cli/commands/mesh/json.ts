import { findParts } from '../../../mesh/predict.js'
import type { MeshComparison } from '../../../mesh/compare.js'
import type { MeshPrediction } from '../../../mesh/predict.js'
import { toSafeJson } from '../../ui/text.js'

/** The network for programs, in parts: a large one does not fit into a string. */
export function* formatMeshJson(
  { routers, links, outlines, missing }: MeshPrediction,
  live: MeshComparison | undefined,
): Generator<string> {
  yield `{\n  "routers": ${formatProperty(routers)},\n  "links": `
  yield* formatItems(links)
  yield ',\n  "missing": '
  yield* formatItems(missing)
  yield `,\n  "parts": ${formatProperty(findParts({ routers, links: outlines }))}`
  if (live) yield `,\n  "live": ${formatProperty(live)}`
  yield '\n}\n'
}

/** The value of a property of the root. */
const formatProperty = (value: unknown): string => indentRest(toSafeJson(value, 2), '  ')

const indentRest = (json: string, indent: string): string => json.replaceAll('\n', `\n${indent}`)

/** Maximum length of a chunk of output. */
const maxPartLength = 2 ** 16

/** A list of the root, item by item. */
function* formatItems(items: Iterable<unknown>): Generator<string> {
  let part = '['
  let isEmpty = true
  for (const item of items) {
    part += `${isEmpty ? '' : ','}\n    ${indentRest(toSafeJson(item, 2), '    ')}`
    isEmpty = false
    if (part.length < maxPartLength) continue
    yield part
    part = ''
  }
  yield `${part}${isEmpty ? ']' : '\n  ]'}`
}
