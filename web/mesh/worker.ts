import type { Numbered } from '../shared/worker-link.js'
import { packPairs } from './packed-pairs.js'
import type { MeshQuestion, PackedMesh } from './placed-mesh.js'
import { placeMesh } from './placed-mesh.js'
import { readMesh } from './read.js'

addEventListener('message', ({ data }: MessageEvent<Numbered<MeshQuestion>>) => {
  const { files, options } = data.content
  const { missing, ...mesh } = placeMesh(readMesh(files, options))
  const answer: Numbered<PackedMesh> = {
    id: data.id,
    content: { ...mesh, missing: packPairs(missing) },
  }
  postMessage(answer)
})
