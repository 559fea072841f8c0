import type { MeshAnswer, MeshQuestion } from './placed-mesh.js'
import { placeMesh } from './placed-mesh.js'
import { readMesh } from './read.js'

declare const self: {
  addEventListener: (name: 'message', act: (event: MessageEvent<MeshQuestion>) => void) => void
  postMessage: (answer: MeshAnswer) => void
}

self.addEventListener('message', ({ data: { id, files, options } }) => {
  const mesh = readMesh(files, options)
  self.postMessage({ id, mesh: placeMesh(mesh) })
})
