import { findParts } from '../../../mesh/parts.js'
import type { MeshComparison } from '../../../mesh/compare.js'
import type { Mesh } from '../../../mesh/predict.js'
import { toSafeJson } from '../../ui/text.js'

/** The network for programs. */
export const formatJson = (mesh: Mesh, live: MeshComparison | undefined): string =>
  `${toSafeJson({ ...mesh, parts: findParts(mesh), ...(live && { live }) }, 2)}\n`
