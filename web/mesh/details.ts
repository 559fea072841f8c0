import { formatCount, formatList } from '../../src/document/words.js'
import type { UnlinkedPair } from '../../src/mesh/summary.js'
import { createElement, renderSentence } from '../shared/dom.js'
import type { OpenedFile } from '../shared/opened-file.js'
import type { Choice } from './figure.js'
import { nameArea, stateWords } from './figure.js'
import type { GroupSigns } from './group-signs.js'
import type { MoveEvents, MoveForm } from './move-form.js'
import { createMoveForm } from './move-form.js'
import type { PlacedArea, PlacedLine, PlacedMesh, PlacedRouter } from './placed-mesh.js'
import type { ShownFinding, ShownLink } from './shown-mesh.js'
import { findLoss } from './without.js'

/** The panel with details about the selected router, line, pair or area, and the source of a file. */
export type Details = {
  element: HTMLElement
  show: (choice: Choice, mesh: PlacedMesh, signs: GroupSigns) => void
  /**
   * Selects `group` in the form of the shown router, which previews adding the router to this group. With `misspelled`,
   * the form previews replacing that group by `group` instead.
   */
  showMove: (name: string, group: string, misspelled?: string) => void
  /** Moves the keyboard focus to the details, without scrolling to them. */
  focus: () => void
}

export type DetailEvents = {
  onChooseRouter: (name: string) => void
  /** Called when the user toggles whether the controller rejects a router. */
  onDisable: (name: string, isDisabled: boolean) => void
  isDisabled: (name: string) => boolean
  /** Returns the text of a file; undefined if the file is not open. */
  readFile: (name: string) => string | undefined
  /** Called when the user wants to edit a line of a file; lines count from 1. */
  onEdit: (name: string, line: number) => void
  /** Label of the button that opens the editor. */
  editTitle: string
  moves?: MoveEvents | undefined
}

/** Maximum number of names in a list; the rest is counted. */
const maxNames = 40

/** Creates the details panel. */
export function createDetails(events: DetailEvents): Details {
  const content = createElement('div', {
    class: 'details',
    role: 'region',
    'aria-label': 'Details',
    tabindex: '0',
  })
  const source = createElement('div', { class: 'source' })
  const element = createElement('aside', {}, content, source)
  let form: MoveForm | undefined
  return {
    element,
    show: (choice, mesh, signs) => {
      const openLine = (router: string, line: number): void => {
        const name = mesh.routers.find((other) => other.name === router)?.file
        const text = name === undefined ? undefined : events.readFile(name)
        if (name !== undefined && text === undefined) return events.onEdit(name, line)
        source.replaceChildren(
          ...(name !== undefined && text !== undefined
            ? [createSource({ name, text }, line, events)]
            : []),
        )
        showCurrentLine(source)
      }
      const context = { ...events, openLine }
      form = undefined
      content.replaceChildren(...createContent(choice, mesh, context))
      if (choice && 'router' in choice && events.moves && choice.router.canMove) {
        form = createMoveForm(choice.router, signs, events.moves)
        content.append(form.element)
      }
      source.replaceChildren()
      if (choice && 'router' in choice && choice.router.file !== undefined) {
        const { name, line, file } = choice.router
        if (events.readFile(file) === undefined)
          content.append(
            createElement(
              'p',
              {},
              createElement(
                'button',
                { type: 'button', onclick: () => events.onEdit(file, line) },
                events.editTitle,
              ),
            ),
          )
        else openLine(name, line)
      }
    },
    showMove: (name, group, misspelled) => {
      if (form?.router === name) form.choose(group, misspelled)
    },
    focus: () => content.focus({ preventScroll: true }),
  }
}

function createContent(choice: Choice, mesh: PlacedMesh, context: Context): HTMLElement[] {
  if (choice === undefined)
    return [
      createElement(
        'p',
        { class: 'hint' },
        'Select a router or a link to see who dials whom, and the line that decides it.',
      ),
      ...createOverview(mesh, context),
    ]
  if ('router' in choice) return createRouterDetails(choice.router, mesh, context)
  if ('line' in choice) return createLineDetails(choice.line, mesh, context)
  return 'pair' in choice
    ? createPairDetails(choice.pair, context)
    : createAreaDetails(choice.area, mesh, context)
}

/**
 * Lists a few routers with fewer links than others, fewest first, because they often have a problem; empty if all have
 * the same number of links.
 */
