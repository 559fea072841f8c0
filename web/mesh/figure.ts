import { formatCount, formatNumber } from '../../src/document/words.js'
import type { UnlinkedPair } from '../../src/mesh/summary.js'
import { createElement } from '../shared/dom.js'
import { saveFile } from '../shared/save.js'
import { createPng, createSvg } from './export.js'
import type { GroupSigns } from './group-signs.js'
import { findLine } from './nearest-line.js'
import type { Stop } from './picture.js'
import {
  draw,
  drawArea,
  drawLines,
  drawRouter,
  drawText,
  moveWithArrows,
  routerRadius,
} from './picture.js'
import type { Box, Named } from './place-names.js'
import { noteLetterWidth, placeNames } from './place-names.js'
import type { AreaLine, PlacedArea, PlacedLine, PlacedMesh, PlacedRouter } from './placed-mesh.js'
import { takePointer } from './pointer.js'
import type { View } from './visible-part.js'
import { isOutside, needsCenter } from './visible-part.js'

/** The selection in the picture. */
export type Choice =
  | { router: PlacedRouter }
  | { line: PlacedLine }
  | { pair: UnlinkedPair }
  | { area: PlacedArea }
  | undefined

/** The picture of the network with its controls. */
export type Figure = {
  element: HTMLElement
  show: (mesh: PlacedMesh, signs: GroupSigns) => void
  /**
   * Marks the selection. With `zoomsIn`, also moves a selected router to the center if it is not visible or only a part
   * of the network is, and zooms in if the network has areas.
   */
  choose: (choice: Choice, zoomsIn?: boolean) => void
  /** Highlights the routers of a group; undefined removes the highlight. */
  mark: (names: ReadonlySet<string> | undefined) => void
  stop: () => void
}

type FigureEvents = {
  onChoose: (choice: Choice) => void
  /** Called when a router is dragged to a group; if undefined, routers cannot be dragged. */
  onMove?: ((router: string, group: string) => void) | undefined
  /** Saves the picture as SVG; for pages that may not start a download themselves. */
  onSave?: ((image: Blob) => void) | undefined
}

/** Maximum number of line labels. If there are more, none are drawn. */
const maxLabels = 60

/** Minimum distance between neighbors in an area, in screen pixels, at which its routers are drawn one by one. */
const detailDistance = 60

/** Distance between neighbors in an area, in units of the picture. */
const areaDistance = 110

/** Margin around the picture when all of it is visible, in pixels. */
const padding = 24

type Drawn = {
  svg: SVGElement
  /** The layers that are panned and zoomed. */
  planes: readonly SVGElement[]
  routers: readonly {
    router: PlacedRouter
    group: SVGElement
    note: string
    area: PlacedArea | undefined
  }[]
  areas: readonly { area: PlacedArea; group: SVGElement; back: SVGElement }[]
  words: readonly Word[]
  near: SVGElement
  missing: SVGElement
  far: SVGElement
  stops: { update: () => void }
}

