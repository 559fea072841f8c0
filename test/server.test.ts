import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodeAction, CompletionItem, Hover, SemanticTokens, TextEdit, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol'
import { lint } from '../src/index.js'
import type { Client, Hello } from './support/client.js'
import { codesOf, connect, full } from './support/client.js'
import { folderWith, write } from './support/folder.js'
import { largeFile } from './support/large.js'
import { serverProgram } from './support/program.js'

const controller = readFileSync('fixtures/cli/files/controller.yaml', 'utf8')
const template = readFileSync('fixtures/cli/files/template.yaml', 'utf8')
const compose = readFileSync('fixtures/cli/files/compose.yaml', 'utf8')

const hello = (more: Partial<Hello> = {}): Hello => ({ server: [serverProgram, '--stdio'], ...more })

/** Only what the text says counts: the machine of the tests is not that of the router. */
const textOnly = { check: [] }

/** A text in which `|` marks the cursor, and where that is. */
function cursorIn(marked: string): { text: string; position: { line: number; character: number } } {
  const before = marked.slice(0, marked.indexOf('|'))
  return { text: marked.replace('|', ''), position: { line: before.split('\n').length - 1, character: before.length - (before.lastIndexOf('\n') + 1) } }
}

const base = 'v: 3\nidentity:\n  cert: a.cert\n  key: a.key\n  ca: a.ca\nctrl:\n  endpoint: tls:ctrl.example.com:6262\n'

/** What a client sees of an answer, in a line each. */
const show = {
  labels: (answer: CompletionItem[]) => answer.map(({ label }) => label),
  edits: (answer: TextEdit[]) => answer.map(({ range, newText }) => `${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character} ${JSON.stringify(newText)}`),
  hover: (answer: Hover | null) => [JSON.stringify(answer?.contents ?? '')],
  titles: (answer: CodeAction[]) => answer.map(({ kind, title, isPreferred }) => `${kind}: ${title}${isPreferred ? ' (preferred)' : ''}`),
  names: (answer: { name: string; children?: { name: string }[] }[]) => answer.flatMap(({ name, children = [] }) => [name, ...children.map((child) => `${name} > ${child.name}`)]),
  lines: (answer: { range: { start: { line: number } } }[]) => answer.map(({ range }) => String(range.start.line)),
  folds: (answer: { startLine: number; endLine: number }[]) => answer.map(({ startLine, endLine }) => `${startLine}-${endLine}`),
  lenses: (answer: { command: { title: string } }[]) => answer.map(({ command }) => command.title),
  hints: (answer: { label: string; position: { line: number } }[]) => answer.map(({ label, position }) => `${position.line} ${label}`),
  links: (answer: { target: string }[]) => answer.map(({ target }) => target),
  tokens: ({ data }: SemanticTokens) => [`${data.length / 5} tokens`, data.slice(0, 5).join(' ')],
  selections: (answer: { range: unknown; parent?: { range: unknown } }[]) => answer.map(({ range, parent }) => JSON.stringify([range, parent?.range])),
  renamed: (answer: { documentChanges?: { edits: TextEdit[] }[] }) => (answer.documentChanges ?? []).flatMap(({ edits }) => show.edits(edits)),
  placeholder: ({ placeholder }: { placeholder: string }) => [placeholder],
}

const groups = `${base}link:\n  dialers:\n    - binding: transport\n      groups: [&g de|, us]\n    - binding: transport\n      groups: [*g]\n`
const messy = 'v:   3\nidentity:\n   cert: a\n   key: b\n   ca: c\nctrl:\n      endpoint:   tls:ctrl:6262\n|'