function createOverview({ routers }: PlacedMesh, context: Context): HTMLElement[] {
  const most = Math.max(...routers.map(({ linkCount }) => linkCount))
  const least = routers
    .filter(({ linkCount }) => linkCount < most)
    .sort((left, right) => left.linkCount - right.linkCount)
    .slice(0, 12)
    .map(({ name, linkCount }) => ({ name, word: formatCount(linkCount, 'linked router') }))
  return createNames('Fewest links', least, context)
}

/** Scrolls the source, but not the page, to the current line. */
function showCurrentLine(source: HTMLElement): void {
  const current = source.querySelector<HTMLElement>('.current')
  const text = current?.parentElement
  if (text) text.scrollTop = current.offsetTop - text.clientHeight / 3
}

type Context = DetailEvents & { openLine: (router: string, line: number) => void }

function createRouterDetails(
  router: PlacedRouter,
  mesh: PlacedMesh,
  context: Context,
): HTMLElement[] {
  const { name, obstacle, groups, findings } = router
  const links = mesh.links.filter(({ between }) => between.includes(name))
  const others = links.map(({ between: [left, right], protocol, state }) => ({
    name: left === name ? right : left,
    word: state === 'certain' ? protocol : `${protocol}, ${stateWords[state]}`,
  }))
  return [
    createElement('h2', {}, name),
    createElement('p', {}, ...renderSentence(obstacle ?? groups)),
    createElement(
      'label',
      { class: 'check' },
      createElement('input', {
        type: 'checkbox',
        checked: context.isDisabled(name),
        onchange: ({ target }) =>
          target instanceof HTMLInputElement && context.onDisable(name, target.checked),
      }),
      'Switch this router off (the controller rejects this router)',
    ),
    ...(context.isDisabled(name) ? [] : createLoss(name, mesh)),
    ...createFindings(
      findings.map((finding) => ({ ...finding, router: name })),
      context,
    ),
    ...createNames(formatCount(others.length, 'link'), others, context),
    ...createNames('No link with', listReasons(name, mesh), context),
  ]
}

/** Describes which routers lose their connection without this router. */
function createLoss(name: string, mesh: PlacedMesh): HTMLElement[] {
  const loss = findLoss(mesh, name)
  if (!loss) return []
  const { parts, alone } = loss
  if (parts.length < 2)
    return [createElement('p', { class: 'loss' }, 'Without it, the others stay linked.')]
  const joined = parts.filter((part) => part.length > 1)
  return [
    createElement(
      'div',
      { class: 'loss breaks' },
      createElement('p', {}, `Without it, the network falls into ${parts.length} parts:`),
      createElement(
        'ul',
        {},
        ...joined.map((part) => createElement('li', {}, listNames(part))),
        alone.length > 0 &&
          createElement(
            'li',
            {},
            `${alone.length === 1 ? 'alone' : 'each alone'}: ${listNames(alone)}`,
          ),
      ),
    ),
  ]
}

const listNames = (names: readonly string[]): string =>
  names.length > 8
    ? `${names.slice(0, 7).join(', ')} and ${names.length - 7} more`
    : formatList(names)

function createPairDetails({ between, reasons }: UnlinkedPair, context: Context): HTMLElement[] {
  return [
    createElement('h2', {}, between.join(' – ')),
    createElement('p', {}, 'No link, because:'),
    createElement(
      'ul',
      { class: 'dials' },
      ...reasons.map(({ why }) => createElement('li', {}, ...renderSentence(why))),
    ),
    ...createNames(
      'Routers',
      between.map((name) => ({ name, word: '' })),
      context,
    ),
  ]
}

function createAreaDetails(area: PlacedArea, mesh: PlacedMesh, context: Context): HTMLElement[] {
  const { routers, inside, title } = area
  const names = new Set(routers.map(({ name }) => name))
  const outside = mesh.lines.filter(({ from, to }) => names.has(from.name) !== names.has(to.name))
  return [
    createElement('h2', {}, nameArea(area)),
    createElement('p', {}, title),
    createElement(
      'p',
      {},
      `${formatCount(inside, 'linked pair')} among its routers, ${outside.length} with others.`,
    ),
    ...createNames(
      formatCount(routers.length, 'router'),
      routers.map(({ name, linkCount }) => ({
        name,
        word: formatCount(linkCount, 'linked router'),
      })),
      context,
    ),
  ]
}

type OtherRouter = { name: string; word: string }

