import type { ServerCommands } from '../../shared/commands.js'
import { createElement, renderSentence } from '../../shared/dom.js'
import { renderMarkdown } from '../../shared/markdown.js'
import { isBlank } from '../open-files.js'
import type { Panel, PanelContext } from './panel.js'
import { createNotice, createShower } from './panel.js'

/** What another release does differently with the file. */
export function createUpgradePanel(context: PanelContext): Panel {
  const { call, getFile, getRelease, listReleases } = context
  const body = createElement('div')
  const show = createShower(body, context)
  const update = (): void => {
    show(async () => {
      await followRelease()
      if (isBlank(getFile())) return createNotice('An empty file does not change.')
      if (getFile().kind === 'template')
        return createNotice(
          'This is a template. Render it with its values, below the editor, and open the result.',
        )
      const upgrade = await call('routerfile.upgrade', getFile().uri, to.value, from.value)
      return renderUpgrade(upgrade, context)
    })
  }
  const from = createElement('select', { onchange: update })
  const to = createElement('select', { onchange: update })
  /** The release that the pickers were set for. */
  const followed = { release: '' }
  return {
    title: 'Upgrade',
    element: createElement(
      'div',
      {},
      createElement(
        'p',
        { class: 'lead' },
        'What changes for this file when the router moves from one release to another.',
      ),
      createElement(
        'div',
        { class: 'pickers' },
        createElement('label', {}, 'From', from),
        createElement('label', {}, 'To', to),
      ),
      body,
    ),
    update,
  }

  /** Proposes the way from the chosen release to the newest, or to the newest from the one before. */
  async function followRelease(): Promise<void> {
    const releases = await listReleases()
    const chosen = getRelease()
    if (followed.release === chosen) return
    followed.release = chosen
    for (const picker of [from, to])
      picker.replaceChildren(
        ...[
          ...(releases.some(({ name }) => name === chosen)
            ? []
            : [{ name: chosen, label: chosen }]),
          ...releases,
        ].map(({ name, label }) => createElement('option', { value: name }, label)),
      )
    const names = releases.filter(({ isPreRelease }) => !isPreRelease).map(({ name }) => name)
    const [newest = '', before = newest] = names
    const isPreview = releases.some(({ name, isPreRelease }) => name === chosen && isPreRelease)
    to.value = isPreview ? chosen : newest
    from.value = isPreview ? newest : chosen === newest ? before : chosen
  }
}

type Upgrade = ServerCommands['routerfile.upgrade']['gives']

function renderUpgrade({ from, to, text, changes }: Upgrade, context: PanelContext): Node {
  const { getFile, replaceText, announce } = context
  if (changes.length === 0)
    return createNotice(`Release ${to} does the same with this file as ${from}.`)
  const count = changes.filter(({ isApplied }) => isApplied).length
  return createElement(
    'div',
    {},
    createElement(
      'p',
      {},
      `${changes.length === 1 ? 'One change' : `${changes.length} changes`} from ${from} to ${to}.`,
    ),
    text !== getFile().state.doc.toString() &&
      count > 0 &&
      createElement(
        'button',
        {
          type: 'button',
          onclick: () => {
            replaceText(text)
            announce(`The file is prepared for ${to}. Undo with Ctrl+Z.`)
          },
        },
        count === 1 ? 'Apply the safe change' : `Apply ${count} safe changes`,
      ),
    createElement(
      'ul',
      { class: 'cards', 'aria-label': 'Changes' },
      ...changes.map((change) => renderChange(change, context)),
    ),
  )
}

const renderChange = (
  { title, detail, range, isApplied }: Upgrade['changes'][number],
  { goToLine, toAddress }: PanelContext,
): Node =>
  createElement(
    'li',
    {},
    createElement('strong', {}, ...renderSentence(title)),
    createElement('div', { class: 'markdown' }, renderMarkdown(detail, toAddress)),
    createElement(
      'p',
      { class: 'facts' },
      range &&
        createElement(
          'button',
          { type: 'button', class: 'link', onclick: () => goToLine(range.start.line + 1) },
          `Line ${range.start.line + 1}`,
        ),
      isApplied && createElement('span', { class: 'badge' }, 'safe to apply'),
    ),
  )
