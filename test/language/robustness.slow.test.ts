import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import { applyEdits } from '../../src/edit/edits.js'
import type { DocumentSymbol, View } from '../../src/language/index.js'
import {
  codeActions,
  codeLenses,
  definition,
  foldingRanges,
  format,
  documentHighlights,
  inlayHints,
  documentLinks,
  onTypeFormat,
  prepareRename,
  references,
  rename,
  selectionRanges,
  semanticTokens,
  documentSymbols,
  viewOf,
  workspaceSymbols,
} from '../../src/language/index.js'
import { maskSecrets } from '../../src/document/secrets.js'
import { amount } from '../support/amount.js'
import { fixtures } from '../support/fixtures.js'
import { mutate, random } from '../support/mutate.js'

const texts = [...fixtures('valid'), ...fixtures('invalid'), ...fixtures('samples')].map(
  ({ text }) => text,
)

const flat = (found: readonly DocumentSymbol[]): DocumentSymbol[] =>
  found.flatMap((symbol) => [symbol, ...flat(symbol.children)])

/** What every feature that looks at a whole text says about it. */
function everything(view: View): unknown[] {
  return [
    documentSymbols(view),
    foldingRanges(view),
    documentLinks(view),
    semanticTokens(view),
    inlayHints(view),
    format(view),
    codeLenses(view),
    workspaceSymbols('', [{ path: 'a.yaml', view }]),
  ]
}

/** What every feature that looks at a place says about it. */
function everythingAt(view: View, offset: number): unknown[] {
  const range = { start: offset, end: Math.min(view.text.length, offset + 20) }
  const renamed = rename(view, offset, 'name', [{ path: 'a.yaml', view }])
  return [
    documentHighlights(view, offset),
    definition(view, offset),
    references(view, offset),
    prepareRename(view, offset),
    renamed,
    selectionRanges(view, [offset]),
    onTypeFormat(view, offset, '\n'),
    codeActions(view, range, { only: ['quickfix', 'refactor'] }),
  ]
}

/** Spans, lines and edits that do not lie in the text, wherever they stand in what was said. */
function outside(said: unknown, view: View): unknown[] {
  const { text, findPosition: positionOf } = view
  if (typeof said !== 'object' || said === null) return []
  const {
    start,
    end,
    startLine,
    endLine,
    offset,
  }: { start?: unknown; end?: unknown; startLine?: unknown; endLine?: unknown; offset?: unknown } =
    said
  const isSpan =
    typeof start === 'number' &&
    typeof end === 'number' &&
    !(start >= 0 && start <= end && end <= text.length)
  const isFold =
    typeof startLine === 'number' &&
    typeof endLine === 'number' &&
    !(startLine < endLine && endLine <= positionOf(text.length).line)
  const isPlace = typeof offset === 'number' && !(offset >= 0 && offset <= text.length)
  return [
    ...(isSpan || isFold || isPlace ? [said] : []),
    ...Object.values(said).flatMap((inner) => outside(inner, view)),
  ]
}

/** What the features do not keep for a text: every span lies in it, and edits leave it as readable as it was. */
function faultsOf(text: string, places: readonly number[]): string[] {
  const view = viewOf(text)
  const said = [...everything(view), ...places.flatMap((offset) => everythingAt(view, offset))]
  const far = said.flatMap((one) => outside(one, view))
  const narrow = flat(documentSymbols(view)).filter(
    ({ start, end, nameStart, nameEnd }) =>
      nameStart < start || nameEnd > end || nameEnd < nameStart,
  )
  return [...far, ...narrow].length > 0
    ? [`${JSON.stringify(text)}: ${JSON.stringify([far[0], narrow[0]])}`]
    : []
}

const every = (text: string, step: number): number[] =>
  Array.from({ length: Math.ceil((text.length + 1) / step) }, (_, index) => index * step)

describe('whatever the text', () => {
  test('cut off anywhere, every feature answers', () => {
    const cut = texts.flatMap((text) =>
      every(text, amount(397, 61)).map((end) => text.slice(0, end)),
    )
    expect(
      cut.flatMap((text) => faultsOf(text, [Math.floor(text.length / 2), text.length])),
    ).toEqual([])
  })

  test('changed at random, every feature answers', () => {
    const next = random(5)
    const changed = Array.from({ length: amount(100) }, (_, index) =>
      mutate(texts[index % texts.length] ?? '', next),
    )
    expect(
      changed.flatMap((text) =>
        faultsOf(text, [Math.floor(next() * text.length), Math.floor(next() * text.length)]),
      ),
    ).toEqual([])
  })

  test('every place of it has an answer', () => {
    expect(
      fixtures('samples').flatMap(({ text }) => faultsOf(text, every(text, amount(67, 7)))),
    ).toEqual([])
  })

  test('other ways to write it say the same', () => {
    const all = [...fixtures('samples'), ...fixtures('valid').slice(0, 2)].flatMap(({ text }) => {
      const view = viewOf(text)
      return every(text, amount(43, 13)).flatMap((offset) =>
        codeActions(view, { start: offset, end: offset }, { only: ['refactor'] }).flatMap(
          (action) => ('edits' in action ? [applyEdits(text, action.edits)] : []),
        ),
      )
    })
    expect(all.filter((text) => parseDocument(text).problems.length > 0)).toEqual([])
    expect(all.length).toBeGreaterThan(20)
  })

  test('no secret of it is shown', () => {
    const next = random(9)
    const text = readFileSync('fixtures/cli/files/secrets.yaml', 'utf8')
    const changed = Array.from({ length: amount(80) }, () => mutate(text, next)).filter(
      (one) =>
        !maskSecrets(one.split(/\r\n|\n|\r/))
          .join()
          .includes('hunter2'),
    )
    expect(changed.length).toBeGreaterThan(amount(40))
    const shown = changed.filter((one) => {
      const view = viewOf(one)
      const titles = codeActions(
        view,
        { start: 0, end: one.length },
        { only: ['quickfix', 'refactor'] },
      ).map(({ title }) => title)
      return JSON.stringify([
        documentSymbols(view),
        foldingRanges(view),
        documentLinks(view),
        semanticTokens(view),
        inlayHints(view),
        codeLenses(view),
        workspaceSymbols('', [{ path: 'a.yaml', view }]),
        titles,
      ]).includes('hunter2')
    })
    expect(shown).toEqual([])
  })
})

/** How often something is there, where a square of it would not end. */
const count = amount(10_000, 50_000)

/** Texts that are made to take long. */
const bombs: readonly (readonly [name: string, text: string])[] = [
  ['lists of depth 20,000', `a: ${'['.repeat(20_000)}`],
  ['dashes of depth 5,000', `a:\n  ${'- '.repeat(5000)}x\n`],
  [
    'maps of depth 3,000',
    Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  ],
  ['many keys', Array.from({ length: count }, (_, index) => `key${index}: 1`).join('\n')],
  ['many comments', `${'#a\n'.repeat(count)}\nv: 3\n${'  # b\n'.repeat(1000)}`],
  [
    'many anchors',
    Array.from(
      { length: count / 5 },
      (_, index) => `a${index}: &a${index} {}\nb${index}: *a${index}`,
    ).join('\n'),
  ],
  ['an endless line', `v: "${'$x '.repeat(2 * count)}`],
  ['many blank lines', `v: 3\n${'\n'.repeat(count)}x: 1\n`],
]

describe('a text made to take long', () => {
  test.each(bombs)('%s ends', (_, text) => {
    expect(faultsOf(text, [text.length >> 1])).toEqual([])
  })
})
