import { createElement } from '../../shared/dom.js'
import { isBlank } from '../open-files.js'
import type { Panel, PanelContext } from './panel.js'
import { createNotice, createShower, createTemplateNotice } from './panel.js'

/** Creates the panel that lists every value that the router uses, with its origin. */
export function createEffectivePanel(context: PanelContext): Panel {
  const { call, getFile, readValues, goToLine } = context
  const body = createElement('div')
  const onlyFile = createElement('input', { type: 'checkbox', onchange: () => update() })
  const show = createShower(body, context)
  const update = (): void =>
    show(async () => {
      const file = getFile()
      if (isBlank(file)) return createNotice('An empty file has no values.')
      const values = readValues(file)
      if (file.kind === 'template' && values === undefined) return createTemplateNotice()
      const { text } = await call('routerfile.effective', file.uri, values)
      // Lines of a rendered template do not match those in the editor.
      return renderEffective(text, onlyFile.checked, values === undefined ? goToLine : undefined)
    })
  return {
    title: 'Effective',
    element: createElement(
      'div',
      {},
      createElement(
        'p',
        { class: 'lead' },
        'Everything that the router uses, written or not, and where it comes from.',
      ),
      createElement('label', { class: 'choice' }, onlyFile, 'Hide defaults'),
      body,
    ),
    update,
  }
}

/** Renders the effective file in two columns: its lines, and the comments at their ends. */
function renderEffective(
  text: string,
  hidesDefaults: boolean,
  goToLine: ((line: number) => void) | undefined,
): HTMLElement {
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const end = line.lastIndexOf(' # ')
      return line.slice(0, Math.max(end, 0)).trim() === ''
        ? { line, origin: '' }
        : { line: line.slice(0, end).trimEnd(), origin: line.slice(end + ' # '.length) }
    })
    .filter(({ origin }) => !hidesDefaults || origin !== 'default')
  const shown = hidesDefaults ? withoutEmptySections(rows) : rows
  return createElement(
    'table',
    { class: 'effective' },
    createElement(
      'thead',
      {},
      createElement(
        'tr',
        {},
        createElement('th', { scope: 'col' }, 'Value'),
        createElement('th', { scope: 'col' }, 'Origin'),
      ),
    ),
    createElement(
      'tbody',
      {},
      ...shown.map(({ line, origin }) =>
        createElement(
          'tr',
          { class: origin === 'default' ? 'is-default' : undefined },
          createElement('td', {}, renderLine(line)),
          createElement('td', {}, ...renderOrigin(describeOrigin({ line, origin }), goToLine)),
        ),
      ),
    ),
  )
}

/**
 * Returns the origin of a value, or `off` for a line of a disabled section. Such lines are comments, but so are the
 * names of router files in strings, which do not end with a colon.
 */
const describeOrigin = ({ line, origin }: Row): string =>
  /^\s*# /.test(line) && (origin === 'default' || (origin === '' && isHead(line))) ? 'off' : origin

/** Renders an origin; a line number in it becomes a link to that line. */
function renderOrigin(
  origin: string,
  goToLine: ((line: number) => void) | undefined,
): (Node | string)[] {
  const match = /\bline (\d+)/.exec(origin)
  if (!match || !goToLine) return [origin]
  const { 0: place, 1: line, index } = match
  return [
    origin.slice(0, index),
    createElement(
      'button',
      { type: 'button', class: 'link', onclick: () => goToLine(Number(line)) },
      place,
    ),
    origin.slice(index + place.length),
  ]
}

/** Returns whether a line starts a section. */
const isHead = (line: string): boolean => /^\s*(?:# +)?(?:- )?[\w.-]+:$/.test(line)

/** Renders a line; if it wraps, the rest is indented further than its key. */
function renderLine(line: string): HTMLElement {
  const code = createElement('code', {}, line)
  code.style.setProperty('--indent', `${measureIndent(line) + 4}ch`)
  return code
}

type Row = { line: string; origin: string }

const measureIndent = (line: string): number => line.search(/\S|$/)

/** Removes the first lines of sections whose content was removed. */
const withoutEmptySections = (rows: readonly Row[]): Row[] =>
  rows.reduceRight<Row[]>((kept, row) => {
    const [next] = kept
    const isKept =
      row.line === ''
        ? next !== undefined && next.line !== ''
        : !isHead(row.line) ||
          (next && next.line !== '' && measureIndent(next.line) > measureIndent(row.line))
    if (isKept) kept.unshift(row)
    return kept
  }, [])
