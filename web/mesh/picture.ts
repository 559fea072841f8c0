/** A router in the picture. */
export type PictureRouter = {
  name: string
  x: number
  y: number
  /** What the pointer shows and screen readers say. */
  title: string
  /** Whether it can be opened. */
  isButton: boolean
  /** A line in smaller letters below the name. */
  note?: string
  classes: readonly string[]
}

/** A line between two routers. Its class says how sure it is. */
export type PictureLine = {
  from: Point
  to: Point
  className: string
  /** What the pointer shows. */
  title: string
  /** A word at its middle. */
  label?: string
}

type Point = { x: number; y: number }

/** What a picture of the network shows. */
export type PictureParts = {
  box: { x: number; y: number; width: number; height: number }
  routers: readonly PictureRouter[]
  lines: readonly PictureLine[]
}

/** More lines than these are drawn as one shape for each class, which takes a hundredth of the time. */
const maxSingleLines = 1500

/**
 * Draws a network. With the keyboard, the routers are one stop: arrows lead to the next one in their direction, Enter
 * and Space open it.
 */
export function drawPicture(
  { box, routers, lines }: PictureParts,
  onOpen: (index: number) => void,
): SVGElement {
  const picture = draw('svg', {
    viewBox: [box.x, box.y, box.width, box.height].join(' '),
    width: box.width,
    height: box.height,
    role: 'group',
    'aria-label': 'Routers and their links',
  })
  const below = draw('g', { class: 'lines', 'aria-hidden': 'true' })
  below.append(
    ...(lines.length > maxSingleLines ? joinLines(lines) : lines.flatMap((line) => drawLine(line))),
  )
  const groups = routers.map((router, index) => drawRouter(router, () => onOpen(index)))
  picture.append(below, ...groups)
  moveWithArrows(picture, routers, groups)
  return picture
}

function drawLine({ from, to, className, title, label }: PictureLine): SVGElement[] {
  const line = draw('line', { class: className, x1: from.x, y1: from.y, x2: to.x, y2: to.y })
  line.append(drawText('title', title))
  if (label === undefined) return [line]
  const word = drawText('text', label, {
    class: `word ${className}`,
    x: (from.x + to.x) / 2,
    y: (from.y + to.y) / 2,
  })
  return [line, word]
}

function joinLines(lines: readonly PictureLine[]): SVGElement[] {
  const shapes = new Map<string, string[]>()
  for (const { from, to, className } of lines) {
    const moves = `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`
    const known = shapes.get(className)
    if (known) known.push(moves)
    else shapes.set(className, [moves])
  }
  return [...shapes].map(([className, moves]) =>
    draw('path', { class: `${className} many`, d: moves.join('') }),
  )
}

const round = (value: number): number => Math.round(value * 10) / 10

function drawRouter(router: PictureRouter, open: () => void): SVGElement {
  const { name, title, isButton, note, classes, x, y } = router
  const group = draw('g', {
    class: ['router', ...classes].join(' '),
    transform: `translate(${x} ${y})`,
    ...(isButton && { role: 'button', tabindex: -1 }),
  })
  // Screen readers hear the title instead.
  const texts = draw('g', { 'aria-hidden': 'true' })
  texts.append(
    drawText('text', name, { y: 32 }),
    ...(note === undefined ? [] : [drawText('text', note, { class: 'note', y: 47 })]),
  )
  group.append(drawText('title', title), draw('circle', { r: 14 }), texts)
  if (isButton) {
    group.addEventListener('click', open)
    group.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      open()
    })
  }
  return group
}

/** The direction of each arrow key. */
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Makes the routers that can be opened one stop of the Tab key. */
function moveWithArrows(
  picture: SVGElement,
  routers: readonly PictureRouter[],
  groups: readonly SVGElement[],
): void {
  const stops = groups.flatMap((group, index) => {
    const router = routers[index]
    return router?.isButton ? [{ group, x: router.x, y: router.y }] : []
  })
  let current = stops[0]
  current?.group.setAttribute('tabindex', '0')
  picture.addEventListener('focusin', ({ target }) => {
    const next = stops.find(({ group }) => group === target)
    if (!next) return
    current?.group.setAttribute('tabindex', '-1')
    next.group.setAttribute('tabindex', '0')
    current = next
  })
  picture.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (!direction || !current) return
    event.preventDefault()
    findNext(current, stops, direction)?.group.focus()
  })
}

/** The nearest other point in a direction; what lies beside the direction counts as farther away. */
function findNext<Stop extends Point>(
  from: Stop,
  stops: readonly Stop[],
  { x, y }: Point,
): Stop | undefined {
  let best: Stop | undefined
  let least = Infinity
  for (const stop of stops) {
    const [dx, dy] = [stop.x - from.x, stop.y - from.y]
    const ahead = dx * x + dy * y
    if (ahead <= 0) continue
    const distance = ahead + 2 * Math.abs(dx * y - dy * x)
    if (distance < least) {
      least = distance
      best = stop
    }
  }
  return best
}

/** Creates an element of SVG. */
export function draw(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element instanceof SVGElement ? element : draw('g', {})
}

function drawText(
  name: 'text' | 'title',
  text: string,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElement {
  const element = draw(name, attributes)
  element.textContent = text
  return element
}
