import { createElement } from '../shared/dom.js'

/** Creates a button; `style` is its class. */
export const createButton = (
  title: string,
  onClick: () => void | Promise<void>,
  style?: string,
): HTMLButtonElement =>
  createElement('button', { type: 'button', class: style, onclick: () => void onClick() }, title)
