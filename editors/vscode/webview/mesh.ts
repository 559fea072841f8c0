import tokens from '../../../web/theme/tokens.css'
import style from '../../../web/mesh/mesh.css'
import { placeMesh } from '../../../web/mesh/placed-mesh.js'
import { toReport } from '../../../web/mesh/report.js'
import { toShownMesh } from '../../../web/mesh/shown-mesh.js'
import { createMeshView, describeMesh } from '../../../web/mesh/view.js'
import { adoptStyle } from '../../../web/shared/style.js'
import controls from '../../../web/shared/tool-page.css'
import type { MeshRequest, MeshResult, MeshUpdate } from '../src/mesh/message.js'

declare const acquireVsCodeApi: () => { postMessage: (message: MeshRequest) => void }

const editor = acquireVsCodeApi()
const disabled = new Set<string>()
/** The URIs of the routers' files, by the names that the page uses. */
const uris = new Map<string, string>()

adoptStyle(document, tokens, controls, style)
document.body.classList.add('tool-page', 'mesh')
const summary = getPart('summary')
const problem = getPart('problem')
const view = createMeshView({
  onDisable: (name, isDisabled) => {
    if (isDisabled) disabled.add(name)
    else disabled.delete(name)
    editor.postMessage({ kind: 'disable', names: [...disabled] })
  },
  isDisabled: (name) => disabled.has(name),
  // Files are shown in the editor beside the page.
  readFile: () => undefined,
  editTitle: 'Open the file',
  onEdit: (file) => {
    const uri = uris.get(file)
    if (uri !== undefined) editor.postMessage({ kind: 'open', uri })
  },
  // The page cannot save files or render bitmaps, so it sends the SVG text to the extension.
  onSave: (image) => void image.text().then((text) => editor.postMessage({ kind: 'save', text })),
})
view.element.hidden = true
getPart('picture').append(view.element)
window.addEventListener('message', ({ data }: MessageEvent<MeshUpdate>) => {
  // After an error, the last mesh stays visible.
  problem.textContent = 'problem' in data ? data.problem : ''
  if ('mesh' in data) show(data)
})
editor.postMessage({ kind: 'ready' })

function show({ mesh, notice }: MeshResult): void {
  uris.clear()
  const routers = mesh.routers.map(({ uri, file, ...router }) => {
    if (uri === undefined) return router
    const name = file ?? router.name
    uris.set(name, uri)
    return { ...router, file: name }
  })
  const report = toReport({ ...mesh, routers })
  if (!report) return
  const placed = placeMesh(toShownMesh(report, []))
  const description = describeMesh(placed, 'There are no router files in this workspace.')
  summary.textContent = `${description} ${notice}`.trim()
  view.show(placed)
}

function getPart(id: string): HTMLElement {
  const part = document.getElementById(id)
  if (!part) throw new Error(`the page has no #${id}`)
  return part
}
