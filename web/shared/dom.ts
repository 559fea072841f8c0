/** An attribute: `true` sets it without a value, `false` and `undefined` leave it out, a function listens to an event. */
type Attribute = string | boolean | undefined | ((event: Event) => void)

/** What an element may hold; `undefined` and `false` are left out. Strings are text, never markup. */
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

/** The element with the focus, in the shadow root or the page that an element is in. */
function findFocused(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null
}

/**
 * Replaces the items of a list. The focus stays where it was: at the same button of the same place in the list, or at the
 * last item; in an empty list, `fallback` gets it.
 */
export function replaceItems(
  list: Element,
  items: readonly Element[],
  fallback: HTMLElement,
): void {
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

/** A sentence in which the words between backticks are code. */
export const renderSentence = (sentence: string): Child[] =>
  sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', {}, part) : part))
