import { createElement } from '../shared/dom.js'

/** A part of the page; `note` returns the text beside its title, such as a count. */
export type Part = { title: string; element: HTMLElement; focus?: () => void; note?: () => string }

/**
 * Creates the bar that stays visible on small screens, where the parts are stacked, and leads to
 * each of them with one tap.
 */
export function createPartBar(parts: readonly Part[]): {
  element: HTMLElement
  /** Updates the notes. */
  show: () => void
  stop: () => void
} {
  const buttons = parts.map(({ title, element, focus }) =>
    createElement(
      'button',
      {
        type: 'button',
        onclick: () => {
          element.scrollIntoView()
          tapped = element
          mark()
          focus?.()
        },
      },
      title,
    ),
  )
  const notes = parts.map(() => createElement('span', { class: 'number', 'aria-hidden': 'true' }))
  const seen = new Set<Element>()
  /**
   * The part that the user tapped last; undefined once it leaves the screen. It stays current even
   * if a part above it is also visible, as when the last part is too short to scroll to the top.
   */
  let tapped: Element | undefined
  const mark = (): void => {
    const current = tapped ?? parts.find(({ element }) => seen.has(element))?.element
    parts.forEach(({ element }, index) =>
      buttons[index]?.setAttribute('aria-current', String(element === current)),
    )
  }
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target)
      else if (seen.delete(target) && target === tapped) tapped = undefined
    }
    mark()
  })
  for (const { element } of parts) observer.observe(element)
  return {
    element: createElement(
      'nav',
      { class: 'parts', 'aria-label': 'Parts of this page' },
      ...buttons.map((button, index) => createElement('span', {}, button, notes[index])),
    ),
    show: () => {
      parts.forEach(({ note }, index) => {
        const place = notes[index]
        if (place) place.textContent = note?.() ?? ''
      })
    },
    stop: () => observer.disconnect(),
  }
}
