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

/** A sentence in which the words between backticks are code. */
export const renderSentence = (sentence: string): Child[] =>
  sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', {}, part) : part))