/** Method, marked text, what is sent besides the place, how the answer is shown, and what must be in it. */
const sessions: readonly (readonly [feature: string, method: string, marked: string, more: object, show: (answer: never) => string[], expected: readonly string[]])[] = [
  ['keys are completed', 'completion', `${base}edge:\n  |\n`, {}, show.labels, ['csr', 'heartbeatIntervalSeconds']],
  ['values are completed', 'completion', `${base}listeners:\n  - binding: |\n`, {}, show.labels, ['edge', 'tunnel']],
  ['a file is completed from nothing', 'completion', '|', {}, show.labels, []],
  ['a key is explained', 'hover', `${base}link:\n  di|alers: []\n`, {}, show.hover, [expect.stringContaining('link.dialers')]],
  ['the outline is a tree named by meaning', 'documentSymbol', `${base}|`, {}, show.names, ['identity', 'identity > cert', 'ctrl']],
  ['maps fold', 'foldingRange', `${base}|`, {}, show.folds, ['1-4', '5-6']],
  ['a selection grows', 'selectionRange', `${base}|`, { positions: [{ line: 2, character: 3 }] }, show.selections, [expect.stringContaining('"character":2')]],
  ['files are linked', 'documentLink', `${base}|`, {}, show.links, ['file:///somewhere/a.cert', expect.stringContaining('https://openziti.io/')]],
  ['mentions are highlighted', 'documentHighlight', groups.replace('de|', 'de').replace('&g', '&|g'), {}, show.lines, ['10', '12']],
  ['an alias leads to its anchor', 'definition', groups.replace('de|', 'de').replace('*g', '*|g'), {}, show.lines, ['10']],
  ['references are found', 'references', groups.replace('de|', 'de').replace('&g', '&|g'), { context: { includeDeclaration: true } }, show.lines, ['10', '12']],
  ['a rename says what it is about', 'prepareRename', groups.replace('de|', 'de').replace('&g', '&|g'), {}, show.placeholder, ['g']],
  ['anchors are renamed', 'rename', groups.replace('de|', 'de').replace('&g', '&|g'), { newName: 'h' }, show.renamed, [expect.stringMatching(/^10:.*h/), expect.stringMatching(/^12:.*h/)]],
  ['tokens are coloured', 'semanticTokens/full', `${base}|`, {}, show.tokens, [expect.stringMatching(/^\d+ tokens$/), '0 0 1 0 0']],
  ['tokens of a range are coloured', 'semanticTokens/range', `${base}|`, { range: { start: { line: 5, character: 0 }, end: { line: 6, character: 0 } } }, show.tokens, [expect.stringMatching(/^[1-4] tokens$/)]],
  ['defaults are hinted at', 'inlayHint', `${base}|`, { range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } }, show.hints, [expect.stringMatching(/^5 defaultRequestTimeout: 5s/)]],
  ['white space is formatted', 'formatting', messy, { options: { tabSize: 2, insertSpaces: true } }, show.edits, [expect.stringContaining('0:')]],
  ['white space of a range is formatted', 'rangeFormatting', messy, { range: { start: { line: 6, character: 0 }, end: { line: 6, character: 20 } }, options: { tabSize: 2, insertSpaces: true } }, show.edits, [expect.stringMatching(/^6:/)]],
  ['a line below a key is indented', 'onTypeFormatting', `${base}edge:\n|`, { ch: '\n', options: { tabSize: 2, insertSpaces: true } }, show.edits, ['8:0-8:0 "  "']],
  ['findings are counted above the file', 'codeLens', `${base}lnk: 1\n|`, {}, show.lenses, [expect.stringMatching(/1 |2 /)]],
  ['a typing error is fixed, suppressed here and in the file', 'codeAction', `${base}forwarder:\n  idleCircuitTimeut: 60000|\n`, { range: { start: { line: 8, character: 3 }, end: { line: 8, character: 4 } }, context: { diagnostics: [] } }, show.titles, ['quickfix: Rename `idleCircuitTimeut` to `idleCircuitTimeout`', 'quickfix: Suppress `unknown-key` here', 'quickfix: Suppress `unknown-key` in this file', 'quickfix: Switch `unknown-key` off in the configuration']],
  ['all safe fixes are made at once where that is asked for', 'codeAction', `${base}# routerfile disable-next-line trace-enabled -- none\n|`, { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, context: { diagnostics: [], only: ['source.fixAll'] } }, show.titles, [expect.stringMatching(/^source\.fixAll: /)]],
]

const asked = (uri: string, position: object, more: object): object => ({ textDocument: { uri }, position, ...more })

