import { layoutMesh } from '../../../src/mesh/layout.js'
import { formatMissingPair, listMissingPairs, summarizeMesh } from '../../../src/mesh/summary.js'
import { drawPicture } from '../../../web/mesh/picture.js'
import type { MeshRequest, MeshUpdate } from '../src/mesh/message.js'
import type { Mesh } from '../src/server-commands.js'

declare const acquireVsCodeApi: () => { postMessage: (message: MeshRequest) => void }

const editor = acquireVsCodeApi()

/** Rows that are written at most; more than these are slow. */
const maxRows = 4000

window.addEventListener('message', ({ data }: MessageEvent<MeshUpdate>) => {
  if ('problem' in data) getPart('summary').textContent = data.problem
  else show(data.mesh)
})
editor.postMessage({ kind: 'ready' })

function show(mesh: Mesh): void {
  const { routers, lines, box } = layoutMesh(mesh)
  getPart('summary').textContent = summarizeMesh(
    mesh,
    'There are no router files in this workspace.',
  )
  const picture = drawPicture(
    {
      box,
      routers: routers.map(({ name, uri, obstacle, linkCount, x, y }) => ({
        name,
        x,
        y,
        title: obstacle ?? `${name}: ${linkCount} linked ${linkCount === 1 ? 'router' : 'routers'}`,
        isButton: uri !== undefined,
        classes: obstacle !== undefined || linkCount === 0 ? ['alone'] : [],
      })),
      lines: lines.map(({ from, to, protocols, isCertain }) => ({
        from,
        to,
        className: isCertain ? 'certain' : 'uncertain',
        title: `${from.name} and ${to.name}: ${protocols.join(', ')}${isCertain ? '' : ', may come up'}`,
      })),
    },
    (index) => {
      const uri = routers[index]?.uri
      if (uri !== undefined) editor.postMessage({ kind: 'open', uri })
    },
  )
  getPart('picture').replaceChildren(...(routers.length > 0 ? [picture] : []))
  getPart('legend').hidden = lines.length === 0
  listMissing(mesh)
}

function listMissing(mesh: Mesh): void {
  const { title, rows } = listMissingPairs(mesh.missing, mesh.unlisted)
  getPart('missing').hidden = rows.length === 0
  getPart('missing summary').textContent =
    rows.length > maxRows ? `${title}; the first ${maxRows} rows` : title
  getPart('missing tbody').replaceChildren(
    ...rows.slice(0, maxRows).map((pair) => {
      const row = document.createElement('tr')
      row.append(createCell([formatMissingPair(pair)]), createCell(formatReason(pair.why)))
      return row
    }),
  )
}

function createCell(parts: readonly (string | Node)[]): HTMLElement {
  const cell = document.createElement('td')
  cell.append(...parts)
  return cell
}

/** Quoted keys and values of a reason as code. */
const formatReason = (why: string): (string | Node)[] =>
  why.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    const code = document.createElement('code')
    code.textContent = part
    return code
  })

function getPart(selector: string): HTMLElement {
  const part = document.querySelector<HTMLElement>(`#${selector}`)
  if (!part) throw new Error(`the page has no #${selector}`)
  return part
}
