import type { Numbered } from '../shared/worker-link.js'
import type { MeshQuestion, PlacedMesh } from './placed-mesh.js'
import { placeMesh } from './placed-mesh.js'
import { readMesh } from './read.js'

addEventListener('message', ({ data }: MessageEvent<Numbered<MeshQuestion>>) => {
  const { files, options } = data.content
  const answer: Numbered<PlacedMesh> = { id: data.id, content: placeMesh(readMesh(files, options)) }
  postMessage(answer)
})
