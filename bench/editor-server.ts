import { readFileSync } from 'node:fs'
import type { CompletionItem, ServerCapabilities } from 'vscode-languageserver-protocol'
import { LSPErrorCodes } from 'vscode-languageserver-protocol'
import { targets } from '../src/core.js'
import type { View } from '../src/language/view.js'
import { viewOf } from '../src/language/view.js'
import type { Client } from '../test/support/language-client.js'
import { connect, full } from '../test/support/language-client.js'
import { faultOf } from '../test/support/accepted.js'
import { getErrorMessage } from '../src/document/errors.js'
import { listFiles } from './robustness.js'

type EditorPlace = { uri: string; offset: number; view: View }

type RequestList = readonly (readonly [method: string, params: object])[]

const formatting = { tabSize: 2, insertSpaces: true }

/** The requests for each server capability. */
const requests: Readonly<Record<string, (place: object, range: object) => RequestList>> = {
  completionProvider: (place) => [['completion', place]],
  hoverProvider: (place) => [['hover', place]],
  definitionProvider: (place) => [['definition', place]],
  referencesProvider: (place) => [
    ['references', { ...place, context: { includeDeclaration: true } }],
  ],
  documentHighlightProvider: (place) => [['documentHighlight', place]],
  documentSymbolProvider: (place) => [['documentSymbol', place]],
  documentLinkProvider: (place) => [['documentLink', place]],
  foldingRangeProvider: (place) => [['foldingRange', place]],
  selectionRangeProvider: (place) => [
    ['selectionRange', { ...place, positions: [Object(place).position] }],
  ],
  documentFormattingProvider: (place) => [['formatting', { ...place, options: formatting }]],
  documentRangeFormattingProvider: (place, range) => [
    ['rangeFormatting', { ...place, range, options: formatting }],
  ],
  documentOnTypeFormattingProvider: (place) => [
    ['onTypeFormatting', { ...place, ch: '\n', options: formatting }],
  ],
  renameProvider: (place) => [
    ['prepareRename', place],
    ['rename', place],
  ],
  codeActionProvider: (place, range) => [
    ['codeAction', { ...place, range, context: { diagnostics: [] } }],
    ['codeAction', { ...place, range, context: { diagnostics: [], only: ['source.fixAll'] } }],
  ],
  codeLensProvider: (place) => [['codeLens', place]],
  inlayHintProvider: (place, range) => [['inlayHint', { ...place, range }]],
  semanticTokensProvider: (place, range) => [
    ['semanticTokens/full', place],
    ['semanticTokens/range', { ...place, range }],
  ],
  diagnosticProvider: (place) => [['diagnostic', place]],
}

/** Capabilities of the server that come without a request about a text, so no request is sent for them. */
const others = [
  'positionEncoding',
  'textDocumentSync',
  'workspaceSymbolProvider',
  'executeCommandProvider',
  'workspace',
]

function createRequests(
  capabilities: ServerCapabilities,
): ((place: object, range: object) => RequestList)[] {
  const unknown = Object.keys(capabilities).filter(
    (name) => !requests[name] && !others.includes(name),
  )
  if (unknown.length > 0) throw new Error(`nothing is asked for ${unknown.join(', ')}`)
  return Object.keys(capabilities).flatMap((name) => requests[name] ?? [])
}

/** Finds wrong completion items: keys that the release does not allow at this place, or edits that break the file. */
function findWrong(
  { text, view }: { text: string; view: View },
  { label, textEdit, insertTextFormat }: CompletionItem,
): string[] {
  if (!textEdit) return [`${label} has no edit`]
  const { start, end } = 'range' in textEdit ? textEdit.range : textEdit.replace
  const insert = {
    start: view.offsetAt(start.line, start.character),
    end: view.offsetAt(end.line, end.character),
    text: textEdit.newText,
    isSnippet: insertTextFormat === 2,
  }
  const fault =
    text === view.text
      ? faultOf(view, { label, kind: 'value', sortText: '', insert })
      : 'the text is another'
  return fault === undefined ? [] : [fault]
}

/** Sends all requests at a place, returns the faults, and counts the answers. */
async function ask(
  client: Client,
  { uri, offset, view }: EditorPlace,
  tally: { answers: number; offers: number; refused: number },
): Promise<string[]> {
  const position = view.findPosition(offset)
  const range = { start: view.findPosition(Math.max(0, offset - 20)), end: position }
  const asked = createRequests(client.server.capabilities).flatMap((request) =>
    request({ textDocument: { uri }, position, newName: 'r9' }, range),
  )
  const faults = await Promise.all(
    asked.map(async ([method, params]) => {
      try {
        const answer = await client.request(`textDocument/${method}`, params)
        tally.answers += 1
        if (method !== 'completion') return []
        const items: readonly CompletionItem[] = Array.isArray(answer) ? answer : []
        tally.offers += items.length
        const twice = items
          .filter(({ label }, index) => items.findIndex((item) => item.label === label) < index)
          .map(({ label }) => `${label} is offered twice`)
        const [first] = items
        if (first) await client.request('completionItem/resolve', first)
        return [...twice, ...items.flatMap((item) => findWrong({ text: view.text, view }, item))]
      } catch (error) {
        const isRefused = method === 'rename' && Object(error).code === LSPErrorCodes.RequestFailed
        if (isRefused) tally.refused += 1
        return isRefused ? [] : [`${method}: ${getErrorMessage(error)}`]
      }
    }),
  )
  return faults.flat()
}

/**
 * Sends all requests that the server announces at the end of every truncation of every file in a
 * folder (in steps of some bytes), and at the same places of the complete files, with the releases
 * in turn: no request may fail, every completion must be legal, and the server must survive.
 */
export async function measure([
  folder = 'fixtures',
  step = '7',
  most = '20',
]: readonly string[]): Promise<void> {
  const releases = targets.map(({ newest }) => newest)
  const toFolder = (release: string): string => `file:///releases/${release}`
  const capabilities = { ...full, textDocument: { ...full.textDocument, diagnostic: {} } }
  const settings = (scope: string | undefined) => ({
    check: [],
    target: releases.find((release) => scope === toFolder(release)),
  })
  const client = await connect({
    server: ['dist/language-server.cjs', '--stdio'],
    capabilities,
    folders: releases.map(toFolder),
    settings,
  })
  const tally = { places: 0, answers: 0, offers: 0, refused: 0 }
  const faults: string[] = []
  const look = async (text: string, offset: number): Promise<void> => {
    const release = releases[tally.places % releases.length] ?? ''
    tally.places += 1
    const uri = `${toFolder(release)}/${tally.places}.yaml`
    client.open(uri, text, 'routerfile')
    const found = await ask(client, { uri, offset, view: viewOf(text, { target: release }) }, tally)
    client.close(uri)
    if (faults.length < Number(most) && found.length > 0)
      console.log(
        `${found.join('\n')}\nof ${release} in ${JSON.stringify(text.slice(Math.max(0, offset - 80), offset))}\n`,
      )
    faults.push(...found)
  }
  for (const text of listFiles(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((path) => readFileSync(path, 'utf8'))) {
    for (let offset = 0; offset <= text.length; offset += Number(step)) {
      await look(text.slice(0, offset), offset)
      await look(text, offset)
    }
  }
  const code = await client.stop()
  console.log(
    `${tally.places} places, ${tally.answers} answers with ${tally.offers} offers, ${tally.refused} renames to a name that will not do: ${faults.length} faults; the server ended with ${code}, and wrote ${client.errors.length} times to standard error`,
  )
}
