import type {
  CompletionItem,
  Hover,
  InitializeResult,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/browser'
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/browser'

/** The page's end of the connection to a worker. */
export type Port = ConstructorParameters<typeof BrowserMessageReader>[0]

/** The results that a page received from the server in a worker. */
export type Heard = {
  name: string | undefined
  findings: string[]
  labels: string[]
  hover: string
  fixed: string[]
  afterMistake: string
  effective: string
  presets: number
}

/** A router file with an unknown key, and a brace that is never closed. */
const text =
  'v: 3\nidentity:\n  cert: a.cert\n  key: a.key\n  ca: a.ca\nctrl:\n  endpoint: tls:ctrl.example.com:6262\nforwarder:\n  idleCircuitTimeut: 60000\nlisteners:\n  - binding: tunnel\n    options:\n      mode: \nlink: {\n'

const uri = 'inmemory://model/router.yaml'

const at = (line: number, character: number) => ({
  textDocument: { uri },
  position: { line, character },
})

/** Opens a broken router file on a server in a worker, waits for findings, and sends requests about some positions. */
export async function sessionWith(port: Port): Promise<Heard> {
  const connection = createProtocolConnection(
    new BrowserMessageReader(port),
    new BrowserMessageWriter(port),
  )
  const published = new Promise<PublishDiagnosticsParams>(
    (resolve) => void connection.onNotification('textDocument/publishDiagnostics', resolve),
  )
  connection.listen()
  const hello = {
    processId: null,
    rootUri: null,
    capabilities: {
      textDocument: {
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
    initializationOptions: { rules: { 'no-csr': 'off' } },
  }
  const { serverInfo }: InitializeResult = await connection.sendRequest('initialize', hello)
  await connection.sendNotification('initialized', {})
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  })
  const { diagnostics } = await published
  const items: CompletionItem[] = await connection.sendRequest(
    'textDocument/completion',
    at(12, 12),
  )
  const hover: Hover = await connection.sendRequest('textDocument/hover', at(10, 6))
  const fixes: { title: string }[] = await connection.sendRequest('textDocument/codeAction', {
    ...at(8, 4),
    range: { start: { line: 8, character: 4 }, end: { line: 8, character: 4 } },
    context: { diagnostics: [] },
  })
  const afterMistake = await connection.sendRequest('textDocument/hover', {}).then(
    () => 'an answer',
    () => 'an error',
  )
  const effective: { text: string } = await connection.sendRequest('workspace/executeCommand', {
    command: 'routerfile.effective',
    arguments: [uri],
  })
  const presets: unknown[] = await connection.sendRequest('workspace/executeCommand', {
    command: 'routerfile.presets',
  })
  await connection.sendRequest('shutdown')
  connection.dispose()
  return {
    name: serverInfo?.name,
    findings: diagnostics.map(({ code, range }) => `${range.start.line} ${code}`),
    labels: items.map(({ label }) => label),
    hover: JSON.stringify(hover.contents),
    fixed: fixes.map(({ title }) => title),
    afterMistake,
    effective: effective.text.split('\n', 1)[0] ?? '',
    presets: presets.length,
  }
}
