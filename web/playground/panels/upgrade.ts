import type { Text } from '@codemirror/state'
import type { ServerCommands } from '../../shared/commands.js'
import { createElement, renderSentence } from '../../shared/dom.js'
import { renderMarkdown } from '../../shared/markdown.js'
import { getDoc, isBlank } from '../open-files.js'
import type { Panel, PanelContext } from './panel.js'
import { createNotice, createShower } from './panel.js'
import { findNext, proposeStep } from './upgrade-step.js'

/** Creates the panel that shows what changes with another release, in the order of `routerfile upgrade`. */
export function createUpgradePanel(context: PanelContext): Panel {
  const { call, getFile, getRelease, listReleases } = context
  const body = createElement('div')
  const show = createShower(body, context)
  const update = (): void =>
    show(async () => {
      const file = getFile()
      const { kind, uri } = file
      if (isBlank(file)) return createNotice('An empty file does not change.')
      if (kind === 'template')
        return createNotice(
          'This is a template. Render it with its values, below the editor, and open the result.',
        )
      await followRelease()
      const doc = getDoc(file)
      const upgrade = await call('routerfile.upgrade', uri, to.value, from.value)
      return renderUpgrade({ doc, upgrade, update }, context)
    })
  const from = createElement('select', {
    onchange: () => {
      void listReleases().then((releases) => {
        if (picked.what !== 'both') to.value = findNext(releases, from.value) ?? to.value
        picked.what ||= 'from'
        update()
      })
    },
  })
  const to = createElement('select', {
    onchange: () => {
      picked.what = 'both'
      update()
    },
  })
  /**
   * What the user picked since the page's release became `release`. With `from`, the other picker still follows the
   * first; with `both`, neither changes by itself.
   */
  const picked: { release: string; what: '' | 'from' | 'both' } = { release: '', what: '' }
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

  /** Proposes an upgrade for the current release and file, unless the user picked another one. */
  async function followRelease(): Promise<void> {
    const releases = await listReleases()
    const release = getRelease()
    if (picked.release !== release) {
      Object.assign(picked, { release, what: '' })
      const isLine = releases.some(({ name }) => name === release)
      const choices = [...(isLine ? [] : [{ name: release, label: release }]), ...releases]
      for (const picker of [from, to])
        picker.replaceChildren(
          ...choices.map(({ name, label }) => createElement('option', { value: name }, label)),
        )
    }
    if (picked.what !== '') return
    const isLast = findNext(releases, release) === undefined
    const lines = isLast ? (await call('routerfile.verdicts', getFile().uri)).lines : []
    if (picked.what !== '' || picked.release !== release) return
    const step = proposeStep(releases, release, lines)
    from.value = step.from
    to.value = step.to
  }
}

type Upgrade = ServerCommands['routerfile.upgrade']['gives']

/** @param input `doc` is the text that was upgraded. */
async function renderUpgrade(
  { doc, upgrade, update }: { doc: Text; upgrade: Upgrade; update: () => void },
  context: PanelContext,
): Promise<Node> {
  const { from, to, text, preparations, changes } = upgrade
  const { replaceMade, announce } = context
  const count = changes.filter(({ isApplied }) => isApplied).length
  const headings = [...new Set(changes.map(({ heading }) => heading))]
  const items = await Promise.all(
    changes.map(async (change) => ({ change, item: await renderChange(change, context) })),
  )
  return createElement(
    'div',
    {},
    changes.length === 0
      ? createNotice(`Release ${to} does the same with this file as ${from}.`)
      : createElement(
          'p',
          {},
          `${changes.length === 1 ? 'One change' : `${changes.length} changes`} from ${from} to ${to}.`,
        ),
    ...renderPart(
      'Before the upgrade',
      preparations.map((sentence) => createElement('li', {}, ...renderSentence(sentence))),
    ),
    text !== doc.toString() &&
      count > 0 &&
      createElement(
        'button',
        {
          type: 'button',
          onclick: () => {
            if (replaceMade(doc, text))
              return announce(`The file is prepared for ${to}. Undo with Ctrl+Z.`)
            update()
            announce(
              'The file changed after this upgrade was computed. Check the new changes, then apply them.',
            )
          },
        },
        count === 1 ? 'Apply the safe change' : `Apply ${count} safe changes`,
      ),
    ...headings.flatMap((heading) =>
      renderPart(
        `${heading.charAt(0).toUpperCase()}${heading.slice(1)}`,
        items.filter(({ change }) => change.heading === heading).map(({ item }) => item),
      ),
    ),
  )
}

/** Renders a list with a heading; nothing if the list is empty. */
const renderPart = (heading: string, items: readonly Node[]): HTMLElement[] =>
  items.length === 0
    ? []
    : [
        createElement('h2', { class: 'cards-heading' }, heading),
        createElement('ul', { class: 'cards', 'aria-label': heading }, ...items),
      ]

const renderChange = async (
  { title, detail, range, isApplied }: Upgrade['changes'][number],
  { goToLine, toAddress }: PanelContext,
): Promise<Node> =>
  createElement(
    'li',
    {},
    createElement('strong', {}, ...renderSentence(title)),
    createElement('div', { class: 'markdown' }, await renderMarkdown(detail, toAddress)),
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
