import { summarizeMesh } from '../../src/mesh/summary.js'
import { formatCount } from '../../src/document/words.js'
import { createElement } from '../shared/dom.js'
import type { DetailEvents } from './details.js'
import { createDetails } from './details.js'
import type { Choice } from './figure.js'
import { createFigure, stateWords } from './figure.js'
import { GroupSigns } from './group-signs.js'
import type { PlacedMesh } from './placed-mesh.js'
import { createTables } from './tables.js'

/** The view of a network: search, groups, picture, details and tables. */
type MeshView = {
  element: HTMLElement
  show: (mesh: PlacedMesh) => void
  /** Clears the selection before another network is shown. */
  clear: () => void
  stop: () => void
}

type MeshViewEvents = Omit<DetailEvents, 'onChooseRouter'> & {
  /** Saves the picture as SVG; for pages that may not start a download themselves. */
  onSave?: (image: Blob) => void
}

/** Maximum number of group buttons; the tables and details show further groups. */
const maxChips = 24

/** Maximum number of search results; a longer search term finds the others. */
const maxFound = 12

/** Creates the view. */
export function createMeshView(events: MeshViewEvents): MeshView {
  const state: {
    mesh: PlacedMesh | undefined
    signs: GroupSigns
    choice: Choice
    group: string | undefined
  } = { mesh: undefined, signs: new GroupSigns([]), choice: undefined, group: undefined }
  const choose = (choice: Choice, zoomsIn = false): void => {
    state.choice = choice
    figure.choose(choice, zoomsIn)
    if (state.mesh) details.show(choice, state.mesh, state.signs)
  }
  const chooseRouter = (name: string, zoomsIn = false): void => {
    const router = state.mesh?.routers.find((other) => other.name === name)
    choose(router && { router }, zoomsIn)
  }
  const move = (name: string, group: string, misspelled?: string): void => {
    chooseRouter(name)
    details.showMove(name, group, misspelled)
  }
  const figure = createFigure({
    onChoose: choose,
    onMove: events.moves && move,
    onSave: events.onSave,
  })
  const details = createDetails({ ...events, onChooseRouter: (name) => chooseRouter(name, true) })
  const tables = createTables({
    onChooseRouter: (name) => chooseRouter(name, true),
    onChooseLink: (index) => {
      const line = state.mesh?.lines.find(({ links }) => links.includes(index))
      choose(line && { line })
      details.element.scrollIntoView({ block: 'nearest' })
    },
  })
  const search = createSearch((name) => {
    chooseRouter(name, true)
    // The list of routers found is open while the focus is in the search, and covers the picture.
    details.focus()
  })
  const chips = createElement('ul', { class: 'groups', 'aria-label': 'Groups' })
  const near = createElement('ul', {
    class: 'near-groups',
    'aria-label': 'Groups with nearly the same name',
  })
  const markGroup = (name: string | undefined): void => {
    state.group = name
    const group = state.signs.all.find((other) => other.name === name)
    figure.mark(group && new Set(group.routers))
    showChips()
  }
  const showChips = (): void =>
    chips.replaceChildren(
      ...state.signs.all.slice(0, maxChips).map(({ name, letter, color, routers }) =>
        createElement(
          'li',
          { 'data-group': name },
          createElement(
            'button',
            {
              type: 'button',
              class: 'chip',
              'aria-pressed': String(state.group === name),
              onclick: () => markGroup(state.group === name ? undefined : name),
            },
            createElement('span', { class: `sign color-${color}`, 'aria-hidden': 'true' }, letter),
            createElement('span', { class: 'chip-name' }, name),
          ),
          createElement('span', { class: 'count' }, String(routers.length)),
        ),
      ),
      ...(state.signs.all.length > maxChips
        ? [createElement('li', { class: 'count' }, `and ${state.signs.all.length - maxChips} more`)]
        : []),
    )
  const showNear = ({ nearGroups, routers }: PlacedMesh): void =>
    near.replaceChildren(
      ...nearGroups.slice(0, 5).map(({ name, meant, meantCount, routers: members }) => {
        const [first = ''] = members
        const canMove = events.moves && routers.find((router) => router.name === first)?.canMove
        return createElement(
          'li',
          {},
          createElement('span', { class: 'sign-warning', 'aria-hidden': 'true' }, '!'),
          'Is group ',
          createElement('code', {}, name),
          ` (${members.length > 3 ? formatCount(members.length, 'router') : members.join(', ')}) a misspelling of `,
          createElement('code', {}, meant),
          ` (${formatCount(meantCount, 'router')})? `,
          createElement(
            'button',
            {
              type: 'button',
              class: 'name',
              onclick: () =>
                canMove === true ? move(first, meant, name) : chooseRouter(first, true),
            },
            canMove === true ? `Move ${first}` : `Show ${first}`,
          ),
        )
      }),
    )
  const element = createElement(
    'div',
    { class: 'network' },
    createElement('div', { class: 'finder' }, search.element, chips),
    near,
    createElement('div', { class: 'columns' }, figure.element, details.element, tables.element),
  )
  return {
    element,
    show: (mesh) => {
      state.mesh = mesh
      state.signs = new GroupSigns(mesh.routers)
      element.hidden = mesh.routers.length === 0
      search.show(mesh)
      showNear(mesh)
      figure.show(mesh, state.signs)
      tables.show(mesh)
      markGroup(state.signs.all.some(({ name }) => name === state.group) ? state.group : undefined)
      const { choice } = state
      if (choice && 'router' in choice) chooseRouter(choice.router.name)
      else choose(undefined)
    },
    clear: () => {
      state.choice = undefined
      state.group = undefined
      search.clear()
    },
    stop: figure.stop,
  }
}

