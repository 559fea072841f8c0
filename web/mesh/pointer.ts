import { createElement } from '../shared/dom.js'

type Point = { x: number; y: number }

type PointerEvents = {
  getPicture: () => SVGElement | undefined
  /** The user dragged the picture, by a distance in pixels. */
  onPan: (dx: number, dy: number) => void
  /** The wheel zoomed at a point of the stage. */
  onZoom: (factor: number, at: Point) => void
  /** A click outside the routers, at a point of the stage. */
  onClick: (point: Point) => void
  /** Called when a router is dragged to a group; if undefined, dragging a router moves the picture. */
  onMove: ((router: string, group: string) => void) | undefined
}

/** Maximum movement of a click, in pixels. */
const clickDistance = 4

/** Handles panning and zooming, and dragging routers to the groups that the page lists. */
export function takePointer(
  stage: HTMLElement,
  { getPicture, onPan, onZoom, onClick, onMove }: PointerEvents,
): void {
  let start: Point | undefined
  let router: string | undefined
  let isMoving = false
  let offset = { x: 0, y: 0 }
  const label = createElement('div', { class: 'drag-label', 'aria-hidden': 'true', hidden: true })
  stage.after(label)
  const findTarget = ({ clientX, clientY }: MouseEvent): HTMLElement | null => {
    const root = stage.getRootNode()
    const found =
      root instanceof ShadowRoot || root instanceof Document
        ? root.elementFromPoint(clientX, clientY)
        : null
    return found?.closest<HTMLElement>('[data-group]') ?? null
  }
  let target: HTMLElement | null = null
  const setTarget = (next: HTMLElement | null): void => {
    target?.classList.remove('is-target')
    next?.classList.add('is-target')
    target = next
  }
  const toStage = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = stage.getBoundingClientRect()
    return { x: clientX - left - stage.clientLeft, y: clientY - top - stage.clientTop }
  }
  stage.addEventListener('pointerdown', ({ clientX, clientY, button, target: pressed }) => {
    if (button !== 0) return
    start = { x: clientX, y: clientY }
    isMoving = false
    const group = pressed instanceof Element ? pressed.closest('[data-router]') : null
    router = onMove ? (group?.getAttribute('data-router') ?? undefined) : undefined
    // Listen on the window: the pointer leaves the picture on its way to a group.
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', cancel)
  })
  const move = (event: PointerEvent): void => {
    if (!start) return
    const { clientX, clientY } = event
    offset = { x: clientX - start.x, y: clientY - start.y }
    if (!isMoving && Math.hypot(offset.x, offset.y) < clickDistance) return
    isMoving = true
    const picture = getPicture()
    if (router === undefined) {
      // Moves the existing drawing, because redrawing thousands of lines on each frame would be
      // slow.
      if (picture) picture.style.transform = `translate(${offset.x}px, ${offset.y}px)`
      return
    }
    setTarget(findTarget(event))
    const group = target?.dataset['group']
    label.hidden = false
    label.textContent =
      group === undefined ? `${router}: drop it on a group` : `${router} into ${group}`
    label.style.left = `${clientX + 12}px`
    label.style.top = `${clientY + 12}px`
  }
  const end = (isDropped: boolean): void => {
    const picture = getPicture()
    if (start && isMoving && router === undefined) {
      if (picture) picture.style.transform = ''
      onPan(offset.x, offset.y)
    }
    const group = target?.dataset['group']
    if (isDropped && isMoving && router !== undefined && group !== undefined)
      onMove?.(router, group)
    setTarget(null)
    label.hidden = true
    router = undefined
    start = undefined
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', drop)
    window.removeEventListener('pointercancel', cancel)
  }
  const drop = (): void => end(true)
  const cancel = (): void => end(false)
  // Suppress the click that follows a drag.
  stage.addEventListener(
    'click',
    (event) => {
      if (!isMoving) return
      isMoving = false
      event.stopPropagation()
    },
    true,
  )
  stage.addEventListener('click', (event) => {
    const { target: clicked } = event
    if (clicked instanceof Element && clicked.closest('[role=button]')) return
    onClick(toStage(event))
  })
  stage.addEventListener(
    'wheel',
    (event) => {
      // Without Ctrl or Cmd, the wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      onZoom(Math.exp(-event.deltaY / 300), toStage(event))
    },
    { passive: false },
  )
}
