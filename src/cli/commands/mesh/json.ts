import { findParts } from '../../../mesh/predict.js'
import type { MeshComparison } from '../../../mesh/compare.js'
import type { MeshPrediction } from '../../../mesh/predict.js'
import { listJsonItems, toNestedJson } from '../../ui/text.js'

/** The network for programs, in parts: a large one does not fit into a string. */
export function* formatMeshJson(
  { routers, links, outlines, missing }: MeshPrediction,
  live: MeshComparison | undefined,
): Generator<string> {
  yield `{\n  "routers": ${formatProperty(routers)},\n  "links": `
  yield* listJsonItems(links, 1)
  yield ',\n  "missing": '
  yield* listJsonItems(missing, 1)
  yield `,\n  "parts": ${formatProperty(findParts({ routers, links: outlines }))}`
  if (live) yield `,\n  "live": ${formatProperty(live)}`
  yield '\n}\n'
}

/** The value of a property of the root. */
const formatProperty = (value: unknown): string => toNestedJson(value, 1)
