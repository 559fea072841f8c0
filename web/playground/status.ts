import { createElement } from '../shared/dom.js'

/** How long a message is shown, in milliseconds. */
const messageTime = 10_000

/** Creates the line that shows messages for some seconds. */
export function createStatus(): { element: HTMLElement; announce: (message: string) => void } {
  const element = createElement('p', { class: 'status', role: 'status' })
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    element,
    announce: (message) => {
      clearTimeout(timer)
      element.textContent = message
      timer = setTimeout(() => {
        element.textContent = ''
      }, messageTime)
    },
  }
}