describe('a client that can do everything', () => {
  const state: { client?: Client } = {}
  const client = (): Client => state.client ?? expect.unreachable('no client')
  beforeAll(async () => {
    state.client = await connect(hello({ capabilities: full, settings: () => textOnly }))
  })
  afterAll(async () => expect(await client().stop()).toBe(0))

  test.each(sessions)('%s', async (feature, method, marked, more, shown, expected) => {
    const { text, position } = cursorIn(marked)
    const uri = `file:///somewhere/router-${sessions.findIndex(([name]) => name === feature)}.yaml`
    client().open(uri, text)
    const answer = await client().request(`textDocument/${method}`, asked(uri, position, more))
    const seen = Reflect.apply(shown, undefined, [answer])
    expect(seen).toEqual(expect.arrayContaining([...expected]))
    expect(seen.length).toBeGreaterThan(0)
    client().close(uri)
  })

  test('gets the findings of the linter, with tags, links, and the version of the text', async () => {
    const uri = 'file:///somewhere/tagged.yaml'
    const text = `${base}edge:\n  heartbeatIntervalSecond: 60\n# routerfile disable-next-line trace-enabled -- none\n`
    const next = client().next(uri)
    client().open(uri, text)
    const { diagnostics, version } = await next
    expect(version).toBe(1)
    const wanted = lint(text)
    expect(diagnostics.map(({ code, message, range: { start, end } }) => [code, message, start.line, start.character, end.line, end.character])).toEqual(
      wanted.map(({ rule, message, range: { start, end } }) => [rule, message, start.line, start.character, end.line, end.character]),
    )
    expect(wanted.length).toBeGreaterThan(1)
    for (const { code, codeDescription } of diagnostics) expect(codeDescription?.href).toMatch(new RegExp(`#${code}$`))
    expect(diagnostics.find(({ code }) => code === 'unused-suppression')?.tags).toEqual([1])
    const gone = client().next(uri)
    client().close(uri)
    expect((await gone).diagnostics).toEqual([])
  })

  test.each([['controller', controller], ['template', template], ['compose', compose]])('leaves %s files alone', async (name, text) => {
    const uri = `file:///somewhere/${name}.yaml`
    client().open(uri, text)
    for (const [, method, , more] of sessions) {
      const answer = await client().request(`textDocument/${method}`, asked(uri, { line: 1, character: 0 }, { positions: [], context: { diagnostics: [] }, newName: 'x', ...more }))
      expect([null, '[]', '{"data":[]}'], method).toContain(answer === null ? null : JSON.stringify(answer))
    }
    expect(client().published.filter((item) => item.uri === uri && item.diagnostics.length > 0)).toEqual([])
    client().close(uri)
  })

  test('gets templates for an empty file that is named like a router', async () => {
    client().open('file:///somewhere/router.yaml', '')
    const answer = await client().request('textDocument/completion', asked('file:///somewhere/router.yaml', { line: 0, character: 0 }, {}))
    expect(answer).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 15 })]))
  })

  test('gets documentation when it looks at an item', async () => {
    client().open('file:///somewhere/r.yaml', `${base}edge:\n  \n`)
    const answer = await client().request('textDocument/completion', asked('file:///somewhere/r.yaml', { line: 8, character: 2 }, {}))
    const item = Array.isArray(answer) ? answer.find(({ label }) => label === 'csr') : undefined
    expect(item).not.toHaveProperty('documentation')
    expect(await client().request('completionItem/resolve', item)).toMatchObject({ documentation: { kind: 'markdown', value: expect.stringContaining('csr') } })
  })

  test('gets errors for what is wrong, and the server lives on', async () => {
    await expect(client().request('textDocument/rename', asked('file:///somewhere/r.yaml', { line: 0, character: 0 }, { newName: 'x' }))).rejects.toThrow(/only anchors/)
    await expect(client().request('textDocument/hover', {})).rejects.toThrow()
    await expect(client().request('textDocument/nonsense', {})).rejects.toThrow(/nonsense/)
    await expect(client().request('workspace/executeCommand', { command: 'nonsense' })).rejects.toThrow(/no command/)
    client().change('file:///never/opened.yaml', 2, 'v: 3')
    client().close('file:///never/opened.yaml')
    expect(await client().request('textDocument/hover', asked('file:///never/opened.yaml', { line: 0, character: 0 }, {}))).toBeNull()
    expect(await client().request('textDocument/hover', asked('file:///somewhere/r.yaml', { line: 900, character: 900 }, {}))).toBeNull()
  })

  test('has a rule explained', async () => {
    expect(await client().request('workspace/executeCommand', { command: 'routerfile.explainRule', arguments: ['same-address'] })).toMatch(/^\*\*same-address\*\*: /)
  })
})

