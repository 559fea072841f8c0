import { layoutMesh } from '../src/mesh/layout.js'
import type { Line, PlacedRouter } from '../src/mesh/layout.js'
import type { MeshRequest, MeshUpdate } from '../src/mesh/message.js'
import { listMissingPairs, summarizeMesh } from '../src/mesh/summary.js'
import type { Mesh } from '../src/server-commands.js'

declare const acquireVsCodeApi: () => { postMessage: (message: MeshRequest) => void }

const editor = acquireVsCodeApi()

/** Lines that are drawn at most; more than these are a blot, and slow. */
const maxLines = 4000

window.addEventListener('message', ({ data }: MessageEvent<MeshUpdate>) => {
  if ('problem' in data) getPart('summary').textContent = data.problem
  else show(data.mesh)
})
editor.postMessage({ kind: 'ready' })

function show(mesh: Mesh): void {
  const { routers, lines, box } = layoutMesh(mesh)
  getPart('summary').textContent = summarizeMesh(mesh)
  const picture = draw('svg', {
    viewBox: [box.x, box.y, box.width, box.height].join(' '),
    width: box.width,
    height: box.height,
    role: 'group',
    'aria-label': 'Routers and their links',
  })
  picture.append(...lines.slice(0, maxLines).map(drawLine), ...routers.map(drawRouter))
  getPart('picture').replaceChildren(...(routers.length > 0 ? [picture] : []))
  getPart('legend').hidden = lines.length === 0
  listMissing(mesh)
}

function drawLine({ from, to, protocols, isCertain }: Line): SVGElement {
  const line = draw('line', {
    class: isCertain ? 'certain' : 'uncertain',
    x1: from.x,
    y1: from.y,
    x2: to.x,
    y2: to.y,
  })
  line.append(
    drawTitle(
      `${from.name} and ${to.name}: ${protocols.join(', ')}${isCertain ? '' : ', may come up'}`,
    ),
  )
  return line
}

function drawRouter(router: PlacedRouter): SVGElement {
  const { name, uri, obstacle, x, y, linkCount } = router
  const group = draw('g', {
    class: obstacle !== undefined || linkCount === 0 ? 'router alone' : 'router',
    transform: `translate(${x} ${y})`,
    ...(uri !== undefined && {
      tabindex: 0,
      role: 'button',
      'aria-label': `Open the file of ${name}`,
    }),
  })
  const label = draw('text', { y: 32 })
  label.textContent = name
  group.append(
    draw('circle', { r: 14 }),
    label,
    drawTitle(obstacle ?? `${name}: ${linkCount} linked ${linkCount === 1 ? 'router' : 'routers'}`),
  )
  if (uri !== undefined) {
    const open = (): void => editor.postMessage({ kind: 'open', uri })
    group.addEventListener('click', open)
    group.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') open()
    })
  }
  return group
}

function listMissing(mesh: Mesh): void {
  const { title, rows } = listMissingPairs(mesh)
  getPart('missing').hidden = rows.length === 0
  getPart('missing summary').textContent = title
  getPart('missing tbody').replaceChildren(
    ...rows.slice(0, maxLines).map(({ routers, why }) => {
      const row = document.createElement('tr')
      row.append(createCell([routers]), createCell(formatReason(why)))
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

function draw(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element instanceof SVGElement ? element : draw('g', {})
}

function drawTitle(text: string): SVGElement {
  const title = draw('title', {})
  title.textContent = text
  return title
}
