import { spawn } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import type { Message, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol'
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { codesOf, connect } from '../../support/language-client.js'
import { folderWith, serverProgram } from '../../support/program.js'
import { largeFile } from '../../support/fixtures.js'
import { asked, base, hello, linkedAt, pulling, textOnly, uriOf } from '../../support/serving.js'
import { yaml } from '../../support/yaml.js'

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
    for (const found of diagnostics)
      expect(Object.keys(found).sort()).toEqual([
        'code',
        'data',
        'message',
        'range',
        'severity',
        'source',
      ])
    const items = await client.request(
      'textDocument/completion',
      asked(uri, { line: 9, character: 2 }, {}),
    )
    expect(JSON.stringify(items)).not.toMatch(/\$\{|insertTextFormat|"tags"|"insert"/)
    expect(
      await client.request('textDocument/hover', asked(uri, { line: 5, character: 1 }, {})),
    ).toMatchObject({ contents: { kind: 'plaintext', value: expect.not.stringContaining('**') } })
    expect(await client.request('textDocument/documentSymbol', { textDocument: { uri } })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'endpoint', containerName: 'ctrl' }),
      ]),
    )
    const offered = await client.request('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: { line: 7, character: 0 }, end: { line: 7, character: 1 } },
      context: { diagnostics: [] },
    })
    expect(offered).toEqual(
      expect.arrayContaining([expect.objectContaining({ command: 'routerfile.applyEdit' })]),
    )
    expect(client.heard.filter(({ method }) => method !== 'window/logMessage')).toEqual([])
    expect(await client.stop()).toBe(0)
  })

  const odd: [what: string, capabilities: object][] = [
    [
      'writes null for whole parts',
      { textDocument: null, workspace: null, window: null, general: null },
    ],
    [
      'writes null inside of parts',
      {
        general: { positionEncodings: null },
        textDocument: {
          diagnostic: null,
          completion: { completionItem: null },
          hover: { contentFormat: null },
          publishDiagnostics: { tagSupport: null },
        },
      },
    ],
    [
      'says that it shows tags as older clients did',
      {
        textDocument: {
          publishDiagnostics: { tagSupport: true },
          completion: { completionItem: { tagSupport: true } },
        },
      },
    ],
  ]
  test.each(odd)('%s, and is served', async (_, capabilities) => {
    const client = await connect(hello({ capabilities: Object(capabilities), options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    const next = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await next).diagnostics)).toContain('unknown-key')
    expect(
      await client.request('textDocument/completion', asked(uri, { line: 8, character: 0 }, {})),
    ).not.toEqual([])
    await client.stop()
  })

  test('changes settings by a notification, and hears what is wrong with them', async () => {
    const client = await connect(hello({ options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await first).diagnostics)).toContain('unknown-key')
    const second = client.next(uri)
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { routerfile: { ...textOnly, rules: { 'unknown-key': 'off' } } },
    })
    expect(codesOf((await second).diagnostics)).not.toContain('unknown-key')
    await client.stop()
  })
})

