import { findParts } from '../../../mesh/parts.js'
import type { Mesh } from '../../../mesh/predict.js'
import { toSafeJson } from '../../ui/text.js'

/** The network for programs. */
export const formatJson = (mesh: Mesh): string =>
  `${toSafeJson({ ...mesh, parts: findParts(mesh) }, 2)}\n`
