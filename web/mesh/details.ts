import { formatCount } from '../../src/document/words.js'
import { createElement, renderSentence } from '../shared/dom.js'
import type { OpenedFile } from '../shared/opened-file.js'
import type { Choice } from './figure.js'
import { stateWords } from './figure.js'
import type { PlacedLine, PlacedMesh, PlacedRouter } from './placed-mesh.js'
import type { ShownFinding, ShownLink } from './read.js'

/** What is known about the chosen router or line, and the source of a file. */
export type Details = {
  element: HTMLElement
  show: (choice: Choice, mesh: PlacedMesh, files: readonly OpenedFile[]) => void
}

export type DetailEvents = {
  onRouter: (name: string) => void
  /** Whether the controller rejects a router changes. */
  onDisable: (name: string, isDisabled: boolean) => void
  isDisabled: (name: string) => boolean
  /** A line of a file, which counts from 1, is to be edited. */
  onEdit: (name: string, line: number) => void
}

/** Names in a list; the rest is counted. */
const maxNames = 40

/** Builds the part of the page that shows details. */
export function createDetails(events: DetailEvents): Details {
  const content = createElement('div', {
    class: 'details',
    role: 'region',
    'aria-label': 'Details',
  })
  const source = createElement('div', { class: 'source' })
  const element = createElement('aside', {}, content, source)
  return {
    element,
    show: (choice, mesh, files) => {
      const openLine = (router: string, line: number): void => {
        const name = mesh.routers.find((other) => other.name === router)?.file
        const file = files.find((other) => other.name === name)
        source.replaceChildren(...(file ? [createSource(file, line, events)] : []))
        showCurrentLine(source)
      }
      content.replaceChildren(
        ...(choice === undefined
          ? [
              createElement(
                'p',
                { class: 'hint' },
                'Choose a router or a line to see who dials whom, why not, and where the file says so.',
              ),
            ]
          : 'router' in choice
            ? createRouterDetails(choice.router, mesh, { ...events, openLine })
            : createLineDetails(choice.line, mesh, { ...events, openLine })),
      )
      source.replaceChildren()
      if (choice && 'router' in choice) openLine(choice.router.name, choice.router.line)
    },
  }
}

/** Scrolls the source to its current line, and not the page. */
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
  const { name, obstacle, groups, file, findings } = router
  const links = mesh.links.filter(({ between }) => between.includes(name))
  const others = links.map(({ between: [left, right], protocol, state }) => ({
    name: left === name ? right : left,
    word: state === 'certain' ? protocol : `${protocol}, ${stateWords[state]}`,
  }))
  return [
    createElement('h2', {}, name),
    createElement('p', {}, ...renderSentence(obstacle ?? groups)),
    ...(file === undefined
      ? []
      : [
          createElement(
            'label',
            { class: 'check' },
            createElement('input', {
              type: 'checkbox',
              checked: context.isDisabled(name),
              onchange: ({ target }) =>
                target instanceof HTMLInputElement && context.onDisable(name, target.checked),
            }),
            'The controller rejects this router',
          ),
        ]),
    ...createFindings(
      findings.map((finding) => ({ ...finding, router: name })),
      context,
    ),
    ...createNames(formatCount(others.length, 'link'), others, context),
    ...createNames('No link with', listReasons(name, mesh), context),
  ]
}

type OtherRouter = { name: string; word: string }

/** The routers with which a router does not link, with the reasons. */
function listReasons(name: string, { missing }: PlacedMesh): OtherRouter[] {
  const reasons = new Map<string, string>()
  for (const { from, to, why } of missing) {
    if (from !== name && to !== name) continue
    const other = from === name ? to : from
    const known = reasons.get(other)
    reasons.set(other, known === undefined ? why : `${known}; ${why}`)
  }
  return [...reasons].map(([other, word]) => ({ name: other, word }))
}

function createNames(
  title: string,
  others: readonly OtherRouter[],
  { onRouter }: Context,
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
              { type: 'button', class: 'name', onclick: () => onRouter(name) },
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

/** Lines before and after the current one that are shown. */
const linesAround = 200

/** A file, read-only, at a line that counts from 1. */
function createSource(
  { name, text }: OpenedFile,
  current: number,
  { onEdit }: Pick<DetailEvents, 'onEdit'>,
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
      createElement(
        'button',
        { type: 'button', onclick: () => onEdit(name, current) },
        'Open in the editor',
      ),
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