/** Draws the network and handles its events. */
export function createFigure({ onChoose, onMove, onSave }: FigureEvents): Figure {
  const stage = createElement('div', { class: 'stage' })
  const legend = createElement('ul', { class: 'legend', 'aria-label': 'Legend' })
  const element = createElement('figure', { class: 'figure' })
  const state: {
    mesh: PlacedMesh | undefined
    drawn: Drawn | undefined
    view: View
    size: { width: number; height: number }
    /** Whether the zoom was set to show the whole network. If so, a resize sets it again. */
    isFitted: boolean
    choice: Choice
    marked: ReadonlySet<string> | undefined
    showsMissing: boolean
    frame: number
  } = {
    mesh: undefined,
    drawn: undefined,
    view: { scale: 1, x: 0, y: 0 },
    size: { width: 800, height: 500 },
    isFitted: true,
    choice: undefined,
    marked: undefined,
    showsMissing: false,
    frame: 0,
  }

  const isNear = (): boolean =>
    (state.mesh?.areas.length ?? 0) === 0 || state.view.scale * areaDistance >= detailDistance

  const render = (): void => {
    state.frame = 0
    const { drawn, size, view } = state
    if (!drawn) return
    place(drawn, { view, size, isNear: isNear(), important: listImportant(state.choice) })
    for (const plane of drawn.planes)
      plane.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.scale})`)
    drawn.stops.update()
  }
  const renderSoon = (): void => {
    if (state.frame === 0) state.frame = requestAnimationFrame(render)
  }
  const setView = (view: View): void => {
    state.view = view
    state.isFitted = false
    renderSoon()
  }
  const findFit = (): View => {
    const box = state.mesh?.box ?? { x: 0, y: 0, width: 1, height: 1 }
    const { width, height } = state.size
    const scale = Math.min(
      (width - 2 * padding) / box.width,
      (height - 2 * padding) / box.height,
      1.2,
    )
    return {
      scale,
      x: width / 2 - (box.x + box.width / 2) * scale,
      y: height / 2 - (box.y + box.height / 2) * scale,
    }
  }
  const fit = (): void => {
    setView(findFit())
    state.isFitted = true
  }
  const zoom = (factor: number, at?: { x: number; y: number }): void => {
    const { view, size } = state
    const { x, y } = at ?? { x: size.width / 2, y: size.height / 2 }
    const least = findFit().scale / 2
    const scale = Math.min(4, Math.max(least, view.scale * factor))
    const by = scale / view.scale
    setView({ scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by })
  }
  const center = (point: { x: number; y: number }, least: number): void => {
    const { view, size } = state
    const scale = Math.max(view.scale, least)
    setView({ scale, x: size.width / 2 - point.x * scale, y: size.height / 2 - point.y * scale })
  }
  const enter = (area: PlacedArea): void => {
    const { width, height } = state.size
    const fitting = Math.min(width, height) / (2 * area.radius + 60)
    const scale = Math.min(1.4, Math.max(fitting, (detailDistance + 12) / areaDistance))
    setView({ scale, x: width / 2 - area.x * scale, y: height / 2 - area.y * scale })
    onChoose({ area })
  }
  const showMissing = (): void => {
    const { mesh, drawn } = state
    if (!mesh || !drawn) return
    drawn.missing.replaceChildren(
      ...(state.showsMissing
        ? drawLines(
            listMissing(mesh, state.choice).map(({ from, to, pair }) => ({
              from,
              to,
              className: 'absent',
              title: `${pair.between.join(' – ')}: no link`,
            })),
          )
        : []),
    )
  }
  const button = (label: string, text: string, act: () => void): HTMLElement =>
    createElement(
      'button',
      { type: 'button', 'aria-label': label, title: label, onclick: act },
      text,
    )
  /** Draws the whole network for a callback, and then the visible part again. */
  const withWhole = <Result>(
    act: (svg: SVGElement, box: PlacedMesh['box']) => Result,
  ): Result | undefined => {
    const { mesh, drawn, view, size } = state
    if (!mesh || !drawn) return undefined
    const { x, y, width, height } = mesh.box
    Object.assign(state, { view: { scale: 1, x: -x, y: -y }, size: { width, height } })
    render()
    const result = act(drawn.svg, { x: 0, y: 0, width, height })
    Object.assign(state, { view, size })
    render()
    return result
  }
  const missingBox = createElement('input', {
    type: 'checkbox',
    onchange: () => {
      state.showsMissing = missingBox.checked
      showMissing()
    },
  })
  element.append(
    stage,
    createElement(
      'div',
      { class: 'tools' },
      button('Zoom in', '+', () => zoom(1.4)),
      button('Zoom out', '−', () => zoom(1 / 1.4)),
      button('Fit the picture', 'Fit', fit),
      button('Save as SVG', 'SVG', () => {
        const image = withWhole(createSvg)
        if (!image) return
        if (onSave) onSave(image)
        else saveFile('links.svg', image, 'image/svg+xml')
      }),
      ...(onSave
        ? []
        : [
            button('Save as PNG', 'PNG', () => {
              void withWhole(createPng)?.then((image) => saveFile('links.png', image, 'image/png'))
            }),
          ]),
    ),
    createElement(
      'div',
      { class: 'below' },
      legend,
      createElement('label', { class: 'check' }, missingBox, 'Show pairs without a link'),
    ),
  )
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = stage
    if (width === 0 || height === 0) return
    const before = state.size
    state.size = { width, height }
    state.drawn?.svg.setAttribute('width', String(width))
    state.drawn?.svg.setAttribute('height', String(height))
    if (state.isFitted) fit()
    else {
      const { view } = state
      state.view = {
        ...view,
        x: view.x + (width - before.width) / 2,
        y: view.y + (height - before.height) / 2,
      }
      renderSoon()
    }
  })
  observer.observe(stage)
  takePointer(stage, {
    getPicture: () => state.drawn?.svg,
    onPan: (dx, dy) => setView({ ...state.view, x: state.view.x + dx, y: state.view.y + dy }),
    onZoom: zoom,
    onClick: ({ x, y }) => {
      const { mesh, view } = state
      if (!mesh) return
      const point = { x: (x - view.x) / view.scale, y: (y - view.y) / view.scale }
      const reach = 8 / view.scale
      const line = isNear() ? findLine(mesh.lines, point, reach) : undefined
      const missing = state.showsMissing
        ? findLine(listMissing(mesh, state.choice), point, reach)
        : undefined
      onChoose(line ? { line } : missing && { pair: missing.pair })
    },
    onMove,
  })
  return {
    element,
    show: (mesh, signs) => {
      state.mesh = mesh
      state.drawn = drawNetwork(mesh, signs, {
        onChooseRouter: (router) => onChoose({ router }),
        onArea: enter,
        onStop: (stop) => {
          if (isOutside(stop, state)) center(stop, 0)
        },
        isNear,
      })
      const { width, height } = state.size
      state.drawn.svg.setAttribute('width', String(width))
      state.drawn.svg.setAttribute('height', String(height))
      stage.replaceChildren(state.drawn.svg)
      element.setAttribute('aria-label', describe(mesh))
      legend.replaceChildren(...createLegend(mesh))
      missingBox.disabled = mesh.missing.length === 0
      showMissing()
      if (state.isFitted) fit()
      render()
    },
    choose: (choice, zoomsIn = false) => {
      state.choice = choice
      const { mesh, drawn } = state
      if (!mesh || !drawn) return
      markChoice(drawn, mesh, choice, state.marked)
      showMissing()
      if (
        zoomsIn &&
        choice &&
        'router' in choice &&
        needsCenter(choice.router, {
          ...state,
          wholeScale: findFit().scale,
          isDrawn: isNear() || isAlone(choice.router, mesh),
        })
      )
        center(choice.router, mesh.areas.length > 0 ? 0.9 : 0)
      else renderSoon()
    },
    mark: (names) => {
      state.marked = names
      if (state.mesh && state.drawn) markChoice(state.drawn, state.mesh, state.choice, names)
    },
    stop: () => {
      observer.disconnect()
      cancelAnimationFrame(state.frame)
    },
  }
}

/** Whether a router is alone in its area, and therefore drawn also where others are joined to areas. */
const isAlone = ({ name }: PlacedRouter, { areas }: PlacedMesh): boolean =>
  areas.some(({ routers }) => routers.length === 1 && routers[0]?.name === name)

const describe = ({ routers, lines }: PlacedMesh): string =>
  `Links between ${formatCount(routers.length, 'router')}: ${formatCount(lines.length, 'linked pair')}`

/** Returns the names of the selected routers, which are placed before all other names. */
function listImportant(choice: Choice): ReadonlySet<string> {
  if (!choice) return new Set()
  if ('router' in choice) return new Set([choice.router.name])
  if ('line' in choice) return new Set([choice.line.from.name, choice.line.to.name])
  return new Set('pair' in choice ? choice.pair.between : [])
}

/** Maximum number of pairs without a link to draw at the same time. */
const maxMissing = 3000

type MissingLine = { from: PlacedRouter; to: PlacedRouter; pair: UnlinkedPair }

/** Returns the pairs without a link to draw: those of the selected router, or else all. */
function listMissing({ routers, missing }: PlacedMesh, choice: Choice): MissingLine[] {
  const byName = new Map(routers.map((router) => [router.name, router]))
  const name = choice && 'router' in choice ? choice.router.name : undefined
  return missing
    .filter(({ between }) => name === undefined || between.includes(name))
    .slice(0, maxMissing)
    .flatMap((pair) => {
      const [from, to] = pair.between.map((other) => byName.get(other))
      return from && to ? [{ from, to, pair }] : []
    })
}

type NetworkEvents = {
  onChooseRouter: (router: PlacedRouter) => void
  onArea: (area: PlacedArea) => void
  /** The keyboard focus reached a stop, which may be outside the visible part. */
  onStop: (stop: Stop) => void
  /** Whether routers are drawn one by one. */
  isNear: () => boolean
}

function drawNetwork(mesh: PlacedMesh, signs: GroupSigns, events: NetworkEvents): Drawn {
  const { routers, lines, areas, areaLines } = mesh
  const areaOf = new Map(
    areas.flatMap((area) =>
      area.routers.map((router): [string, PlacedArea] => [router.name, area]),
    ),
  )
  const words = listWords(lines, areaLines, areas.length > 0)
  const near = draw('g', { class: 'lines', 'aria-hidden': 'true' }, ...drawLines(listLines(lines)))
  const far = draw(
    'g',
    { class: 'lines far', 'aria-hidden': 'true' },
    ...drawLines(areaLines.map(toAreaLine)),
  )
  const missing = draw('g', { class: 'lines missing-lines', 'aria-hidden': 'true' })
  const above = draw('g', { class: 'chosen-lines', 'aria-hidden': 'true' })
  const shared = findSharedGroups(areas)
  const drawnAreas = areas
    .filter((area) => area.routers.length > 1)
    .map((area) => ({
      area,
      back: draw('circle', { class: `back color-${signs.findColor(area.groups)}` }),
      group: drawArea(
        {
          ...area,
          name: nameArea({ ...area, groups: selectOwnGroups(area, shared) }),
          note: formatCount(area.routers.length, 'router'),
          color: signs.findColor(area.groups),
          title: `${nameArea(area)}: ${formatCount(area.routers.length, 'router')}, ${formatCount(area.inside, 'linked pair')} among them`,
        },
        () => events.onArea(area),
      ),
    }))
  const drawnRouters = routers.map((router) => {
    const note = areas.length > 0 ? '' : shorten(nameGroups(router.groups, router.memberOf))
    return {
      router,
      note,
      area: areaOf.get(router.name),
      group: drawRouter(
        {
          ...router,
          rank: router.linkCount,
          title: describeRouter(router),
          ...(note !== '' && { note }),
          letters: signs.find(router.memberOf).map(({ letter }) => letter),
          colors: isIdle(router) ? [] : signs.find(router.memberOf).map(({ color }) => color),
          classes: [isIdle(router) ? 'alone' : '', findRing(router) ?? ''].filter(Boolean),
        },
        () => events.onChooseRouter(router),
      ),
    }
  })
  const svg = draw(
    'svg',
    { role: 'group', 'aria-label': 'Routers and their links' },
    draw('g', { class: 'backs', 'aria-hidden': 'true' }, ...drawnAreas.map(({ back }) => back)),
    far,
    near,
    missing,
    above,
    ...drawnAreas.map(({ group }) => group),
    draw('g', { class: 'words', 'aria-hidden': 'true' }, ...words.map(({ element }) => element)),
    ...drawnRouters.map(({ group }) => group),
  )
  const isShown = (group: SVGElement) => (): boolean => !group.classList.contains('is-hidden')
  const stops = moveWithArrows(
    svg,
    [
      ...drawnAreas.map(({ area: { x, y }, group }) => ({ x, y, group, isShown: isShown(group) })),
      ...drawnRouters.map(({ router: { x, y }, group }) => ({
        x,
        y,
        group,
        isShown: isShown(group),
      })),
    ],
    events.onStop,
  )
  return {
    svg,
    planes: [near, far, missing, above],
    routers: drawnRouters,
    areas: drawnAreas,
    words,
    near,
    missing,
    far,
    stops,
  }
}

/** Returns the groups that all areas share, which therefore distinguish none. */
const findSharedGroups = ([first, ...others]: readonly PlacedArea[]): ReadonlySet<string> =>
  new Set(
    others.length === 0
      ? []
      : first?.groups.filter((group) => others.every(({ groups }) => groups.includes(group))),
  )

/** Returns the groups of an area without the shared ones; all of them if none are left. */
function selectOwnGroups({ groups }: PlacedArea, shared: ReadonlySet<string>): readonly string[] {
  const own = groups.filter((group) => !shared.has(group))
  return own.length > 0 ? own : groups
}

/**
 * Returns the color of the ring around a router: `error` if it makes no links or has errors,
 * `warning` if it has warnings.
 */
function findRing({ obstacle, findings }: PlacedRouter): 'error' | 'warning' | undefined {
  if (obstacle !== undefined || findings.some(({ severity }) => severity === 'error'))
    return 'error'
  return findings.some(({ severity }) => severity === 'warning') ? 'warning' : undefined
}

const isIdle = ({ obstacle, linkCount }: PlacedRouter): boolean =>
  obstacle !== undefined || linkCount === 0

const describeRouter = ({ name, obstacle, groups, linkCount, findings }: PlacedRouter): string =>
  `${name}: ${obstacle ?? groups}; ${[
    formatCount(linkCount, 'linked router'),
    ...(findings.length > 0 ? [formatCount(findings.length, 'finding')] : []),
  ].join(', ')}`

/** Names an area by its groups if its routers dial and listen in all of them, or else by what they do in them. */
export const nameArea = ({ title, groups }: PlacedArea): string => nameGroups(title, groups)

const nameGroups = (title: string, groups: readonly string[]): string =>
  title.startsWith('dials and listens: ') ? groups.join(', ') : title

const listLines = (lines: readonly PlacedLine[]): Parameters<typeof drawLines>[0] =>
  lines.map(({ from, to, protocols, state, hasFindings }) => ({
    from,
    to,
    className: hasFindings ? `${state} has-findings` : state,
    title: `${from.name} – ${to.name}: ${protocols.join(', ')}, ${stateWords[state]}`,
  }))

const toAreaLine = ({
  from,
  to,
  count,
  state,
}: AreaLine): Parameters<typeof drawLines>[0][number] => ({
  from,
  to,
  className: state,
  width: Math.min(6, 1.5 + Math.log2(count) / 2),
  title: `${nameArea(from)} – ${nameArea(to)}: ${formatCount(count, 'linked pair')}`,
})

/** A label on the visible part of a line. */
type Word = { from: PlacedRouter | PlacedArea; to: PlacedRouter | PlacedArea; element: SVGElement }

/**
 * Returns the labels of lines: protocols that differ from the usual ones; between areas, the number of linked pairs if
 * there are several.
 */
function listWords(
  lines: readonly PlacedLine[],
  areaLines: readonly AreaLine[],
  hasAreas: boolean,
): Word[] {
  const usual = findUsualProtocols(lines)
  const all = hasAreas
    ? areaLines
        .filter(({ count }) => count > 1)
        .map(({ from, to, count }) => ({ from, to, word: formatNumber(count) }))
    : lines
        .map(({ from, to, protocols }) => ({ from, to, word: protocols.join(', ') }))
        .filter(({ word }) => word !== usual)
  return (all.length > maxLabels ? [] : all).map(({ from, to, word }) => ({
    from,
    to,
    element: drawText('text', word, { class: 'word' }),
  }))
}

type Point = { x: number; y: number }

type Placing = {
  view: View
  size: { width: number; height: number }
  isNear: boolean
  important: ReadonlySet<string>
}

/** Positions everything on the screen. Discs and names keep their size; names without room are hidden. */
function place(drawn: Drawn, { view, size, isNear, important }: Placing): void {
  const toScreen = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
    x: x * view.scale + view.x,
    y: y * view.scale + view.y,
  })
  drawn.near.classList.toggle('is-hidden', !isNear)
  drawn.missing.classList.toggle('is-hidden', !isNear)
  drawn.far.classList.toggle('is-hidden', isNear)
  const named: (Named & { group: SVGElement })[] = []
  const obstacles: Box[] = []
  for (const { area, group, back } of drawn.areas) {
    const { x, y } = toScreen(area)
    const radius = getAreaRadius(area, view)
    back.setAttribute('cx', String(x))
    back.setAttribute('cy', String(y))
    back.setAttribute('r', String(radius))
    back.classList.toggle('is-hidden', !isNear)
    group.classList.toggle('is-hidden', isNear)
    if (isNear) continue
    group.setAttribute('transform', `translate(${x} ${y})`)
    group.querySelector('.disc')?.setAttribute('r', String(radius))
    const isWide = radius >= 48
    group.classList.toggle('is-wide', isWide)
    const note = formatCount(area.routers.length, 'router')
    const name = group.querySelector('.name')?.textContent ?? ''
    if (isWide) {
      moveName(group, { x: 0, y: -2, anchor: 'middle', hasNote: true }, 16)
      if (x > -radius && y > -radius && x < size.width + radius && y < size.height + radius)
        obstacles.push({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius })
      continue
    }
    named.push({ x, y, radius, name, note, rank: area.routers.length * 1000, group })
  }
  for (const { router, group, note, area } of drawn.routers) {
    const { x, y } = toScreen(router)
    const isShown = isNear || area?.routers.length === 1
    const isOut = x < -60 || y < -60 || x > size.width + 60 || y > size.height + 60
    group.classList.toggle('is-hidden', !isShown)
    if (!isShown) continue
    group.setAttribute('transform', `translate(${x} ${y})`)
    if (isOut) continue
    named.push({
      x,
      y,
      radius: routerRadius,
      name: group.querySelector('.name')?.textContent ?? '',
      note: note === '' ? undefined : note,
      rank: router.linkCount + (important.has(router.name) ? 1e6 : 0),
      group,
    })
  }
  const places = placeNames(named, size, obstacles)
  named.forEach(({ group }, index) => moveName(group, places[index], 16))
  placeWords(drawn.words, {
    toScreen,
    getRadius: (it) => ('radius' in it ? getAreaRadius(it, view) : routerRadius),
    circles: drawn.areas.map(({ area }) => ({
      ...toScreen(area),
      radius: getAreaRadius(area, view),
    })),
    isHidden: isNear && drawn.areas.length > 0,
  })
}

/** Possible positions of a label along the visible part of its line, the preferred one first. */
const wordShares = [0.5, 0.35, 0.65, 0.2, 0.8]

/** Places labels at their lines without covering areas or other labels; hides those without room. */
function placeWords(
  words: readonly Word[],
  {
    toScreen,
    getRadius,
    circles,
    isHidden,
  }: {
    toScreen: (point: Point) => Point
    getRadius: (end: PlacedRouter | PlacedArea) => number
    circles: readonly (Point & { radius: number })[]
    isHidden: boolean
  },
): void {
  const taken: Point[] = []
  for (const { from, to, element } of words) {
    const [start, end] = [toScreen(from), toScreen(to)]
    const length = Math.hypot(end.x - start.x, end.y - start.y)
    const room = length - getRadius(from) - getRadius(to)
    const width = (element.textContent ?? '').length * noteLetterWidth
    const isFree = ({ x, y }: Point): boolean =>
      circles.every(
        (circle) => Math.hypot(x - circle.x, y - circle.y) > circle.radius + width / 2,
      ) && taken.every((other) => Math.abs(x - other.x) > width + 4 || Math.abs(y - other.y) > 16)
    const place =
      isHidden || room <= width
        ? undefined
        : wordShares
            .map((share) => (getRadius(from) + room * share) / length)
            .map((share) => ({
              x: start.x + (end.x - start.x) * share,
              y: start.y + (end.y - start.y) * share,
            }))
            .find(isFree)
    element.classList.toggle('is-hidden', !place)
    if (!place) continue
    taken.push(place)
    element.setAttribute('x', String(place.x))
    element.setAttribute('y', String(place.y))
  }
}

const getAreaRadius = ({ radius }: PlacedArea, view: View): number =>
  Math.max(20, radius * view.scale)

function moveName(
  group: SVGElement,
  place: { x: number; y: number; anchor: string; hasNote: boolean } | undefined,
  noteDistance: number,
): void {
  const [name, note] = [group.querySelector('.name'), group.querySelector('.note')]
  name?.classList.toggle('is-hidden', !place)
  note?.classList.toggle('is-hidden', place?.hasNote !== true)
  if (!place) return
  name?.setAttribute('x', String(place.x))
  name?.setAttribute('y', String(place.y))
  name?.setAttribute('text-anchor', place.anchor)
  note?.setAttribute('y', String(place.y + noteDistance))
}

const maxNoteLength = 34

const shorten = (text: string): string =>
  text.length > maxNoteLength ? `${text.slice(0, maxNoteLength - 1)}…` : text

/** Descriptions of the states. */
export const stateWords: Readonly<Record<PlacedLine['state'], string>> = {
  certain: 'comes up',
  possible: 'may come up',
  missing: 'should be up and is not',
  unexpected: 'is up unexpectedly',
}

/** Returns the most common combination of protocols; empty if there are no lines. */
function findUsualProtocols(lines: readonly PlacedLine[]): string {
  const counts = new Map<string, number>()
  for (const { protocols } of lines) {
    const words = protocols.join(', ')
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? ''
}

function createLegend({ lines, routers, areaLines }: PlacedMesh): HTMLElement[] {
  // Obstacles begin with their effect, such as `does not run: …`.
  const errors = new Set(
    routers
      .filter((router) => findRing(router) === 'error')
      .map(({ obstacle }) => obstacle?.replace(/:.*/s, '') ?? 'has errors'),
  )
  const states = [...new Set(lines.map(({ state }) => state))].sort()
  const usual = findUsualProtocols(lines)
  return [
    ...states.map((state) =>
      createEntry(
        draw('line', { class: state, x1: 0, y1: 7, x2: 26, y2: 7 }),
        state === 'certain' && usual !== '' ? `${usual}, ${stateWords[state]}` : stateWords[state],
      ),
    ),
    ...(areaLines.some(({ count }) => count > 1)
      ? [
          createEntry(
            drawText('text', '12', { class: 'word', x: 13, y: 11 }),
            'linked pairs between two groups',
          ),
        ]
      : []),
    ...(routers.some(({ obstacle, linkCount }) => obstacle === undefined && linkCount === 0)
      ? [createEntry(createDot('alone'), 'no link')]
      : []),
    ...(errors.size > 0 ? [createEntry(createDot('error'), [...errors].join(' or '))] : []),
    ...(routers.some((router) => findRing(router) === 'warning')
      ? [createEntry(createDot('warning'), 'has warnings')]
      : []),
  ]
}

const createDot = (className: string): SVGElement =>
  draw(
    'g',
    { class: `router ${className}` },
    draw('circle', { class: 'ring', r: 5, cx: 13, cy: 7 }),
  )

const createEntry = (sign: SVGElement, text: string): HTMLElement =>
  createElement('li', {}, draw('svg', { width: 26, height: 14, 'aria-hidden': 'true' }, sign), text)

/**
 * Highlights the selection, and the routers of the marked group: a router is highlighted with its lines, and a line or
 * pair with its routers. Everything else fades.
 */
function markChoice(
  { svg, routers, areas }: Drawn,
  { lines }: PlacedMesh,
  choice: Choice,
  marked: ReadonlySet<string> | undefined,
): void {
  const chosen = listChosenLines(lines, choice)
  const names = new Set([
    ...chosen.flatMap(({ from, to }) => [from.name, to.name]),
    ...listImportant(choice),
    ...(choice && 'area' in choice ? choice.area.routers.map(({ name }) => name) : []),
    ...(marked ?? []),
  ])
  svg.classList.toggle('has-choice', names.size > 0)
  for (const { group, router } of routers) {
    const isChosen =
      choice !== undefined && 'router' in choice && choice.router.name === router.name
    group.classList.toggle('near', names.has(router.name))
    group.classList.toggle('chosen', isChosen)
    group.setAttribute('aria-pressed', String(isChosen))
  }
  for (const { group, area } of areas)
    group.classList.toggle(
      'near',
      area.routers.some(({ name }) => names.has(name)),
    )
  svg
    .querySelector('.chosen-lines')
    ?.replaceChildren(
      ...chosen.map(({ from, to, state }) =>
        draw('line', { class: state, x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
      ),
    )
}

function listChosenLines(lines: readonly PlacedLine[], choice: Choice): readonly PlacedLine[] {
  if (!choice) return []
  if ('line' in choice) return [choice.line]
  if (!('router' in choice)) return []
  const { name } = choice.router
  return lines.filter(({ from, to }) => from.name === name || to.name === name)
}
