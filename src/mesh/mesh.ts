import type { Options } from '../lint/lint.js'
import { inspect } from '../lint/lint.js'
import type { Mesh } from './predict.js'
import { limitMissing } from './limit.js'
import { collectMesh, predictLargeMesh } from './predict.js'
import { createMeshRouter } from './router.js'

/** A router of a network: its name, its file and the options to read it with, such as its release. */
export type MeshFile = Options & {
  /** The name of the router, unique among the files. */
  name: string
  /** The content of its file. */
  text: string
  /** Whether the controller rejects the router. */
  disabled?: boolean
}

/**
 * Predicts which routers of a network link to each other, and why other routers do not (for the first 25,000 pairs
 * without a link). Does not read certificates: assumes that each router has one for the hosts in `csr.sans`. Time and
 * memory grow with the number of links.
 */
export function predictLinks(files: readonly MeshFile[]): Mesh {
  const routers = files.map(({ name, text, disabled = false, ...options }) =>
    createMeshRouter(inspect(text, options), {
      name,
      isDisabled: disabled,
      ...(options.path !== undefined && { file: options.path }),
    }),
  )
  return collectMesh(limitMissing(predictLargeMesh(routers)))
}
