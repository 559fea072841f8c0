import { formatCount } from '../../src/document/words.js'
import { createElement } from '../shared/dom.js'
import { saveFile } from '../shared/save.js'
import { createPng, createSvg } from './export.js'
import { findLine } from './nearest-line.js'
import { draw, drawPicture } from './picture.js'
import type { PlacedLine, PlacedMesh, PlacedRouter } from './placed-mesh.js'
import { maxNotes } from './placed-mesh.js'

/** What is chosen in the picture. */
export type Choice = { router: PlacedRouter } | { line: PlacedLine } | undefined

/** The picture of the network with its tools. */
export type Figure = {
  element: HTMLElement
  show: (mesh: PlacedMesh) => void
  /** Marks what is chosen. */
  choose: (choice: Choice) => void
}

/** Colors of the style sheet for routers with different groups; further ones share the last color. */
const colorCount = 8

/** More lines than these have no words at them. */
const maxWords = 60

/** Draws the network and takes clicks on it. */
export function createFigure(onChoose: (choice: Choice) => void): Figure {
  const stage = createElement('div', { class: 'stage' })
  const legend = createElement('ul', { class: 'legend', 'aria-label': 'Legend' })
  const element = createElement('figure', { class: 'figure' })
  let picture: SVGElement | undefined
  let shown: PlacedMesh | undefined
  let view = { x: 0, y: 0, width: 1, height: 1 }
  const setView = (next: typeof view): void => {
    view = next
    picture?.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`)
  }
  const zoom = (factor: number, at = { x: 0.5, y: 0.5 }): void => {
    if (!shown) return
    const width = Math.min(shown.box.width * 2, Math.max(120, view.width * factor))
    const height = (width / view.width) * view.height
    setView({
      x: view.x + (view.width - width) * at.x,
      y: view.y + (view.height - height) * at.y,
      width,
      height,
    })
  }
  const button = (label: string, text: string, act: () => void): HTMLElement =>
    createElement('button', { type: 'button', 'aria-label': label, onclick: act }, text)
  const save =
    (create: (picture: SVGElement) => Promise<Blob>, name: string, type: string) => () => {
      if (picture && shown) void create(picture).then((image) => saveFile(name, image, type))
    }
  element.append(
    stage,
    createElement(
      'div',
      { class: 'tools' },
      button('Zoom in', '+', () => zoom(0.7)),
      button('Zoom out', '−', () => zoom(1 / 0.7)),
      button('Fit the picture', 'Fit', () => shown && setView(shown.box)),
      button(
        'Save as SVG',
        'SVG',
        save(
          (drawn) => Promise.resolve(createSvg(drawn, shown?.box)),
          'links.svg',
          'image/svg+xml',
        ),
      ),
      button(
        'Save as PNG',
        'PNG',
        save((drawn) => createPng(drawn, shown?.box), 'links.png', 'image/png'),
      ),
    ),
    legend,
  )
  takePointer(stage, {
    getPicture: () => picture,
    onPan: (dx, dy, scale) => setView({ ...view, x: view.x - dx * scale, y: view.y - dy * scale }),
    onZoom: zoom,
    onClick: (point, scale) => {
      const line = shown && findLine(shown.lines, point, 8 * scale)
      onChoose(line && { line })
    },
  })
  return {
    element,
    show: (mesh) => {
      shown = mesh
      const styles = new GroupStyles(mesh.routers)
      picture = drawNetwork(mesh, styles, (index) => {
        const router = mesh.routers[index]
        if (router) onChoose({ router })
      })
      stage.replaceChildren(picture)
      setView(mesh.box)
      element.setAttribute('aria-label', describe(mesh))
      legend.replaceChildren(...createLegend(mesh, styles))
    },
    choose: (choice) => picture && shown && mark(picture, shown, choice),
  }
}

const describe = ({ routers, lines }: PlacedMesh): string =>
  `Links between ${formatCount(routers.length, 'router')}: ${formatCount(lines.length, 'linked pair')}`

/** The classes of routers by their groups, those of the largest groups first. */
class GroupStyles {
  readonly titles: readonly string[]

  constructor(routers: readonly PlacedRouter[]) {
    const counts = new Map<string, number>()
    for (const { groups } of routers) counts.set(groups, (counts.get(groups) ?? 0) + 1)
    this.titles = [...counts].sort(([, left], [, right]) => right - left).map(([title]) => title)
  }

  getClass(groups: string): string {
    return `group-${Math.min(colorCount - 1, this.titles.indexOf(groups))}`
  }
}

function drawNetwork(
  { box, routers, lines }: PlacedMesh,
  styles: GroupStyles,
  open: (index: number) => void,
): SVGElement {
  const usual = findUsualProtocols(lines)
  return drawPicture(
    {
      box,
      routers: routers.map((router) => {
        const { name, obstacle, groups, linkCount, findings, x, y } = router
        const counts = [
          formatCount(linkCount, 'linked router'),
          ...(findings.length > 0 ? [formatCount(findings.length, 'finding')] : []),
        ].join(', ')
        return {
          name,
          x,
          y,
          title: `${name}: ${obstacle ?? groups}; ${counts}`,
          isButton: true,
          ...(routers.length <= maxNotes && { note: shorten(groups) }),
          classes: [
            styles.getClass(groups),
            ...(obstacle !== undefined || linkCount === 0 ? ['alone'] : []),
            ...(findings.some(({ severity }) => severity === 'error')
              ? ['error']
              : findings.some(({ severity }) => severity === 'warning')
                ? ['warning']
                : []),
          ],
        }
      }),
      lines: lines.map(({ from, to, protocols, state, hasFindings }) => {
        const words = protocols.join(', ')
        return {
          from,
          to,
          className: hasFindings ? `${state} found` : state,
          title: `${from.name} – ${to.name}: ${words}, ${stateWords[state]}`,
          ...(words !== usual && lines.length <= maxWords && { label: words }),
        }
      }),
    },
    open,
  )
}

const maxNoteLength = 34

const shorten = (text: string): string =>
  text.length > maxNoteLength ? `${text.slice(0, maxNoteLength - 1)}…` : text

/** What a state means, in a few words. */
export const stateWords: Readonly<Record<PlacedLine['state'], string>> = {
  certain: 'comes up',
  possible: 'may come up',
  missing: 'should be up and is not',
  unexpected: 'is up unexpectedly',
}

/** The protocols of most lines. */
function findUsualProtocols(lines: readonly PlacedLine[]): string {
  const counts = new Map<string, number>()
  for (const { protocols } of lines) {
    const words = protocols.join(', ')
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? ''
}

function createLegend({ lines, routers }: PlacedMesh, styles: GroupStyles): HTMLElement[] {
  const states = [...new Set(lines.map(({ state }) => state))].sort()
  const usual = findUsualProtocols(lines)
  const titles = styles.titles.slice(0, colorCount - 1)
  const rest = styles.titles.slice(colorCount - 1)
  const idle = new Set(
    routers.filter(({ obstacle }) => obstacle !== undefined).map(({ groups }) => groups),
  )
  const getSign = (title: string): string => (idle.has(title) ? 'alone' : styles.getClass(title))
  const count = (title: string): number => routers.filter(({ groups }) => groups === title).length
  return [
    ...states.map((state) =>
      createEntry(
        draw('line', { class: state, x1: 0, y1: 7, x2: 26, y2: 7 }),
        state === 'certain' && usual !== '' ? `${usual}, ${stateWords[state]}` : stateWords[state],
      ),
    ),
    ...titles.map((title) => createEntry(createDot(getSign(title)), `${title} (${count(title)})`)),
    ...(rest.length > 0
      ? [createEntry(createDot(`group-${colorCount - 1}`), `${rest.length} other combinations`)]
      : []),
    ...(routers.some(({ findings }) => findings.some(({ severity }) => severity !== 'info'))
      ? [createEntry(createDot('alone warning'), 'ring: has findings')]
      : []),
  ]
}

function createDot(className: string): SVGElement {
  const group = draw('g', { class: `router ${className}` })
  group.append(draw('circle', { r: 6, cx: 13, cy: 7 }))
  return group
}

function createEntry(sign: SVGElement, text: string): HTMLElement {
  const swatch = draw('svg', { width: 26, height: 14, 'aria-hidden': 'true' })
  swatch.append(sign)
  return createElement('li', {}, swatch, text)
}

/** Marks a router and its lines, or a line and its routers; everything else fades. */
function mark(picture: SVGElement, { routers, lines }: PlacedMesh, choice: Choice): void {
  picture.querySelector('.chosen-lines')?.remove()
  picture.classList.toggle('has-choice', choice !== undefined)
  const chosen = choice
    ? 'line' in choice
      ? [choice.line]
      : lines.filter(({ from, to }) => [from.name, to.name].includes(choice.router.name))
    : []
  const names = new Set([
    ...chosen.flatMap(({ from, to }) => [from.name, to.name]),
    ...(choice && 'router' in choice ? [choice.router.name] : []),
  ])
  const groups = picture.querySelectorAll(':scope > .router')
  groups.forEach((group, index) => {
    const name = routers[index]?.name ?? ''
    const isChosen = choice !== undefined && 'router' in choice && choice.router.name === name
    group.classList.toggle('near', names.has(name))
    group.classList.toggle('chosen', isChosen)
    group.setAttribute('aria-pressed', String(isChosen))
  })
  if (chosen.length === 0) return
  const above = draw('g', { class: 'chosen-lines', 'aria-hidden': 'true' })
  above.append(
    ...chosen.map(({ from, to, state }) =>
      draw('line', { class: state, x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
    ),
  )
  groups[0]?.before(above)
}

type PointerEvents = {
  getPicture: () => SVGElement | undefined
  /** The pointer moved the picture, in pixels; `scale` is how many units a pixel has. */
  onPan: (dx: number, dy: number, scale: number) => void
  /** The wheel zooms around a place of the picture, in parts of its size. */
  onZoom: (factor: number, at: { x: number; y: number }) => void
  /** A click beside the routers. */
  onClick: (point: { x: number; y: number }, scale: number) => void
}

/** A click moves less than this, in pixels. */
const clickDistance = 4

function takePointer(
  stage: HTMLElement,
  { getPicture, onPan, onZoom, onClick }: PointerEvents,
): void {
  let start: { x: number; y: number } | undefined
  let isMoving = false
  let offset = { x: 0, y: 0 }
  const move = (picture: SVGElement | undefined, transform: string): void => {
    if (picture) picture.style.transform = transform
  }
  const getScale = (): number => {
    const picture = getPicture()
    const matrix = picture instanceof SVGSVGElement ? picture.getScreenCTM() : null
    return matrix ? 1 / matrix.a : 1
  }
  stage.addEventListener('pointerdown', ({ clientX, clientY, button }) => {
    if (button !== 0) return
    start = { x: clientX, y: clientY }
    isMoving = false
  })
  stage.addEventListener('pointermove', ({ clientX, clientY, pointerId }) => {
    if (!start) return
    offset = { x: clientX - start.x, y: clientY - start.y }
    if (!isMoving && Math.hypot(offset.x, offset.y) < clickDistance) return
    if (!isMoving) stage.setPointerCapture(pointerId)
    isMoving = true
    // What is drawn already is moved: drawing thousands of lines again for each frame would be slow.
    move(getPicture(), `translate(${offset.x}px, ${offset.y}px)`)
  })
  const end = (): void => {
    if (start && isMoving) {
      onPan(offset.x, offset.y, getScale())
      move(getPicture(), '')
    }
    start = undefined
  }
  stage.addEventListener('pointerup', end)
  stage.addEventListener('pointercancel', end)
  stage.addEventListener('click', ({ target, clientX, clientY }) => {
    const picture = getPicture()
    if (isMoving || !(picture instanceof SVGSVGElement)) return
    if (target instanceof Element && target.closest('.router')) return
    const matrix = picture.getScreenCTM()
    if (!matrix) return
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
    onClick({ x, y }, getScale())
  })
  stage.addEventListener(
    'wheel',
    (event) => {
      // Without a key, the wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top, width, height } = stage.getBoundingClientRect()
      onZoom(Math.exp(event.deltaY / 300), {
        x: (event.clientX - left) / width,
        y: (event.clientY - top) / height,
      })
    },
    { passive: false },
  )
}
