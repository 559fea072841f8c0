import { createElement } from '../../shared/dom.js'
import { renderMarkdown } from '../../shared/markdown.js'
import type { Panel, PanelContext } from './panel.js'
import { createNotice, createShower } from './panel.js'

/** Creates the panel that explains the key at the cursor, or any key or rule. */
export function createExplainPanel(context: PanelContext): Panel {
  const { call, getFile, getPosition, getRelease, toAddress } = context
  const body = createElement('div')
  /** The last lookup and its release; `word` is empty if the cursor position was explained. */
  const question = { word: '', release: '' }
  /** The release whose keys the field suggests. */
  const offered = { release: '' }
  const show = createShower(body, context)
  const render = async (markdown: string): Promise<Node> =>
    createElement('div', { class: 'markdown' }, await renderMarkdown(markdown, toAddress))
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
      if (word.value.trim() !== '') return
      question.word = ''
      update()
    },
  })
  const update = (): void => {
    // A looked-up word stays until the field is cleared; it is explained again when the release
    // changes.
    if (question.word !== '') {
      if (question.release !== getRelease()) lookUp()
      return
    }
    show(async () => {
      const { uri } = getFile()
      const explained = await call('routerfile.explain', uri, getPosition()).catch(() => undefined)
      return explained
        ? render(explained.markdown)
        : createNotice('Put the cursor on a key, a value or a finding, or look up a key or rule.')
    })
  }
  const offerWords = async (): Promise<void> => {
    const release = getRelease()
    if (offered.release === release) return
    offered.release = release
    const all = await call('routerfile.explainables')
    words.replaceChildren(
      ...all.map(({ name, summary }) => createElement('option', { value: name }, summary)),
    )
  }
  const lookUp = (): void => {
    question.word = word.value.trim()
    question.release = getRelease()
    if (question.word === '') update()
    else show(async () => render((await call('routerfile.explain', question.word)).markdown))
  }
  return {
    title: 'Explain',
    element: createElement(
      'div',
      {},
      createElement(
        'form',
        {
          class: 'look-up',
          onsubmit: (event) => {
            event.preventDefault()
            lookUp()
          },
        },
        createElement('label', {}, 'Key or rule', word),
        words,
        createElement('button', { type: 'submit' }, 'Look up'),
      ),
      body,
    ),
    update,
  }
}
