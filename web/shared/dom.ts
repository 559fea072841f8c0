/**
 * An attribute: `true` sets it without a value, `false` and `undefined` omit it, and a function is
 * added as an event listener.
 */
type Attribute = string | boolean | undefined | ((event: Event) => void)

/** A child of an element; `undefined` and `false` are omitted. Strings become text, never markup. */
export type Child = Node | string | undefined | false

/** Creates an element, such as `createElement('button', { type: 'button', onclick: save }, 'Save')`. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice('on'.length), value)
    else if (value === true) element.setAttribute(name, '')
    else if (typeof value === 'string') element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

/** Returns the focused element in the shadow root or document that contains an element. */
function findFocused(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null
}

/** Delay after a pointer is released until its click has been dispatched, in milliseconds. */
const clickDelay = 50

/** Elements whose pointer presses are tracked; `draw` is postponed until the pointer is released. */
const watched = new WeakMap<Element, { isPressed: boolean; draw: (() => void) | undefined }>()

/** Calls `draw`, but not while a pointer is pressed in the element: replacing its content would lose the click. */
export function drawReleased(element: Element, draw: () => void): void {
  const press = watched.get(element) ?? watchPress(element)
  if (press.isPressed) press.draw = draw
  else draw()
}

function watchPress(element: Element): { isPressed: boolean; draw: (() => void) | undefined } {
  const press: { isPressed: boolean; draw: (() => void) | undefined } = {
    isPressed: false,
    draw: undefined,
  }
  const release = (): void => {
    for (const type of ['pointerup', 'pointercancel']) window.removeEventListener(type, release)
    setTimeout(() => {
      press.isPressed = false
      const { draw } = press
      press.draw = undefined
      draw?.()
    }, clickDelay)
  }
  element.addEventListener('pointerdown', () => {
    press.isPressed = true
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, release)
  })
  watched.set(element, press)
  return press
}

/**
 * Replaces the items of a list once no pointer is pressed there. If a control of the list has the focus, the focus
 * moves to the same control of the new item at the same index. If there are fewer items than before, it moves to the
 * first control of that item or of the last one; if there are no items, to `fallback`.
 */
export function replaceItems(
  list: Element,
  items: readonly Element[],
  fallback: HTMLElement,
): void {
  drawReleased(list, () => replaceNow(list, items, fallback))
}

function replaceNow(list: Element, items: readonly Element[], fallback: HTMLElement): void {
  const focused = findFocused(list)
  const place = Array.from(list.children).findIndex((item) => item.contains(focused))
  const listControls = (item: Element | undefined): HTMLElement[] =>
    Array.from(item?.querySelectorAll<HTMLElement>('button, a') ?? [])
  const control = listControls(list.children[place]).findIndex((other) => other === focused)
  const isShorter = items.length < list.children.length
  list.replaceChildren(...items)
  if (place < 0) return
  const controls = listControls(items[Math.min(place, items.length - 1)])
  const next = (isShorter ? undefined : controls[control]) ?? controls[0] ?? fallback
  next.focus()
}

/** Sets the options and the value of a select. Does not touch unchanged options, so that an open list stays open. */
export function offerChoices(
  select: HTMLSelectElement,
  choices: readonly { value: string; label: string; disabled?: boolean }[],
  value: string,
): void {
  const options = choices.map((choice) =>
    createElement('option', { value: choice.value, disabled: choice.disabled }, choice.label),
  )
  const isSame =
    options.length === select.options.length &&
    options.every((option, index) => select.options[index]?.isEqualNode(option))
  if (!isSame) select.replaceChildren(...options)
  if (select.value !== value) select.value = value
}

/** Creates a loading message. The style sheet shows it after a delay, because most waits are too short to read it. */
export const createLateWord = (word: string): HTMLElement =>
  createElement('span', { class: 'late' }, word)

/** Renders a sentence; words between backticks become code. */
export const renderSentence = (sentence: string): Child[] =>
  sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', {}, part) : part))
