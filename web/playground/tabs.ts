import { createElement } from '../shared/dom.js'

type Tab = { title: string; element: HTMLElement; onShow: () => void }

/** Creates tabs with panels, of which one is visible. Arrow keys, Home and End move between the tabs. */
export function createTabs(
  label: string,
  tabs: readonly Tab[],
): { element: HTMLElement; show: (title: string) => void; getShown: () => string } {
  const buttons = tabs.map(({ title }, index) =>
    createElement(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${title}`,
        'aria-controls': `panel-${title}`,
        onclick: () => show(index),
      },
      title,
    ),
  )
  const panels = tabs.map(({ title, element }) =>
    createElement(
      'div',
      { role: 'tabpanel', id: `panel-${title}`, 'aria-labelledby': `tab-${title}`, tabindex: '0' },
      element,
    ),
  )
  const show = (shown: number): void => {
    buttons.forEach((button, index) => {
      button.setAttribute('aria-selected', String(index === shown))
      button.tabIndex = index === shown ? 0 : -1
    })
    panels.forEach((panel, index) => {
      panel.hidden = index !== shown
    })
    tabs[shown]?.onShow()
  }
  const move = (event: Event): void => {
    if (!(event instanceof KeyboardEvent)) return
    const current = buttons.findIndex((button) => button.tabIndex === 0)
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = (next + buttons.length) % buttons.length
    show(index)
    buttons[index]?.focus()
  }
  show(0)
  return {
    element: createElement(
      'div',
      { class: 'tabs' },
      createElement('div', { role: 'tablist', 'aria-label': label, onkeydown: move }, ...buttons),
      ...panels,
    ),
    show: (title) => {
      const index = tabs.findIndex((tab) => tab.title === title)
      if (index >= 0) show(index)
    },
    getShown: () => tabs[buttons.findIndex((button) => button.tabIndex === 0)]?.title ?? '',
  }
}