describe('a client that can do nothing more than it must', () => {
  test('has everything in plain form', async () => {
    const client = await connect(hello({ options: { target: '1.6', ...textOnly } }))
    const uri = 'file:///somewhere/router.yaml'
    expect(client.server.capabilities.positionEncoding).toBe('utf-16')
    expect(client.server.capabilities.diagnosticProvider).toBeUndefined()
    const next = client.next(uri)
    client.open(uri, `${base}lnk: 1\nedge:\n  \n`)
    const { diagnostics } = await next
    expect(codesOf(diagnostics)).toContain('unknown-key')
    for (const found of diagnostics) expect(Object.keys(found).sort()).toEqual(['code', 'data', 'message', 'range', 'severity', 'source'])
    const items = await client.request('textDocument/completion', asked(uri, { line: 9, character: 2 }, {}))
    expect(JSON.stringify(items)).not.toMatch(/\$\{|insertTextFormat|"tags"|"insert"/)
    expect(await client.request('textDocument/hover', asked(uri, { line: 5, character: 1 }, {}))).toMatchObject({ contents: { kind: 'plaintext', value: expect.not.stringContaining('**') } })
    expect(await client.request('textDocument/documentSymbol', { textDocument: { uri } })).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'endpoint', containerName: 'ctrl' })]))
    const offered = await client.request('textDocument/codeAction', { textDocument: { uri }, range: { start: { line: 7, character: 0 }, end: { line: 7, character: 1 } }, context: { diagnostics: [] } })
    expect(offered).toEqual(expect.arrayContaining([expect.objectContaining({ command: 'routerfile.applyEdit' })]))
    expect(client.heard.filter(({ method }) => method !== 'window/logMessage')).toEqual([])
    expect(await client.stop()).toBe(0)
  })

  test('changes settings by a notification, and hears what is wrong with them', async () => {
    const client = await connect(hello({ options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await first).diagnostics)).toContain('unknown-key')
    const second = client.next(uri)
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: { routerfile: { ...textOnly, rules: { 'unknown-key': 'off' } } } })
    expect(codesOf((await second).diagnostics)).not.toContain('unknown-key')
    await client.stop()
  })
})

describe('positions', () => {
  const text = `${base}# 🚀 ö\nlink: { dialers: [{ binding: transport, grops: ["🚀ö"], x: 1 }] }\n`
  const before = text.slice(text.indexOf('link'), text.indexOf('x: 1'))
  test.each([['utf-8', Buffer.byteLength(before)], ['utf-16', before.length], ['utf-32', [...before].length]] as const)('count in %s where the client wants that', async (encoding, character) => {
    const client = await connect(hello({ capabilities: { general: { positionEncodings: [encoding, 'utf-16'] } }, options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    expect(client.server.capabilities.positionEncoding).toBe(encoding)
    const first = client.next(uri)
    client.open(uri, text)
    const found = (await first).diagnostics.find(({ message }) => String(message).includes('`x`'))
    expect(found?.range).toEqual({ start: { line: 8, character }, end: { line: 8, character: character + 1 } })
    const second = client.next(uri)
    await client.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ range: found?.range, text: 'yy' }] })
    expect((await second).diagnostics.some(({ message, range }) => String(message).includes('`yy`') && range.end.character === character + 2)).toBe(true)
    await client.stop()
  })
})

