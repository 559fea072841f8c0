import { createElement } from '../shared/dom.js'

type SplitterOptions = {
  /** Accessible name. */
  label: string
  /** Direction of the separator line. */
  orientation: 'vertical' | 'horizontal'
  /** Key under which the size is stored, and the name of the custom property. */
  name: string
  /** Initial share of the first part, in percent. */
  initial: number
}

/** Minimum share of a part, in percent. */
const least = 20

/** Step of an arrow key, in percent. */
const step = 4

/**
 * Creates a separator between two parts that the pointer and arrow keys move; a double click resets
 * it. It sets the custom property `--NAME` of its parent to the share of the first part.
 */
export function createSplitter({
  label,
  orientation,
  name,
  initial,
}: SplitterOptions): HTMLElement {
  const key = `routerfile.${name}`
  const move = (share: number): void => {
    const kept = Math.round(Math.min(100 - least, Math.max(least, share)))
    line.setAttribute('aria-valuenow', String(kept))
    line.parentElement?.style.setProperty(`--${name}`, `${kept}%`)
    store(key, kept)
  }
  const read = (): number => Number(line.getAttribute('aria-valuenow'))
  const follow = (event: Event): void => {
    const around = line.parentElement?.getBoundingClientRect()
    if (!(event instanceof PointerEvent) || !around || !line.hasPointerCapture(event.pointerId))
      return
    move(
      orientation === 'vertical'
        ? ((event.clientX - around.left) / around.width) * 100
        : ((event.clientY - around.top) / around.height) * 100,
    )
  }
  const press = (event: Event): void => {
    if (!(event instanceof KeyboardEvent)) return
    const change = {
      ArrowLeft: -step,
      ArrowUp: -step,
      ArrowRight: step,
      ArrowDown: step,
      Home: -100,
      End: 100,
    }[event.key]
    if (change === undefined) return
    event.preventDefault()
    move(read() + change)
  }
  const line = createElement('div', {
    class: `splitter ${orientation}`,
    role: 'separator',
    tabindex: '0',
    title: 'Drag to resize; double-click to reset',
    'aria-label': label,
    'aria-orientation': orientation,
    'aria-valuemin': String(least),
    'aria-valuemax': String(100 - least),
    'aria-valuenow': String(initial),
    onpointerdown: (event) => {
      if (event instanceof PointerEvent) line.setPointerCapture(event.pointerId)
    },
    onpointermove: follow,
    onkeydown: press,
    ondblclick: () => move(initial),
  })
  queueMicrotask(() => move(readStored(key) ?? initial))
  return line
}

// A browser may refuse storage; the size is then lost at the end of the visit.
function store(key: string, share: number): void {
  try {
    localStorage.setItem(key, String(share))
  } catch {
    return
  }
}

function readStored(key: string): number | undefined {
  try {
    const value = Number.parseInt(localStorage.getItem(key) ?? '', 10)
    return Number.isNaN(value) ? undefined : value
  } catch {
    return undefined
  }
}
