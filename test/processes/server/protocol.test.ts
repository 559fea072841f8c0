import { describe, expect, test } from 'vitest'
import type {
  CancellationTokenSource,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol'
import { CancellationTokenSource as Cancelling } from 'vscode-languageserver-protocol'
import { codesOf, connect, full } from '../../support/language-client.js'
import { folderWith } from '../../support/program.js'
import { largeFile } from '../../support/fixtures.js'
import {
  asked,
  base,
  heardOf,
  hello,
  linkedAt,
  pulling,
  textOnly,
  uriOf,
} from '../../support/serving.js'

describe('a command', () => {
  test('switches a rule off in the configuration that counts for a file', async () => {
    const folder = folderWith({ 'routerfile.config.yaml': 'target: "2.0"\n' })
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: full, settings: () => textOnly }),
    )
    await client.request('workspace/executeCommand', {
      command: 'routerfile.switchOffRule',
      arguments: [uriOf(folder, 'router.yaml'), 'unknown-key'],
    })
    expect(heardOf(client, 'workspace/applyEdit')).toEqual([
      {
        edit: {
          documentChanges: [
            {
              textDocument: { uri: uriOf(folder, 'routerfile.config.yaml'), version: null },
              edits: [
                expect.objectContaining({ newText: expect.stringContaining('unknown-key: off') }),
              ],
            },
          ],
        },
      },
    ])
    await client.stop()
  })

  test('makes the changes of an action, for a client that only knows commands', async () => {
    const client = await connect(
      hello({ capabilities: { workspace: { applyEdit: true } }, options: textOnly }),
    )
    const uri = 'file:///somewhere/router.yaml'
    client.open(uri, `${base}forwarder:\n  idleCircuitTimeut: 1\n`)
    const offered = await client.request(
      'textDocument/codeAction',
      asked(
        uri,
        {},
        {
          range: { start: { line: 8, character: 3 }, end: { line: 8, character: 3 } },
          context: { diagnostics: [] },
        },
      ),
    )
    const { command, arguments: given }: { command?: string; arguments?: unknown[] } = Object(
      Array.isArray(offered) ? offered[0] : undefined,
    )
    expect(
      await client.request('workspace/executeCommand', { command, arguments: given }),
    ).toBeNull()
    expect(heardOf(client, 'workspace/applyEdit')).toEqual([
      {
        edit: {
          changes: {
            [uri]: [
              {
                range: { start: { line: 8, character: 2 }, end: { line: 8, character: 19 } },
                newText: 'idleCircuitTimeout',
              },
            ],
          },
        },
      },
    ])
    await client.stop()
  })

  const refused: [what: string, command: string, given: unknown[], why: RegExp][] = [
    [
      'of a rule that nobody knows',
      'routerfile.explainRule',
      ['nonsense'],
      /unknown rule `nonsense`/,
    ],
    ['of changes that are none', 'routerfile.applyEdit', [1], /takes the changes of a code action/],
    [
      'of changes in an editor that lets nobody change files',
      'routerfile.applyEdit',
      [{ changes: {} }],
      /does not let servers change files/,
    ],
    [
      'of a file that is none',
      'routerfile.switchOffRule',
      ['untitled:1', 'unknown-key'],
      /no configuration file applies to `untitled:1`/,
    ],
  ]
  test.each(refused)('%s is refused with a sentence', async (_, command, given, why) => {
    const client = await connect(hello())
    await expect(
      client.request('workspace/executeCommand', { command, arguments: given }),
    ).rejects.toThrow(why)
    expect(await client.stop()).toBe(0)
  })

  test('loads the code of others when one of them runs', async () => {
    const client = await connect(hello())
    const execute = (command: string, ...given: unknown[]): Promise<unknown> =>
      client.request('workspace/executeCommand', { command, arguments: given })
    const answers = { name: 'north', preset: 'host', controllers: ['ctrl.example.com:6262'] }
    const made = await execute('routerfile.generate', answers)
    expect(made).toMatchObject({ fileName: 'north.router.yml' })
    expect(await execute('routerfile.presets')).toHaveLength(7)
    expect(await client.stop()).toBe(0)
  })

  test('explains a rule, and opens no page as long as none is published', async () => {
    const client = await connect(hello({ capabilities: full }))
    expect(
      await client.request('workspace/executeCommand', {
        command: 'routerfile.explainRule',
        arguments: ['same-address'],
      }),
    ).toMatch(/^\*\*same-address\*\*: /)
    expect(heardOf(client, 'window/showDocument')).toEqual([])
    await client.stop()
  })
})