/** Creates the search for routers by a part of their name. */
function createSearch(onChooseRouter: (name: string) => void): {
  element: HTMLElement
  show: (mesh: PlacedMesh) => void
  clear: () => void
} {
  let routers: PlacedMesh['routers'] = []
  const found = createElement('ul', { class: 'found', 'aria-label': 'Routers found' })
  const find = (): PlacedMesh['routers'] => {
    const word = input.value.trim().toLowerCase()
    if (word === '') return []
    const matches = routers.filter(({ name }) => name.toLowerCase().includes(word))
    // An exact match comes first.
    return matches.sort(
      (left, right) =>
        Number(right.name.toLowerCase() === word) - Number(left.name.toLowerCase() === word),
    )
  }
  const update = (): void => {
    const all = find()
    found.replaceChildren(
      ...all
        .slice(0, maxFound)
        .map(({ name, linkCount }) =>
          createElement(
            'li',
            {},
            createElement(
              'button',
              { type: 'button', class: 'name', onclick: () => onChooseRouter(name) },
              name,
            ),
            createElement('span', { class: 'count' }, formatCount(linkCount, 'link')),
          ),
        ),
      ...(input.value.trim() !== '' && all.length === 0
        ? [createElement('li', {}, 'No router has this in its name.')]
        : []),
      ...(all.length > maxFound
        ? [createElement('li', { class: 'count' }, `and ${all.length - maxFound} more`)]
        : []),
    )
  }
  const input = createElement('input', {
    type: 'search',
    id: 'mesh-find',
    spellcheck: 'false',
    placeholder: 'Find a router',
    'aria-label': 'Find a router',
    oninput: update,
    onkeydown: (event) => {
      const [first] = find()
      if (event instanceof KeyboardEvent && event.key === 'Enter' && first)
        onChooseRouter(first.name)
    },
  })
  return {
    element: createElement('search', { class: 'search' }, input, found),
    show: (mesh) => {
      routers = mesh.routers
      update()
    },
    clear: () => {
      input.value = ''
      update()
    },
  }
}

/** Summarizes the network in a sentence or two. */
export function describeMesh(mesh: PlacedMesh, whenEmpty: string): string {
  const { routers, parts, realCount, links } = mesh
  const joined = parts.filter((part) => part.length > 1)
  const alone = parts.filter((part) => part.length === 1)
  if (routers.length === 1 && realCount === undefined)
    return 'One router file. Add another to see links.'
  const differing = links.filter(({ state }) => state === 'missing' || state === 'unexpected')
  return [
    summarizeMesh(
      { ...mesh, links: links.filter(({ state }) => state !== 'unexpected') },
      whenEmpty,
    ),
    ...(joined.length > 1 ? [`The network falls into ${joined.length} parts.`] : []),
    ...(routers.length > 1 && alone.length > 0
      ? [
          `${formatCount(alone.length, 'router')} ${alone.length === 1 ? 'has' : 'have'} no link that ${stateWords.certain}.`,
        ]
      : []),
    ...(realCount === undefined
      ? []
      : [
          `${formatCount(realCount, 'link')} up: ${differing.length === 0 ? 'as predicted' : `${differing.length} ${differing.length === 1 ? 'differs' : 'differ'}`}.`,
        ]),
  ].join(' ')
}
