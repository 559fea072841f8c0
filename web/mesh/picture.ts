type Point = { x: number; y: number }

type PictureRouter = Point & {
  name: string
  /** Tooltip and accessible name. */
  title: string
  /** A line in smaller type below the name. */
  note?: string
  /** The letters of its groups, in the order of their colors. */
  letters: readonly string[]
  /** The colors of its groups, which share the disc. */
  colors: readonly number[]
  classes: readonly string[]
  /** Names with a higher rank are placed first. */
  rank: number
}

/** An area of routers with the same groups. */
type PictureArea = Point & {
  name: string
  note: string
  title: string
  radius: number
  color: number
}

/** A line; its class tells how certain the link is. */
type PictureLine = {
  from: Point
  to: Point
  className: string
  /** Tooltip. */
  title: string
  /** Label at its middle. */
  label?: string
  width?: number
}

/**
 * Maximum number of lines to draw one by one. More are merged into one shape per class, which is a
 * hundred times faster.
 */
const maxSingleLines = 1500

/** Radius of a router on the screen, in pixels. */
export const routerRadius = 14

/** Creates an SVG element. */
export function draw(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Node[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...children)
  return element instanceof SVGElement ? element : draw('g')
}

export function drawText(
  name: 'text' | 'title',
  text: string,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElement {
  const element = draw(name, attributes)
  element.textContent = text
  return element
}

/** Draws lines in the coordinates of the routers. */
export const drawLines = (lines: readonly PictureLine[]): SVGElement[] =>
  lines.length > maxSingleLines ? joinLines(lines) : lines.map(drawLine)

function drawLine({ from, to, className, title, width }: PictureLine): SVGElement {
  return draw(
    'line',
    {
      class: className,
      x1: from.x,
      y1: from.y,
      x2: to.x,
      y2: to.y,
      ...(width !== undefined && { 'stroke-width': width }),
    },
    drawText('title', title),
  )
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

/** Maximum length of a name as drawn; the tooltip of the router or area has the full name. */
const maxNameLength = 28

/** Cuts the middle out of a long name. */
const shortenName = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, 16)}…${name.slice(-10)}` : name

/** Draws a router as a disc with its name. A click, Enter or Space calls `open`. */
export function drawRouter(router: PictureRouter, open: () => void): SVGElement {
  const { name, title, note, letters, colors, classes } = router
  const group = draw(
    'g',
    { class: ['router', ...classes].join(' '), role: 'button', tabindex: -1, 'data-router': name },
    drawText('title', title),
    draw('circle', { class: `disc color-${colors[0] ?? 'none'}`, r: routerRadius }),
    ...drawSectors(colors),
    draw('circle', { class: 'ring', r: routerRadius }),
    // Screen readers announce the title instead.
    draw(
      'g',
      { 'aria-hidden': 'true' },
      ...drawLetters(letters, colors),
      drawText('text', shortenName(name), { class: 'name' }),
      ...(note === undefined ? [] : [drawText('text', note, { class: 'note', y: 44 })]),
    ),
  )
  listenForOpening(group, open)
  return group
}

/**
 * Returns a point of a disc at a position counted in sectors, `sectorCount` per turn. Position 1 is the
 * top; the first sector, from 0 to 1, is on its left.
 */
function findPoint(position: number, sectorCount: number, radius = routerRadius): Point {
  const angle = ((position - 1) * 2 * Math.PI) / sectorCount
  return { x: round(radius * Math.sin(angle)), y: round(-radius * Math.cos(angle)) }
}

/** Divides the disc of a router with several groups into one sector per group. */
function drawSectors(colors: readonly number[]): SVGElement[] {
  if (colors.length < 2) return []
  const toPoint = (position: number): string => {
    const { x, y } = findPoint(position, colors.length)
    return `${x} ${y}`
  }
  return colors.map((color, index) =>
    draw('path', {
      class: `sector color-${color}`,
      d: `M0 0L${toPoint(index)}A${routerRadius} ${routerRadius} 0 0 1 ${toPoint(index + 1)}Z`,
    }),
  )
}

/** Offset from the middle of a letter to its baseline. */
const letterDrop = 4

/** Draws each letter on the color of its group, or all in a row if the disc has no sectors. */
function drawLetters(letters: readonly string[], colors: readonly number[]): SVGElement[] {
  if (colors.length < 2)
    return [drawText('text', letters.join(''), { class: 'letters', y: letterDrop })]
  return letters.map((letter, index) => {
    const { x, y } = findPoint(index + 0.5, colors.length, routerRadius * 0.55)
    return drawText('text', letter, { class: 'letters', x, y: y + letterDrop })
  })
}

/** Draws an area as a disc with its name and note. */
export function drawArea({ name, note, title, color }: PictureArea, open: () => void): SVGElement {
  const group = draw(
    'g',
    { class: `area color-${color}`, role: 'button', tabindex: -1 },
    drawText('title', title),
    draw('circle', { class: 'disc' }),
    draw(
      'g',
      { 'aria-hidden': 'true' },
      drawText('text', shortenName(name), { class: 'name' }),
      drawText('text', note, { class: 'note' }),
    ),
  )
  listenForOpening(group, open)
  return group
}

function listenForOpening(group: SVGElement, open: () => void): void {
  group.addEventListener('click', open)
  group.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    open()
  })
}

/** Direction of each arrow key. */
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** An element of the picture that can get the keyboard focus. */
export type Stop = Point & { group: SVGElement; isShown: () => boolean }

/** Makes the picture a single tab stop, in which arrow keys move the focus to the next element in their direction. */
export function moveWithArrows(
  picture: SVGElement,
  stops: readonly Stop[],
  onStop: (stop: Stop) => void,
): { update: () => void } {
  let current: Stop | undefined
  const choose = (next: Stop | undefined): void => {
    current?.group.setAttribute('tabindex', '-1')
    next?.group.setAttribute('tabindex', '0')
    current = next
  }
  picture.addEventListener('focusin', ({ target }) => {
    const next = stops.find(({ group }) => group === target)
    if (next) choose(next)
  })
  picture.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (!direction || !current) return
    event.preventDefault()
    const next = findNext(
      current,
      stops.filter((stop) => stop.isShown()),
      direction,
    )
    if (!next) return
    onStop(next)
    next.group.focus()
  })
  return {
    update: () => {
      if (!current?.isShown()) choose(stops.find((stop) => stop.isShown()))
    },
  }
}

/** Returns the nearest stop in a direction; sideways distance counts more. */
function findNext(from: Stop, stops: readonly Stop[], { x, y }: Point): Stop | undefined {
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