describe('positions', () => {
  const text = `${base}# 🚀 ö\nlink: { dialers: [{ binding: transport, grops: ["🚀ö"], x: 1 }] }\n`
  const before = text.slice(text.indexOf('link'), text.indexOf('x: 1'))
  test.each([
    ['utf-8', Buffer.byteLength(before)],
    ['utf-16', before.length],
    ['utf-32', [...before].length],
  ] as const)('count in %s where the client wants that', async (encoding, character) => {
    const client = await connect(
      hello({
        capabilities: { general: { positionEncodings: [encoding, 'utf-16'] } },
        options: textOnly,
      }),
    )
    const uri = 'file:///somewhere/router.yaml'
    expect(client.server.capabilities.positionEncoding).toBe(encoding)
    const first = client.next(uri)
    client.open(uri, text)
    const found = (await first).diagnostics.find(({ message }) => String(message).includes('`x`'))
    expect(found?.range).toEqual({
      start: { line: 8, character },
      end: { line: 8, character: character + 1 },
    })
    const second = client.next(uri)
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: found?.range, text: 'yy' }],
    })
    expect(
      (await second).diagnostics.some(
        ({ message, range }) =>
          String(message).includes('`yy`') && range.end.character === character + 2,
      ),
    ).toBe(true)
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
    if (client.published.at(-1)?.version !== 13)
      await client.next(uri, ({ version }) => version === 13)
    expect(client.published.length).toBeGreaterThan(1)
    for (const { version = 0, diagnostics } of client.published) {
      const key = versions.get(version)
      if (key !== undefined)
        expect(diagnostics.some(({ message }) => String(message).includes(`\`${key}\``))).toBe(true)
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
    const overtaken = client.request('textDocument/hover', params)
    client.change(uri, 2, base)
    await expect(overtaken).rejects.toMatchObject({ code: -32801 })
    expect(await client.request('textDocument/completion', params)).not.toEqual([])
    await client.stop()
  })

  /** A client whose server tells how much memory it uses, in MB. */
  const measured = async (folders: readonly string[] = []) => {
    const client = await connect({
      server: [
        '--expose-gc',
        '--import',
        'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc();process.stderr.write(`heap ${process.memoryUsage().heapUsed}\\n`)})',
        serverProgram,
        '--stdio',
      ],
      folders,
      capabilities: pulling,
      settings: () => textOnly,
      options: textOnly,
      collects: true,
    })
    const heap = async (): Promise<number> => {
      const before = client.errors.length
      client.process.kill('SIGUSR2')
      while (client.errors.length === before)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return Number(/heap (\d+)/.exec(client.errors.at(-1) ?? '')?.[1]) / 2 ** 20
    }
    return { client, heap }
  }

  test('gives back the memory of 100 documents that were opened and closed', async () => {
    const { client, heap } = await measured()
    const text = largeFile(1000)
    const openAndClose = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const uri = `file:///somewhere/${index}/router.yaml`
        client.open(uri, text)
        await client.request('textDocument/diagnostic', { textDocument: { uri } })
        client.close(uri)
      }
    }
    await openAndClose(20)
    const before = await heap()
    await openAndClose(100)
    // Documents that were kept would take 3.5 MB for their texts alone.
    expect((await heap()) - before).toBeLessThan(3.3)
    await client.stop()
  })

  test('keeps no text of the 200 files of a folder', async () => {
    const filler = '# what is said about a router\n'.repeat(3000)
    const routers = Array.from({ length: 200 }, (_, index) => [
      `router-${index}.yaml`,
      `${linkedAt(String(6000 + index))}${filler}`,
    ])
    const root = folderWith(Object.fromEntries(routers))
    const folder = uriOf(root)
    const { client, heap } = await measured([folder])
    const pull = async (): Promise<number> => {
      await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
      const { items }: WorkspaceDiagnosticReport = Object(
        await client.request('workspace/diagnostic', { previousResultIds: [] }),
      )
      return items.length
    }
    const change = (event: { added?: object[]; removed?: object[] }): Promise<void> =>
      client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: { added: [], removed: [], ...event },
      })
    await change({ removed: [{ uri: folder, name: 'routers' }] })
    expect(await pull()).toBe(0)
    const empty = await heap()
    await change({ added: [{ uri: folder, name: 'routers' }] })
    expect(await pull()).toBe(200)
    expect((await heap()) - empty).toBeLessThan(6)
    await client.stop()
  })

  test.each([
    { lines: 100, heap: 48, burst: 1, changes: 1200 },
    { lines: 5000, heap: 160, burst: 8, changes: 800 },
  ])(
    'keeps to a heap of $heap MB while $changes changes are typed into a file of $lines lines',
    async ({ lines, heap, burst, changes }) => {
      const client = await connect({
        server: [`--max-old-space-size=${heap}`, serverProgram, '--stdio'],
        options: textOnly,
        collects: true,
      })
      const died = new Promise<never>((_, reject) => {
        client.process.once('exit', () => reject(new Error(client.errors.join('').slice(-2000))))
      })
      died.catch(() => undefined)
      const uri = 'file:///somewhere/router.yaml'
      const text = largeFile(lines)
      const opened = client.next(uri)
      client.open(uri, text)
      await Promise.race([opened, died])
      const published = (version: number) =>
        Promise.race([client.next(uri, (found) => found.version === version), died])
      const type = (version: number, line: number, written: string): void => {
        const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }
        void client.connection.sendNotification('textDocument/didChange', {
          textDocument: { uri, version },
          contentChanges: [{ range, text: `${written}\n` }],
        })
      }
      const addresses = text
        .split('\n')
        .flatMap((line, index) => (/^ +address:/.test(line) ? index : []))
      for (let version = 2; version <= changes; version += 1) {
        const answer = version % burst === 0 ? published(version) : undefined
        // Now and then the text is broken, and the next change makes it whole again.
        if (version % 200 < 2) type(version, 0, version % 200 === 0 ? 'v: [3' : 'v: 3')
        else
          type(
            version,
            addresses[version % addresses.length] ?? 0,
            `    address: tls:0.0.0.0:${1024 + version}`,
          )
        await answer
      }
      const answer = published(changes + 1)
      type(
        changes + 1,
        0,
        yaml`
        v: 3
        lnk: 1`,
      )
      expect(codesOf((await answer).diagnostics)).toContain('unknown-key')
      expect(
        await client.request('textDocument/hover', asked(uri, { line: 7, character: 3 }, {})),
      ).toMatchObject({
        contents: { value: expect.stringContaining('in this file: tls:ctrl.example.com:6262') },
      })
      expect(await client.stop()).toBe(0)
    },
  )

  test('ends with 1 when nobody said goodbye', async () => {
    const client = await connect(hello())
    const ended = new Promise((resolve) => client.process.on('exit', resolve))
    client.process.stdin?.end()
    expect(await ended).toBe(1)
  })

  test('answers a message that is not JSON, and lives on', async () => {
    const child = spawn(process.execPath, [serverProgram, '--stdio'])
    const reader = new StreamMessageReader(child.stdout)
    const answers: Message[] = []
    reader.listen((message) => answers.push(message))
    const send = (content: string): void =>
      void child.stdin.write(`Content-Length: ${content.length}\r\n\r\n${content}`)
    send('{"jsonrpc": "2.0", "id": 1, "method": ')
    send('{"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover"}')
    await vi.waitFor(() => expect(answers).toHaveLength(2), 10_000)
    expect(answers).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 2, error: { code: -32002 } },
    ])
    child.kill()
  })

  test('refuses what comes before `initialize`, a second one, and what comes after `shutdown`', async () => {
    const child = spawn(process.execPath, [serverProgram, '--stdio'])
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    )
    const published: unknown[] = []
    connection.onNotification(
      'textDocument/publishDiagnostics',
      (params: unknown) => void published.push(params),
    )
    connection.listen()
    const textDocument = {
      uri: 'file:///somewhere/router.yaml',
      languageId: 'yaml',
      version: 1,
      text: `${base}lnk: 1\n`,
    }
    const greeting = {
      processId: null,
      rootUri: null,
      capabilities: {},
      initializationOptions: textOnly,
    }
    const hover = asked(textDocument.uri, { line: 0, character: 0 }, {})
    await expect(connection.sendRequest('textDocument/hover', hover)).rejects.toMatchObject({
      code: -32002,
    })
    await connection.sendRequest('initialize', greeting)
    await expect(connection.sendRequest('initialize', greeting)).rejects.toMatchObject({
      code: -32600,
    })
    await connection.sendRequest('shutdown')
    await connection.sendNotification('textDocument/didOpen', { textDocument })
    for (const method of ['textDocument/hover', 'shutdown'])
      await expect(connection.sendRequest(method, hover)).rejects.toMatchObject({ code: -32600 })
    expect(published).toEqual([])
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await connection.sendNotification('exit')
    expect(await ended).toBe(0)
    connection.dispose()
  })

  test.each([{}, { textDocument: null }, { textDocument: { uri: 1 } }])(
    'says of a request with %j what is missing',
    async (params) => {
      const client = await connect(hello())
      await expect(client.request('textDocument/hover', params)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('`textDocument.uri` is missing'),
      })
      await client.stop()
    },
  )

  test('counts a change that changes nothing as a version', async () => {
    const client = await connect(hello({ options: textOnly }))
    const uri = 'file:///somewhere/router.yaml'
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    await first
    const second = client.next(uri)
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [],
    })
    expect(await second).toMatchObject({ version: 2 })
    await client.stop()
  })
})
