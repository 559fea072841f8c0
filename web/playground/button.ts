import { createElement } from '../shared/dom.js'

/** A button with a title; its style is a class. */
export const createButton = (
  title: string,
  onClick: () => void | Promise<void>,
  style?: string,
): HTMLButtonElement =>
  createElement('button', { type: 'button', class: style, onclick: () => void onClick() }, title)
