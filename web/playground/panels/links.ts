import type { ServerCommands } from '../../shared/commands.js'
import { createElement, renderSentence } from '../../shared/dom.js'
import type { Panel, PanelContext } from './panel.js'
import { createNotice, createShower } from './panel.js'

/** Creates the panel that shows which routers of the open files link with each other, and why others do not. */
export function createLinksPanel(context: PanelContext): Panel {
  const { call, listFiles } = context
  const body = createElement('div')
  const show = createShower(body, context)
  return {
    title: 'Links',
    element: createElement(
      'div',
      {},
      createElement(
        'p',
        { class: 'lead' },
        'Which of the open routers link with each other. Open the files of more routers to see them here.',
      ),
      body,
    ),
    update: () =>
      show(async () => {
        const files = listFiles()
          .filter(({ kind, rendering }) => kind === 'router' || kind === 'parts' || rendering)
          .flatMap(({ name, doc, rendering }) =>
            rendering
              ? 'text' in rendering
                ? [{ name, text: rendering.text }]
                : []
              : [{ name, text: doc.toString() }],
          )
        return renderMesh(await call('routerfile.mesh', { files }))
      }),
  }
}

type Mesh = ServerCommands['routerfile.mesh']['gives']

function renderMesh({ routers, links, missing }: Mesh): Node {
  if (routers.length === 0) return createNotice('None of the open files is a router file.')
  return createElement(
    'div',
    {},
    renderTable(
      'Routers',
      ['Router', 'Dials groups', 'Listens in groups'],
      routers.map(({ name, dials, listens, obstacle }) => [
        name,
        formatGroups(dials),
        obstacle ?? formatGroups(listens),
      ]),
    ),
    links.length > 0 &&
      renderTable(
        'Links',
        ['Between', 'Protocol', 'Certain'],
        links.map(({ between, protocol, certain, doubts }) => [
          between.join(' and '),
          protocol,
          certain ? 'yes' : `no: ${doubts.join('; ')}`,
        ]),
      ),
    missing.length > 0 &&
      renderTable(
        'No link',
        ['From', 'To', 'Why'],
        missing.map(({ from, to, why }) => [from, to, why]),
      ),
  )
}

const formatGroups = (groups: readonly string[]): string =>
  groups.length > 0 ? groups.join(', ') : 'none'

const renderTable = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLElement =>
  createElement(
    'table',
    {},
    createElement('caption', {}, caption),
    createElement(
      'thead',
      {},
      createElement('tr', {}, ...head.map((cell) => createElement('th', { scope: 'col' }, cell))),
    ),
    createElement(
      'tbody',
      {},
      ...rows.map((row) =>
        createElement(
          'tr',
          {},
          ...row.map((cell) => createElement('td', {}, ...renderSentence(cell))),
        ),
      ),
    ),
  )
