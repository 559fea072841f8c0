import { createElement } from '../../shared/dom.js'
import { renderMarkdown } from '../../shared/markdown.js'
import type { Panel, PanelContext } from './panel.js'
import { createNotice, createShower } from './panel.js'

/** Explains what is at the cursor, or any key or rule. */
export function createExplainPanel({ call, getFile, getPosition, toAddress }: PanelContext): Panel {
  const body = createElement('div')
  const show = createShower(body)
  const render = (markdown: string): Node =>
    createElement('div', { class: 'markdown' }, renderMarkdown(markdown, toAddress))
  const words = createElement('datalist', { id: 'explainables' })
  const word = createElement('input', {
    type: 'search',
    list: 'explainables',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'link.dialers, unknown-key …',
    maxlength: '200',
    onfocus: () => void offerWords(),
    oninput: () => {
      if (word.value.trim() === '') update()
    },
  })
  const update = (): void => {
    // What somebody looked up stays until the field is empty.
    if (word.value.trim() !== '') return
    show(async () => {
      const { uri } = getFile()
      const explained = await call('routerfile.explain', uri, getPosition()).catch(() => undefined)
      return explained
        ? render(explained.markdown)
        : createNotice('Put the cursor on a key, a value or a finding, or look up a key or rule.')
    })
  }
  const offerWords = async (): Promise<void> => {
    if (words.childElementCount > 0) return
    const all = await call('routerfile.explainables')
    words.replaceChildren(
      ...all.map(({ name, summary }) => createElement('option', { value: name }, summary)),
    )
  }
  const lookUp = (event: Event): void => {
    event.preventDefault()
    if (word.value.trim() === '') update()
    else show(async () => render((await call('routerfile.explain', word.value.trim())).markdown))
  }
  return {
    title: 'Explain',
    element: createElement(
      'div',
      {},
      createElement(
        'form',
        { class: 'look-up', onsubmit: lookUp },
        createElement('label', {}, 'Key or rule', word),
        words,
        createElement('button', { type: 'submit' }, 'Look up'),
      ),
      body,
    ),
    update,
  }
}
