import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { CancellationTokenSource, ClientCapabilities, CompletionItem, Hover, SemanticTokens, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol'
import { CancellationTokenSource as Cancelling } from 'vscode-languageserver-protocol'
import type { Client } from './support/client.js'
import { codesOf, connect, full } from './support/client.js'
import { folderWith, write } from './support/folder.js'
import { largeFile } from './support/large.js'
import { run } from './support/program.js'
import { asked, base, hello, textOnly } from './support/serving.js'

const uriOf = (...parts: string[]): string => pathToFileURL(join(...parts)).href

const pulling: ClientCapabilities = { ...full, textDocument: { ...full.textDocument, diagnostic: {} } }

const heardOf = ({ heard }: Client, method: string): unknown[] => heard.filter((item) => item.method === method).map(({ params }) => params)

const listener = (port: string): string => `${base}link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:${port}\n      advertise: tls:router.example.com:${port}\n`

describe('a command', () => {
  test('switches a rule off in the configuration that counts for a file', async () => {
    const folder = folderWith({ 'routerfile.config.yaml': 'target: "2.0"\n' })
    const client = await connect(hello({ folders: [uriOf(folder)], capabilities: full, settings: () => textOnly }))
    await client.request('workspace/executeCommand', { command: 'routerfile.switchOffRule', arguments: [uriOf(folder, 'router.yaml'), 'unknown-key'] })
    expect(heardOf(client, 'workspace/applyEdit')).toEqual([
      { edit: { documentChanges: [{ textDocument: { uri: uriOf(folder, 'routerfile.config.yaml'), version: null }, edits: [expect.objectContaining({ newText: expect.stringContaining('unknown-key: off') })] }] } },
    ])
    await client.stop()
  })

  test('makes the changes of an action, for a client that only knows commands', async () => {
    const client = await connect(hello({ capabilities: { workspace: { applyEdit: true } }, options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    client.open(uri, `${base}forwarder:\n  idleCircuitTimeut: 1\n`)
    const offered = await client.request('textDocument/codeAction', asked(uri, {}, { range: { start: { line: 8, character: 3 }, end: { line: 8, character: 3 } }, context: { diagnostics: [] } }))
    const { command, arguments: given }: { command?: string; arguments?: unknown[] } = Object(Array.isArray(offered) ? offered[0] : undefined)
    expect(await client.request('workspace/executeCommand', { command, arguments: given })).toBeNull()
    expect(heardOf(client, 'workspace/applyEdit')).toEqual([{ edit: { changes: { [uri]: [{ range: { start: { line: 8, character: 2 }, end: { line: 8, character: 19 } }, newText: 'idleCircuitTimeout' }] } } }])
    await client.stop()
  })

  const refused: [what: string, command: string, given: unknown[], why: RegExp][] = [
    ['of a rule that nobody knows', 'routerfile.explainRule', ['nonsense'], /no rule is called `nonsense`/],
    ['of changes that are none', 'routerfile.applyEdit', [1], /takes the changes of a code action/],
    ['of changes in an editor that lets nobody change files', 'routerfile.applyEdit', [{ changes: {} }], /does not let servers change files/],
    ['of a file that is none', 'routerfile.switchOffRule', ['untitled:1', 'unknown-key'], /no configuration file that can be changed/],
  ]
  test.each(refused)('%s is refused with a sentence', async (_, command, given, why) => {
    const client = await connect(hello())
    await expect(client.request('workspace/executeCommand', { command, arguments: given })).rejects.toThrow(why)
    expect(await client.stop()).toBe(0)
  })

  test('explains a rule and opens its page', async () => {
    const client = await connect(hello({ capabilities: full }))
    await client.request('workspace/executeCommand', { command: 'routerfile.explainRule', arguments: ['same-address'] })
    expect(heardOf(client, 'window/showDocument')).toEqual([{ uri: expect.stringMatching(/rules\/README\.md#same-address$/), external: true }])
    await client.stop()
  })
})

describe('findings of all files', () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index}/router.yaml`, `${base}lnk: ${index}\n`]))

  test('come in parts and with progress, where the client gives tokens', async () => {
    const folder = folderWith(many)
    const client = await connect(hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => textOnly }))
    const answer: WorkspaceDiagnosticReport = Object(await client.request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'parts', workDoneToken: 'work' }))
    const progress: { token: unknown; value: { kind?: string; items?: { uri: string }[] } }[] = heardOf(client, '$/progress').map(Object)
    const parts = progress.filter(({ token }) => token === 'parts').map(({ value }) => value.items ?? [])
    expect(answer.items).toEqual([])
    expect(parts.length).toBeGreaterThan(2)
    expect(new Set(parts.flat().map(({ uri }) => uri)).size).toBe(120)
    expect(progress.filter(({ token }) => token === 'work').map(({ value }) => value.kind)).toEqual(expect.arrayContaining(['begin', 'report', 'end']))
    await client.stop()
  })

  test('are not looked for any longer once that is cancelled', async () => {
    const folder = folderWith(many)
    const client = await connect(hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => textOnly }))
    const source: CancellationTokenSource = new Cancelling()
    const answer = client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] }, source.token)
    source.cancel()
    await expect(answer).rejects.toMatchObject({ code: -32800 })
    expect(await client.stop()).toBe(0)
  })
})

describe('a request that is cancelled', () => {
  test.each(['completion', 'hover', 'codeAction', 'semanticTokens/full'])('textDocument/%s ends as such, and the next one is answered', async (method) => {
    const client = await connect(hello({ options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    client.open(uri, largeFile(5000))
    const source: CancellationTokenSource = new Cancelling()
    const params = asked(uri, { line: 5, character: 1 }, { range: { start: { line: 5, character: 0 }, end: { line: 5, character: 0 } }, context: { diagnostics: [] } })
    const answer = client.connection.sendRequest(`textDocument/${method}`, params, source.token)
    source.cancel()
    await expect(answer).rejects.toMatchObject({ code: -32800 })
    expect(await client.request('textDocument/hover', params)).toMatchObject({ contents: expect.anything() })
    await client.stop()
  })
})

describe('a client that can register things', () => {
  test('is asked to watch files and to tell of settings', async () => {
    const client = await connect(hello({ capabilities: full, settings: () => textOnly }))
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(JSON.stringify(heardOf(client, 'client/registerCapability'))).toMatch(/didChangeConfiguration.*didChangeWatchedFiles.*routerfile\.config\.json/)
    await client.stop()
  })

  test('has changed settings fetched anew', async () => {
    const set = { rules: {} }
    const client = await connect(hello({ capabilities: full, settings: () => ({ ...textOnly, ...set }) }))
    const uri = 'file:///somewhere/router.yaml'
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await first).diagnostics)).toContain('unknown-key')
    const second = client.next(uri)
    set.rules = { 'unknown-key': 'off' }
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    expect(codesOf((await second).diagnostics)).not.toContain('unknown-key')
    await client.stop()
  })

  test('that asks for findings is told to ask again once settings change', async () => {
    const client = await connect(hello({ capabilities: pulling, settings: () => textOnly }))
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    const before = heardOf(client, 'workspace/diagnostic/refresh').length
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(heardOf(client, 'workspace/diagnostic/refresh').length).toBeGreaterThan(before)
    await client.stop()
  })

  test('opens and closes folders', async () => {
    const folder = folderWith({ 'a/one.yaml': listener('6000'), 'a/two.yaml': listener('6000') })
    const client = await connect(hello({ folders: [], capabilities: full, settings: () => textOnly }))
    const uri = uriOf(folder, 'a/two.yaml')
    const change = (event: object): Promise<void> => client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [], ...event } })
    client.open(uri, listener('6000'))
    const clash = client.next(uri, ({ diagnostics }) => codesOf(diagnostics).includes('fleet-same-advertise'))
    await change({ added: [{ uri: uriOf(folder, 'a'), name: 'a' }] })
    await clash
    const alone = client.next(uri, ({ diagnostics }) => !codesOf(diagnostics).includes('fleet-same-advertise'))
    await change({ removed: [{ uri: uriOf(folder, 'a'), name: 'a' }] })
    await alone
    await client.stop()
  })
})

describe('what the command line heeds, an editor does', () => {
  test('baselines hide what they know, in open files and in others, until they change', async () => {
    const folder = folderWith({ 'one.yaml': `${base}lnk: 1\n`, 'two.yaml': `${base}lnk: 1\n`, 'routerfile.config.json': '{"check": [], "baseline": "baseline.json"}' })
    expect(run(['lint', 'one.yaml', 'two.yaml', '--isolated', '--check', 'none', '--write-baseline', 'baseline.json'], { cwd: folder }).code).toBe(0)
    const client = await connect(hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => ({}) }))
    const uri = uriOf(folder, 'one.yaml')
    client.open(uri, `${base}lnk: 1\nlnkk: 2\n`)
    const report = await client.request('textDocument/diagnostic', { textDocument: { uri } })
    expect(report).toMatchObject({ items: [expect.objectContaining({ message: expect.stringContaining('`lnkk`') })] })
    const all = async (): Promise<WorkspaceDiagnosticReport> => Object(await client.request('workspace/diagnostic', { previousResultIds: [] }))
    expect((await all()).items.find((item) => item.uri === uriOf(folder, 'two.yaml'))).toMatchObject({ items: [] })
    write(folder, { 'baseline.json': '{"version": 1, "files": {}}' })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(folder, 'baseline.json'), type: 2 }] })
    expect(JSON.stringify((await all()).items.find((item) => item.uri === uriOf(folder, 'two.yaml')))).toContain('unknown-key')
    await client.stop()
  })

  test('a baseline that cannot be read is said once, and hides nothing', async () => {
    const client = await connect(hello({ options: { ...textOnly, baseline: 'none.json' } }))
    const uri = uriOf(folderWith({}), 'router.yaml')
    const next = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await next).diagnostics)).toContain('unknown-key')
    expect(JSON.stringify(heardOf(client, 'window/showMessage'))).toMatch(/baseline[^"]*none\.json/)
    await client.stop()
  })

  const configurations: [name: string, text: string, message: RegExp, line: number][] = [
    ['routerfile.config.json', '{\n  "targt": 1\n}\n', /did you mean `target`/, 1],
    ['routerfile.config.yaml', 'rules:\n  unknown-key: of\n', /did you mean `off`/, 1],
    ['routerfile.config.yml', 'extends: none.yaml\n', /`extends` takes paths from the folder of this file/, 0],
    ['package.json', '{\n  "name": "x",\n  "routerfile": { "targt": 1 }\n}\n', /did you mean `target`/, 2],
  ]
  test.each(configurations)('a mistake in %s is shown there, and gone once it is mended', async (name, text, message, line) => {
    const client = await connect(hello({ capabilities: full, settings: () => textOnly }))
    const uri = uriOf(folderWith({}), name)
    const first = client.next(uri)
    client.open(uri, text, name.endsWith('json') ? 'json' : 'yaml')
    expect((await first).diagnostics).toEqual([expect.objectContaining({ code: 'configuration', severity: 1, message: expect.stringMatching(message), range: expect.objectContaining({ start: { line, character: expect.any(Number) } }), codeDescription: { href: expect.stringMatching(/README\.md#configure-it$/) } })])
    const second = client.next(uri)
    client.change(uri, 2, '{}')
    expect((await second).diagnostics).toEqual([])
    await client.stop()
  })

  test('a client that watches no files has them looked at when it saves', async () => {
    const folder = folderWith({ 'routerfile.config.json': '{"check": []}' })
    const client = await connect(hello({ folders: [uriOf(folder)] }))
    const uri = uriOf(folder, 'router.yaml')
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await first).diagnostics)).toContain('unknown-key')
    const second = client.next(uri)
    write(folder, { 'routerfile.config.json': '{"check": [], "rules": {"unknown-key": "off"}}' })
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: uriOf(folder, 'routerfile.config.json') } })
    expect(codesOf((await second).diagnostics)).not.toContain('unknown-key')
    await client.stop()
  })
})

describe('a finding', () => {
  const cases: [what: string, text: string, code: string, shown: object][] = [
    ['of what is dead is grayed out', `${base}forwarder:\n  unresponsiveLinkTimeout: 5s\n`, 'no-effect', { tags: [1] }],
    ['of an old form is struck through', `${base}ctrl2: 1\nedge:\n  csr:\n    sans: {dns: [a]}\n`, 'deprecated-key', { tags: [2] }],
    ['of a leftover is both', `${base}forwarder:\n  latencyProbeInterval: 0\n`, 'obsolete-key', { tags: [2, 1] }],
    ['of a key that stands twice leads to the other', `v: 3\n${base}`, 'duplicate-key', { tags: [1], relatedInformation: [{ message: 'the one that counts', location: { uri: expect.any(String), range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } } } }] }],
  ]
  test.each(cases)('%s', async (_, text, code, shown) => {
    const client = await connect(hello({ capabilities: full, settings: () => textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    const next = client.next(uri)
    client.open(uri, text)
    expect((await next).diagnostics.find((found) => found.code === code)).toMatchObject(shown)
    await client.stop()
  })

  test('of several files can be suppressed, and is counted above the file', async () => {
    const folder = folderWith({ 'one.yaml': listener('6000'), 'two.yaml': listener('6000') })
    const client = await connect(hello({ folders: [uriOf(folder)], capabilities: full, settings: () => textOnly }))
    const uri = uriOf(folder, 'two.yaml')
    const clash = client.next(uri, ({ diagnostics }) => codesOf(diagnostics).includes('fleet-same-advertise'))
    client.open(uri, listener('6000'))
    const { diagnostics } = await clash
    const found = diagnostics.find(({ code }) => code === 'fleet-same-advertise')
    const offered = await client.request('textDocument/codeAction', asked(uri, {}, { range: found?.range, context: { diagnostics: [] } }))
    expect(offered).toEqual(expect.arrayContaining([expect.objectContaining({ title: 'Suppress `fleet-same-advertise` here', diagnostics: [found] })]))
    const count = (severity: number): number => diagnostics.filter((item) => item.severity === severity).length
    expect(JSON.stringify(await client.request('textDocument/codeLens', { textDocument: { uri } }))).toContain(`${count(2)} warning`)
    await client.stop()
  })
})

describe('places count in the units of the client', () => {
  const line = 'link: { dialers: [{ groups: ["🚀ö"], binding: transport, '
  const text = `${base}${line}healthy }] }\n`
  const units: readonly (readonly ['utf-8' | 'utf-16' | 'utf-32', (written: string) => number])[] = [['utf-8', (written) => Buffer.byteLength(written)], ['utf-16', (written) => written.length], ['utf-32', (written) => [...written].length]]
  test.each(units)('%s, for completions, hovers and tokens', async (encoding, lengthOf) => {
    const client = await connect(hello({ capabilities: { general: { positionEncodings: [encoding] } }, options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    client.open(uri, text)
    const end = lengthOf(`${line}healthy`)
    const items: CompletionItem[] = Object(await client.request('textDocument/completion', asked(uri, { line: 7, character: end }, {})))
    expect(items.find(({ label }) => label === 'healthyDialBackoff')?.textEdit).toMatchObject({ range: { start: { line: 7, character: lengthOf(line) }, end: { line: 7, character: end } } })
    const start = lengthOf(line.slice(0, line.indexOf('binding')))
    const hover: Hover = Object(await client.request('textDocument/hover', asked(uri, { line: 7, character: start + 2 }, {})))
    expect(hover.range).toEqual({ start: { line: 7, character: start }, end: { line: 7, character: start + 7 } })
    const { data }: SemanticTokens = Object(await client.request('textDocument/semanticTokens/range', { textDocument: { uri }, range: { start: { line: 7, character: start }, end: { line: 7, character: start + 1 } } }))
    expect(data.slice(0, 3)).toEqual([7, start, 7])
    await client.stop()
  })
})
