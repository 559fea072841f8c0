import { findParts } from '../../../mesh/predict.js'
import { limitComparison, limitMesh } from '../../../mesh/limit.js'
import type { MeshComparison } from '../../../mesh/compare.js'
import type { MeshPrediction } from '../../../mesh/predict.js'
import { listJsonItems, toNestedJson } from '../../ui/text.js'

/** The network as JSON, in pieces: a large network does not fit into one string. */
export function* formatMeshJson(
  mesh: MeshPrediction,
  comparison: MeshComparison | undefined,
): Generator<string> {
  const { routers, links, outlines, missing, unlisted: omittedCounts } = limitMesh(mesh)
  yield `{\n  "routers": ${formatProperty(routers)},\n  "links": `
  yield* listJsonItems(links, 1)
  yield ',\n  "missing": '
  yield* listJsonItems(missing, 1)
  if (omittedCounts) yield `,\n  "unlisted": ${formatProperty(omittedCounts)}`
  yield `,\n  "parts": ${formatProperty(findParts({ routers, links: outlines }))}`
  if (comparison) yield `,\n  "live": ${formatProperty(limitComparison(comparison))}`
  yield '\n}\n'
}

/** Formats the value of a property of the root object. */
const formatProperty = (value: unknown): string => toNestedJson(value, 1)
