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
  references,
  selectionRanges,
  semanticTokens,
  documentSymbols,
  viewOf,
  workspaceSymbols,
} from '../src/language/index.js'
import type { View } from '../src/language/index.js'

/** Creates a router file of about this many lines. */
function createText(lines: number): string {
  const listener = (index: number): string =>
    `    - binding: transport\n      bind: tls:0.0.0.0:${1000 + (index % 60_000)}\n      advertise: tls:router${index}.example.com:6000 # of ${index}\n      groups: [default, west]\n      options:\n        outQueueSize: 32\n        connectTimeout: 3s\n`
  const head =
    'v: 3\nidentity:\n  cert: router.cert\n  key: router.key\nctrl:\n  endpoint: tls:ctrl.example.com:6262\n'
  return `${head}link:\n  listeners:\n${Array.from({ length: Math.ceil((lines - 8) / 7) }, (_, index) => listener(index)).join('')}`
}

const features: Readonly<Record<string, (view: View, offset: number) => unknown>> = {
  view: ({ text }) => viewOf(text),
  symbols: (view) => documentSymbols(view),
  outline: (view) => documentSymbols(view, { maxSymbols: 5000 }),
  folding: (view) => foldingRanges(view),
  selection: (view, offset) => selectionRanges(view, [offset]),
  documentLinks,
  documentHighlights,
  references: (view, offset) => references(view, offset),
  symbolsInAll: (view) => workspaceSymbols('west', [{ path: 'a.yaml', view }]),
  tokens: (view) => semanticTokens(view),
  tokensOf60: (view, offset) => semanticTokens(view, { start: offset, end: offset + 1500 }),
  definition: (view, offset) => definition(view, offset + 5),
  hints: (view) => inlayHints(view),
  format: (view) => format(view),
  onType: (view, offset) => onTypeFormat(view, offset, '\n'),
  lenses: (view) => codeLenses(view),
  actions: (view, offset) =>
    codeActions(view, { start: offset, end: offset }, { only: ['quickfix', 'refactor'] }),
}

/**
 * Measures each language feature in ms on files of growing length, with a new view each time: the best of three runs,
 * and the factor by which it grows for ten times as many lines.
 */
export function measure(): void {
  const sizes = [100, 5000, 50_000]
  for (const [name, run] of Object.entries(features)) {
    const times = sizes.map((lines) => {
      const text = createText(lines)
      const offset = text.indexOf('west', text.length >> 1)
      const rounds = Array.from({ length: 3 }, () => {
        const view = viewOf(text)
        view.diagnostics()
        const start = performance.now()
        run(view, offset)
        return performance.now() - start
      })
      return Math.min(...rounds)
    })
    const [, middle = 0, large = 0] = times
    console.log(
      `${name.padEnd(14)} ${times.map((time) => `${time.toFixed(1)} ms`.padStart(12)).join('')}   ${(large / middle).toFixed(1)} times for ten times the lines`,
    )
  }
}