/** Returns the routers that do not link with this one, with the reasons. */
function listReasons(name: string, { missing }: PlacedMesh): OtherRouter[] {
  const reasons = new Map<string, string>()
  for (const { between, reasons: all } of missing) {
    if (!between.includes(name)) continue
    const other = between[0] === name ? between[1] : between[0]
    reasons.set(other, all.map(({ why }) => why).join('; '))
  }
  return [...reasons].map(([other, word]) => ({ name: other, word }))
}

function createNames(
  title: string,
  others: readonly OtherRouter[],
  { onChooseRouter }: Context,
): HTMLElement[] {
  if (others.length === 0) return []
  const rest = others.length - maxNames
  return [
    createElement('h3', {}, title),
    createElement(
      'ul',
      { class: 'names' },
      ...others
        .slice(0, maxNames)
        .map(({ name, word }) =>
          createElement(
            'li',
            {},
            createElement(
              'button',
              { type: 'button', class: 'name', onclick: () => onChooseRouter(name) },
              name,
            ),
            ' ',
            ...renderSentence(word),
          ),
        ),
      rest > 0 && createElement('li', {}, `and ${rest} more`),
    ),
  ]
}

function createFindings(
  findings: readonly (ShownFinding & { router: string })[],
  { openLine }: Context,
): HTMLElement[] {
  if (findings.length === 0) return []
  return [
    createElement('h3', {}, formatCount(findings.length, 'finding')),
    createElement(
      'ul',
      { class: 'findings' },
      ...findings.map(({ rule, severity, message, line, router }) =>
        createElement(
          'li',
          { class: severity },
          createElement(
            'button',
            { type: 'button', class: 'name', onclick: () => openLine(router, line) },
            `Line ${line}`,
          ),
          ' ',
          ...renderSentence(message),
          createElement('small', {}, ` ${severity} ${rule}`),
        ),
      ),
    ),
  ]
}

function createLineDetails(
  { from, to, links }: PlacedLine,
  mesh: PlacedMesh,
  context: Context,
): HTMLElement[] {
  return [
    createElement('h2', {}, `${from.name} – ${to.name}`),
    ...links.flatMap((index) => {
      const link = mesh.links[index]
      return link ? createLinkDetails(link, context) : []
    }),
  ]
}

function createLinkDetails(
  { protocol, state, doubts, dials, findings }: ShownLink,
  context: Context,
): HTMLElement[] {
  const { openLine } = context
  return [
    createElement('h3', {}, `${protocol}: ${stateWords[state]}`),
    createElement(
      'ul',
      { class: 'dials' },
      ...doubts.map((doubt) => createElement('li', {}, ...renderSentence(doubt))),
      ...dials.map(({ from, to, address, line }) =>
        createElement(
          'li',
          {},
          `${from} dials ${to}`,
          ...(address === undefined ? [] : [' at ', createElement('code', {}, address)]),
          ...(line === undefined
            ? []
            : [
                ' ',
                createElement(
                  'button',
                  { type: 'button', class: 'name', onclick: () => openLine(to, line) },
                  `Line ${line} of ${to}`,
                ),
              ]),
        ),
      ),
    ),
    ...createFindings(findings, context),
  ]
}

/** Context lines before and after the current one. */
const linesAround = 200

/** Creates a read-only view of a file at a line; lines count from 1. */
function createSource(
  { name, text }: OpenedFile,
  current: number,
  { onEdit, editTitle }: Pick<DetailEvents, 'onEdit' | 'editTitle'>,
): HTMLElement {
  const lines = text.split('\n')
  const first = Math.max(0, current - 1 - linesAround)
  const shown = lines.slice(first, current + linesAround)
  return createElement(
    'section',
    {},
    createElement(
      'div',
      { class: 'source-head' },
      createElement('h3', {}, `${name}, line ${current}`),
      createElement('button', { type: 'button', onclick: () => onEdit(name, current) }, editTitle),
    ),
    createElement(
      'pre',
      { role: 'region', 'aria-label': `Source of ${name}`, tabindex: '0' },
      ...shown.map((line, index) =>
        createElement(
          'span',
          {
            class: first + index + 1 === current ? 'line current' : 'line',
            'data-line': String(first + index + 1),
            ...(first + index + 1 === current && { 'aria-current': 'true' }),
          },
          `${line.slice(0, maxLineLength)}\n`,
        ),
      ),
    ),
  )
}

const maxLineLength = 2000
