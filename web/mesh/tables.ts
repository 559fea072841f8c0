import { formatCount, formatNumber } from '../../src/document/words.js'
import type { UnlinkedPair } from '../../src/mesh/summary.js'
import { createElement, renderSentence } from '../shared/dom.js'
import type { Child } from '../shared/dom.js'
import { stateWords } from './figure.js'
import type { PlacedMesh } from './placed-mesh.js'
import type { ShownDial, ShownLink } from './shown-mesh.js'

/** The tables of links and of pairs without one. */
export type Tables = { element: HTMLElement; show: (mesh: PlacedMesh) => void }

/** Callbacks of the rows. */
export type TableEvents = {
  onChooseRouter: (name: string) => void
  onChooseLink: (linkIndex: number) => void
}

/** Number of rows that are shown at first. */
const firstRows = 200

/** Number of rows that each click adds. */
const moreRows = 1000

/** Maximum number of rows without scrolling. */
const maxUnscrolledRows = 20

/** Creates the tables. */
export function createTables(events: TableEvents): Tables {
  const filter = createElement('input', { type: 'search', id: 'mesh-filter', spellcheck: 'false' })
  const links = createTable('Links', ['Router', 'Router', 'Protocol', 'State', 'Dials'])
  const missing = createTable('Pairs without a link', ['Router', 'Router', 'Reason'])
  const element = createElement(
    'div',
    { class: 'tables' },
    createElement(
      'p',
      { class: 'filter' },
      createElement('label', { for: 'mesh-filter' }, 'Only routers whose name contains'),
      filter,
    ),
    links.element,
    missing.element,
  )
  let shown: PlacedMesh | undefined
  const update = (): void => {
    if (!shown) return
    const word = filter.value.trim().toLowerCase()
    const matches = (...names: readonly string[]): boolean =>
      word === '' || names.some((name) => name.toLowerCase().includes(word))
    const { linkedPairs = 0, missingPairs = 0 } = shown.unlisted ?? {}
    const listed = [...shown.links.entries()].filter(([, link]) => matches(...link.between))
    const pairCount = new Set(listed.map(([, { between }]) => between.join('\n'))).size
    links.show(
      listed.map(
        ([index, link]) =>
          () =>
            createLinkRow(link, index, events),
      ),
      linkedPairs > 0 ? 'No links are listed.' : 'No links.',
      (listed.length === pairCount
        ? formatNumber(pairCount)
        : `${formatNumber(listed.length)} of ${formatCount(pairCount, 'pair')}`) +
        countRest(linkedPairs),
    )
    const unlinked = shown.missing.filter(({ between }) => matches(...between))
    missing.show(
      unlinked.map((pair) => () => createPairRow(pair, events)),
      missingPairs > 0
        ? 'No pairs are listed.'
        : shown.routers.length < 2
          ? 'There are no pairs.'
          : unlinked.length < shown.missing.length
            ? 'No pair has this in its names.'
            : 'Every pair has a link.',
      formatNumber(unlinked.length) + countRest(missingPairs),
    )
  }
  filter.addEventListener('input', update)
  return {
    element,
    show: (mesh) => {
      shown = mesh
      update()
    },
  }
}

/** Formats the number of pairs that the report of a large network does not list. */
const countRest = (count: number): string =>
  count === 0 ? '' : `, ${formatNumber(count)} more not listed`

type Cells = readonly (readonly Child[])[]

/** Creates a table that shows its first rows, and more on request. */
function createTable(
  name: string,
  head: readonly string[],
): {
  element: HTMLElement
  show: (rows: readonly (() => Cells)[], empty: string, count: string) => void
} {
  const body = createElement('tbody')
  const count = createElement('span', { class: 'count' })
  const note = createElement('p', { class: 'note' })
  const more = createElement('button', { type: 'button' })
  let rest: readonly (() => Cells)[] = []
  const append = (limit: number): void => {
    body.append(
      ...rest
        .slice(0, limit)
        .map((create) =>
          createElement('tr', {}, ...create().map((cell) => createElement('td', {}, ...cell))),
        ),
    )
    rest = rest.slice(limit)
    more.hidden = rest.length === 0
    more.textContent = `Show more (${formatNumber(rest.length)} left)`
  }
  more.addEventListener('click', () => append(moreRows))
  const scroll = createElement(
    'div',
    { class: 'scroll', role: 'group', 'aria-label': `All of: ${name}`, tabindex: '0' },
    createElement(
      'table',
      { 'aria-label': name },
      createElement(
        'thead',
        {},
        createElement('tr', {}, ...head.map((word) => createElement('th', { scope: 'col' }, word))),
      ),
      body,
    ),
  )
  return {
    element: createElement(
      'section',
      {},
      // The count is outside the heading, so that it is not part of the accessible name.
      createElement('div', { class: 'title' }, createElement('h2', {}, name), count),
      scroll,
      note,
      more,
    ),
    show: (rows, empty, counted) => {
      body.replaceChildren()
      scroll.classList.toggle('is-long', rows.length > maxUnscrolledRows)
      count.textContent = counted
      note.textContent = rows.length === 0 ? empty : ''
      rest = rows
      append(firstRows)
    },
  }
}

const createNameButton = (name: string, { onChooseRouter }: TableEvents): HTMLElement =>
  createElement(
    'button',
    { type: 'button', class: 'name', title: name, onclick: () => onChooseRouter(name) },
    name,
  )

/** Creates the row of a pair without a link, with one reason, or one per direction. */
const createPairRow = ({ between, reasons }: UnlinkedPair, events: TableEvents): Cells => [
  [createNameButton(between[0], events)],
  [createNameButton(between[1], events)],
  reasons.flatMap(({ why }, index) => [index > 0 && createElement('br'), ...renderSentence(why)]),
]

function createLinkRow(link: ShownLink, index: number, events: TableEvents): Cells {
  const { between, protocol, certain, state, doubts, dials } = link
  return [
    [createNameButton(between[0], events)],
    [createNameButton(between[1], events)],
    [protocol],
    [
      createElement('span', { class: `state ${state}` }, stateWords[state]),
      ...(certain || doubts.length === 0 ? [] : [': ', ...renderSentence(doubts.join('; '))]),
    ],
    [
      createElement(
        'button',
        {
          type: 'button',
          class: 'name',
          title: formatDials(dials),
          onclick: () => events.onChooseLink(index),
        },
        formatDials(dials),
      ),
    ],
  ]
}

/** Formats which router dials which. */
function formatDials(dials: readonly ShownDial[]): string {
  const directions = new Set(dials.map(({ from, to }) => `${from} → ${to}`))
  return directions.size === 0 ? 'Details' : [...directions].join(', ')
}