describe('folders', () => {
  const uriOf = (...parts: string[]): string => pathToFileURL(join(...parts)).href
  const two = (port: string): string => `${base}link:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:${port}\n      advertise: tls:router.example.com:${port}\n`

  test('files of a folder are compared, open and closed, as they change', async () => {
    const folder = folderWith({ 'one.yaml': two('6000'), 'other/two.yaml': two('6000'), 'values.yaml': compose })
    const client = await connect(hello({ folders: [uriOf(folder)], options: textOnly }))
    const uri = uriOf(folder, 'other/two.yaml')
    const clash = client.next(uri, ({ diagnostics }) => codesOf(diagnostics).includes('fleet-same-advertise'))
    client.open(uri, two('6000'))
    expect((await clash).diagnostics.find(({ code }) => code === 'fleet-same-advertise')?.message).toContain('one.yaml')
    const solved = client.next(uri, ({ diagnostics }) => !codesOf(diagnostics).includes('fleet-same-advertise'))
    write(folder, { 'one.yaml': two('6001') })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(folder, 'one.yaml'), type: 2 }] })
    await solved
    await client.stop()
  })

  test('the configuration file counts, and a change of it', async () => {
    const folder = folderWith({ 'routerfile.config.json': '{"check": [], "rules": {"unknown-key": "info"}}' })
    const client = await connect(hello({ folders: [uriOf(folder)] }))
    const uri = uriOf(folder, 'router.yaml')
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect((await first).diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual(['unknown-key', 3])
    const second = client.next(uri)
    write(folder, { 'routerfile.config.json': '{"check": [], "rules": {"unknown-key": "off"}}' })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(folder, 'routerfile.config.json'), type: 2 }] })
    expect(codesOf((await second).diagnostics)).not.toContain('unknown-key')
    await client.stop()
  })

  test('a mistake in the configuration file is said once, and the rest goes on', async () => {
    const folder = folderWith({ 'routerfile.config.json': '{"targt": 1}' })
    const client = await connect(hello({ folders: [uriOf(folder)], options: textOnly }))
    const uri = uriOf(folder, 'router.yaml')
    for (const version of [1, 2]) {
      const next = client.next(uri)
      if (version === 1) client.open(uri, `${base}lnk: 1\n`)
      else client.change(uri, version, `${base}lnk: 2\n`)
      expect(codesOf((await next).diagnostics)).toContain('unknown-key')
    }
    expect(client.heard.filter(({ method, params }) => method === 'window/showMessage' && JSON.stringify(params).includes('targt'))).toHaveLength(1)
    await client.stop()
  })

  test('a rule is switched off in the configuration, which is made where there is none', async () => {
    const folder = folderWith({ 'a/routerfile.config.json': '{\n  "target": "2.0"\n}\n', 'b/x': '' })
    const client = await connect(hello({ folders: [uriOf(folder)], capabilities: full, settings: () => textOnly }))
    const offered = async (name: string): Promise<string> => {
      const uri = uriOf(folder, name)
      client.open(uri, `${base}lnk: 1\n`)
      const answer = await client.request('textDocument/codeAction', { textDocument: { uri }, range: { start: { line: 7, character: 0 }, end: { line: 7, character: 1 } }, context: { diagnostics: [] } })
      return JSON.stringify(Array.isArray(answer) ? answer.find(({ title }) => /configuration/.test(title)) : undefined)
    }
    expect(await offered('a/router.yaml')).toContain(String.raw`{\n  \"target\": \"2.0\",\n  \"rules\": {\n    \"unknown-key\": \"off\"\n  }\n}\n`)
    expect(await offered('b/router.yaml')).toContain('"kind":"create"')
    await client.stop()
  })

  test('settings are those of the folder', async () => {
    const folder = folderWith({ 'old/x': '', 'new/x': '' })
    const folders = [uriOf(folder, 'old'), uriOf(folder, 'new')]
    const client = await connect(hello({ folders, capabilities: full, settings: (scope) => ({ ...textOnly, rules: { 'unknown-key': scope?.endsWith('old') ? 'off' : 'warning' } }) }))
    const found = folders.map((scope) => client.next(`${scope}/router.yaml`))
    for (const scope of folders) client.open(`${scope}/router.yaml`, `${base}lnk: 1\n`)
    const [old = [], young = []] = (await Promise.all(found)).map(({ diagnostics }) => codesOf(diagnostics))
    expect(old).not.toContain('unknown-key')
    expect(young).toContain('unknown-key')
    await client.stop()
  })

  test('a client that asks gets findings of every router file, and hears what did not change', async () => {
    const folder = folderWith({ 'one.yaml': `${base}lnk: 1\n`, 'two.yaml': two('6000'), 'values.yaml': compose })
    const client = await connect(hello({ folders: [uriOf(folder)], capabilities: { ...full, textDocument: { ...full.textDocument, diagnostic: {} } }, settings: () => textOnly }))
    const { items }: WorkspaceDiagnosticReport = Object(await client.request('workspace/diagnostic', { previousResultIds: [] }))
    expect(items.map(({ uri, kind }) => [uri, kind]).sort()).toEqual([[uriOf(folder, 'one.yaml'), 'full'], [uriOf(folder, 'two.yaml'), 'full']])
    const again: WorkspaceDiagnosticReport = Object(await client.request('workspace/diagnostic', { previousResultIds: items.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' })) }))
    expect(again.items.map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged'])
    const uri = uriOf(folder, 'one.yaml')
    client.open(uri, `${base}lnk: 1\nlnkk: 2\n`)
    const report = await client.request('textDocument/diagnostic', { textDocument: { uri } })
    expect(report).toMatchObject({ kind: 'full', items: expect.arrayContaining([expect.objectContaining({ code: 'unknown-key' })]) })
    const { resultId }: { resultId?: string } = Object(report)
    expect(await client.request('textDocument/diagnostic', { textDocument: { uri }, previousResultId: resultId })).toEqual({ kind: 'unchanged', resultId })
    expect(client.published).toEqual([])
    expect(client.heard.map(({ method }) => method)).toContain('$/progress')
    await client.stop()
  })

  test('hosts and groups are known from other files', async () => {
    const folder = folderWith({ 'two.yaml': two('6000').replace('router.example.com', 'elsewhere.example.com') })
    const client = await connect(hello({ folders: [uriOf(folder)], options: textOnly }))
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(await client.request('workspace/symbol', { query: 'elsewhere' })).toEqual(expect.arrayContaining([expect.objectContaining({ name: expect.stringContaining('elsewhere') })]))
    await client.stop()
  })
})

describe('a server', () => {
  test('never shows stale findings while somebody types', async () => {
    const client = await connect(hello({ options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    const versions = new Map<number, string>()
    const text = largeFile(5000)
    client.open(uri, text)
    for (let version = 2; version < 14; version += 1) {
      const written = `${text}k${'e'.repeat(version)}: 1\n`
      versions.set(version, `k${'e'.repeat(version)}`)
      client.change(uri, version, written)
      await new Promise((resolve) => setTimeout(resolve, 80))
    }
    if (client.published.at(-1)?.version !== 13) await client.next(uri, ({ version }) => version === 13)
    expect(client.published.length).toBeGreaterThan(1)
    for (const { version = 0, diagnostics } of client.published) {
      const key = versions.get(version)
      if (key !== undefined) expect(diagnostics.some(({ message }) => String(message).includes(`\`${key}\``))).toBe(true)
    }
    const order = client.published.map(({ version = 0 }) => version)
    expect(order).toEqual([...order].sort((left, right) => left - right))
    await client.stop()
  })

  test('drops what was cancelled, and what a change overtook', async () => {
    const client = await connect(hello({ options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    client.open(uri, largeFile(5000))
    const params = asked(uri, { line: 5, character: 0 }, {})
    const overtaken = client.request('textDocument/completion', params)
    client.change(uri, 2, base)
    await expect(overtaken).rejects.toMatchObject({ code: -32801 })
    expect(await client.request('textDocument/completion', params)).not.toEqual([])
    await client.stop()
  })

  test('gives back the memory of 300 documents that were opened and closed', async () => {
    const client = await connect({ server: ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc();process.stderr.write(`heap ${process.memoryUsage().heapUsed}\\n`)})', serverProgram, '--stdio'], options: textOnly, collects: true })
    const text = largeFile(1000)
    const openAndClose = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const uri = `file:///somewhere/${index}/router.yaml`
        const next = client.next(uri)
        client.open(uri, text)
        await next
        client.close(uri)
      }
    }
    const heap = async (): Promise<number> => {
      const before = client.errors.length
      client.process.kill('SIGUSR2')
      while (client.errors.length === before) await new Promise((resolve) => setTimeout(resolve, 20))
      return Number(/heap (\d+)/.exec(client.errors.at(-1) ?? '')?.[1]) / 2 ** 20
    }
    await openAndClose(20)
    const before = await heap()
    await openAndClose(300)
    expect((await heap()) - before).toBeLessThan(10)
    await client.stop()
  })

  test('ends with 1 when nobody said goodbye', async () => {
    const client = await connect(hello())
    const ended = new Promise((resolve) => client.process.on('exit', resolve))
    client.process.stdin?.end()
    expect(await ended).toBe(1)
  })
})