describe('findings of all files', () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`${index}/router.yaml`, `${base}lnk: ${index}\n`]),
  )

  test('come in parts and with progress, where the client gives tokens', async () => {
    const folder = folderWith(many)
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => textOnly }),
    )
    const answer: WorkspaceDiagnosticReport = Object(
      await client.request('workspace/diagnostic', {
        previousResultIds: [],
        partialResultToken: 'parts',
        workDoneToken: 'work',
      }),
    )
    const progress: { token: unknown; value: { kind?: string; items?: { uri: string }[] } }[] =
      heardOf(client, '$/progress').map(Object)
    const parts = progress
      .filter(({ token }) => token === 'parts')
      .map(({ value }) => value.items ?? [])
    expect(answer.items).toEqual([])
    expect(parts.length).toBeGreaterThan(2)
    expect(new Set(parts.flat().map(({ uri }) => uri)).size).toBe(120)
    expect(progress.filter(({ token }) => token === 'work').map(({ value }) => value.kind)).toEqual(
      expect.arrayContaining(['begin', 'report', 'end']),
    )
    await client.stop()
  })

  test('are not looked for any longer once that is cancelled', async () => {
    const folder = folderWith(many)
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => textOnly }),
    )
    const source: CancellationTokenSource = new Cancelling()
    const kinds: unknown[] = []
    client.connection.onNotification('$/progress', ({ token, value }) => {
      if (token !== 'bar') return
      kinds.push(value.kind)
      source.cancel()
    })
    const answer = client.connection.sendRequest(
      'workspace/diagnostic',
      { previousResultIds: [], workDoneToken: 'bar' },
      source.token,
    )
    await expect(answer).rejects.toMatchObject({ code: -32800 })
    expect([kinds[0], kinds.at(-1)]).toEqual(['begin', 'end'])
    const again = client.connection.sendRequest(
      'workspace/diagnostic',
      { previousResultIds: [], workDoneToken: 'bar' },
      source.token,
    )
    await expect(again).rejects.toMatchObject({ code: -32800 })
    expect(await client.stop()).toBe(0)
  })
})

describe('a request that is cancelled', () => {
  test.each(['completion', 'hover', 'codeAction', 'semanticTokens/full'])(
    'textDocument/%s ends as such, and the next one is answered',
    async (method) => {
      const client = await connect(hello({ options: textOnly }))
      const uri = 'file:///somewhere/router.yaml'
      client.open(uri, largeFile(5000))
      const source: CancellationTokenSource = new Cancelling()
      const params = asked(
        uri,
        { line: 5, character: 1 },
        {
          range: { start: { line: 5, character: 0 }, end: { line: 5, character: 0 } },
          context: { diagnostics: [] },
        },
      )
      const answer = client.connection.sendRequest(`textDocument/${method}`, params, source.token)
      source.cancel()
      await expect(answer).rejects.toMatchObject({ code: -32800 })
      expect(await client.request('textDocument/hover', params)).toMatchObject({
        contents: expect.anything(),
      })
      await client.stop()
    },
  )
})

describe('a client that can register things', () => {
  test('is asked to watch files and to tell of settings', async () => {
    const client = await connect(hello({ capabilities: full, settings: () => textOnly }))
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(JSON.stringify(heardOf(client, 'client/registerCapability'))).toMatch(
      /didChangeConfiguration.*didChangeWatchedFiles.*\{yaml,yml,json\}/,
    )
    await client.stop()
  })

  test('has changed settings fetched anew', async () => {
    const set = { rules: {} }
    const client = await connect(
      hello({ capabilities: full, settings: () => ({ ...textOnly, ...set }) }),
    )
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

  test('that pulls findings is asked to pull again when settings change', async () => {
    const client = await connect(hello({ capabilities: pulling, settings: () => textOnly }))
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    const before = heardOf(client, 'workspace/diagnostic/refresh').length
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(heardOf(client, 'workspace/diagnostic/refresh').length).toBeGreaterThan(before)
    await client.stop()
  })

  test('fetches hints and lenses anew, which settings switch off', async () => {
    const set: { inlayHints: unknown; codeLens: boolean } = {
      inlayHints: { units: false },
      codeLens: true,
    }
    const client = await connect(
      hello({ capabilities: full, settings: () => ({ ...textOnly, ...set }) }),
    )
    const uri = 'file:///somewhere/router.yaml'
    const shown = async (): Promise<unknown[]> => [
      await client.request('textDocument/inlayHint', {
        textDocument: { uri },
        range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
      }),
      await client.request('textDocument/codeLens', { textDocument: { uri } }),
    ]
    client.open(uri, `${base}forwarder:\n  idleTxInterval: 15\n`)
    expect(await shown()).toEqual([
      [expect.objectContaining({ label: expect.stringContaining('defaultRequestTimeout: 5s') })],
      [expect.anything(), expect.anything()],
    ])
    Object.assign(set, { inlayHints: false, codeLens: false })
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(await shown()).toEqual([[], []])
    for (const what of ['inlayHint', 'codeLens', 'semanticTokens'])
      expect(heardOf(client, `workspace/${what}/refresh`).length, what).toBeGreaterThan(0)
    await client.stop()
  })

  test('opens and closes folders', async () => {
    const folder = folderWith({ 'a/one.yaml': linkedAt('6000'), 'a/two.yaml': linkedAt('6000') })
    const client = await connect(
      hello({ folders: [], capabilities: full, settings: () => textOnly }),
    )
    const uri = uriOf(folder, 'a/two.yaml')
    const change = (event: object): Promise<void> =>
      client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: { added: [], removed: [], ...event },
      })
    client.open(uri, linkedAt('6000'))
    const clash = client.next(uri, ({ diagnostics }) =>
      codesOf(diagnostics).includes('fleet-same-advertise'),
    )
    await change({ added: [{ uri: uriOf(folder, 'a'), name: 'a' }] })
    await clash
    const alone = client.next(
      uri,
      ({ diagnostics }) => !codesOf(diagnostics).includes('fleet-same-advertise'),
    )
    await change({ removed: [{ uri: uriOf(folder, 'a'), name: 'a' }] })
    await alone
    await client.stop()
  })
})
