import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol'
import { codesOf, connect, full } from '../../support/language-client.js'
import { folderWith, write } from '../../support/program.js'
import {
  asked,
  base,
  cursorIn,
  hello,
  linkedAt,
  pulling,
  textOnly,
  uriOf,
} from '../../support/serving.js'
import { yaml } from '../../support/yaml.js'

const compose = readFileSync('fixtures/cli/files/compose.yaml', 'utf8')

describe('folders', () => {
  test('files of a folder are compared, open and closed, as they change', async () => {
    const folder = folderWith({
      'one.yaml': linkedAt('6000'),
      'other/two.yaml': linkedAt('6000'),
      'values.yaml': compose,
    })
    const client = await connect(hello({ folders: [uriOf(folder)], options: textOnly }))
    const uri = uriOf(folder, 'other/two.yaml')
    const clash = client.next(uri, ({ diagnostics }) =>
      codesOf(diagnostics).includes('fleet-same-advertise'),
    )
    client.open(uri, linkedAt('6000'))
    expect(
      (await clash).diagnostics.find(({ code }) => code === 'fleet-same-advertise')?.message,
    ).toContain('one.yaml')
    const solved = client.next(
      uri,
      ({ diagnostics }) => !codesOf(diagnostics).includes('fleet-same-advertise'),
    )
    write(folder, { 'one.yaml': linkedAt('6001') })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf(folder, 'one.yaml'), type: 2 }],
    })
    await solved
    await client.stop()
  })

  test('a begun file is not compared with others while it is closed', async () => {
    const folder = folderWith({
      'one.yaml': linkedAt('6000'),
      'two.yaml': linkedAt('6001'),
      'three.yaml': linkedAt('6002'),
      'begun.router.yaml': 'v: 3\n',
    })
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => textOnly }),
    )
    const answer = await client.request('workspace/diagnostic', { previousResultIds: [] })
    // All complete files name the same identity, so each is taken for the file of another machine.
    expect(JSON.stringify(answer)).not.toContain('fleet-same-identity')
    await client.stop()
  })

  test('a deleted folder is noticed without a report of its files', async () => {
    const folder = folderWith({ 'gone/one.yaml': linkedAt('6000'), 'two.yaml': linkedAt('6000') })
    const client = await connect(hello({ folders: [uriOf(folder)], options: textOnly }))
    const uri = uriOf(folder, 'two.yaml')
    const isClash = (codes: readonly unknown[]): boolean => codes.includes('fleet-same-advertise')
    const clash = client.next(uri, ({ diagnostics }) => isClash(codesOf(diagnostics)))
    client.open(uri, linkedAt('6000'))
    await clash
    const solved = client.next(uri, ({ diagnostics }) => !isClash(codesOf(diagnostics)))
    rmSync(join(folder, 'gone'), { recursive: true })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: `${uriOf(folder, 'gone')}/`, type: 3 }],
    })
    await solved
    await client.stop()
  })

  test('the configuration file counts, and a change of it', async () => {
    const folder = folderWith({
      'routerfile.config.json': '{"check": [], "rules": {"unknown-key": "info"}}',
    })
    const client = await connect(hello({ folders: [uriOf(folder)] }))
    const uri = uriOf(folder, 'router.yaml')
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect((await first).diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual([
      'unknown-key',
      3,
    ])
    const second = client.next(uri)
    write(folder, { 'routerfile.config.json': '{"check": [], "rules": {"unknown-key": "off"}}' })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf(folder, 'routerfile.config.json'), type: 2 }],
    })
    expect(codesOf((await second).diagnostics)).not.toContain('unknown-key')
    await client.stop()
  })

  test('a mistake in the configuration file is reported once, and everything else works', async () => {
    const folder = folderWith({ 'routerfile.config.json': '{"targt": 1}' })
    const client = await connect(hello({ folders: [uriOf(folder)], options: textOnly }))
    const uri = uriOf(folder, 'router.yaml')
    for (const version of [1, 2]) {
      const next = client.next(uri)
      if (version === 1) client.open(uri, `${base}lnk: 1\n`)
      else client.change(uri, version, `${base}lnk: 2\n`)
      expect(codesOf((await next).diagnostics)).toContain('unknown-key')
    }
    expect(
      client.heard.filter(
        ({ method, params }) =>
          method === 'window/showMessage' && JSON.stringify(params).includes('targt'),
      ),
    ).toHaveLength(1)
    await client.stop()
  })

  test('certificates of a folder are shown in hovers, and followed when they change', async () => {
    const certificate = readFileSync('fixtures/pki/server.cert', 'utf8')
    const folder = folderWith({ 'pki/a.cert': certificate })
    const client = await connect(hello({ folders: [uriOf(folder)] }))
    const uri = uriOf(folder, 'router.yaml')
    const { text, position } = cursorIn(base.replace('a.cert', 'pki/a.c|ert'))
    client.open(uri, text)
    const hover = async (): Promise<string> =>
      JSON.stringify(await client.request('textDocument/hover', asked(uri, position, {})))
    expect(await hover()).toContain('IP addresses: 192.0.2.1')
    write(folder, { 'pki/a.cert': 'nothing' })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf(folder, 'pki/a.cert'), type: 2 }],
    })
    expect(await hover()).not.toContain('IP addresses')
    await client.stop()
  })

  test('a rule is turned off in the configuration, which is created if it is missing', async () => {
    const folder = folderWith({
      'a/routerfile.config.json': yaml`
        {
          "target": "2.0"
        }
      `,
      'b/x': '',
    })
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: full, settings: () => textOnly }),
    )
    const offered = async (name: string): Promise<string> => {
      const uri = uriOf(folder, name)
      client.open(uri, `${base}lnk: 1\n`)
      const answer = await client.request('textDocument/codeAction', {
        textDocument: { uri },
        range: { start: { line: 7, character: 0 }, end: { line: 7, character: 1 } },
        context: { diagnostics: [] },
      })
      return JSON.stringify(
        Array.isArray(answer)
          ? answer.find(({ title }) => /for the project/.test(title))
          : undefined,
      )
    }
    expect(await offered('a/router.yaml')).toContain(
      String.raw`,\n  \"rules\": {\n    \"unknown-key\": \"off\"\n  }`,
    )
    expect(await offered('b/router.yaml')).toContain('"kind":"create"')
    await client.stop()
  })

  test('settings are those of the folder', async () => {
    const folder = folderWith({ 'old/x': '', 'new/x': '' })
    const folders = [uriOf(folder, 'old'), uriOf(folder, 'new')]
    const client = await connect(
      hello({
        folders,
        capabilities: full,
        settings: (scope) => ({
          ...textOnly,
          rules: { 'unknown-key': scope?.endsWith('old') ? 'off' : 'warning' },
        }),
      }),
    )
    const found = folders.map((scope) => client.next(`${scope}/router.yaml`))
    for (const scope of folders) client.open(`${scope}/router.yaml`, `${base}lnk: 1\n`)
    const [old = [], young = []] = (await Promise.all(found)).map(({ diagnostics }) =>
      codesOf(diagnostics),
    )
    expect(old).not.toContain('unknown-key')
    expect(young).toContain('unknown-key')
    await client.stop()
  })

  test('a client that asks gets findings of every router file, and hears what did not change or is gone', async () => {
    const folder = folderWith({
      'one.yaml': `${base}lnk: 1\n`,
      'two.yaml': `${base}lnk: 2\n`,
      'values.yaml': compose,
    })
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => textOnly }),
    )
    const { items }: WorkspaceDiagnosticReport = Object(
      await client.request('workspace/diagnostic', { previousResultIds: [] }),
    )
    expect(items.map(({ uri, kind }) => [uri, kind]).sort()).toEqual([
      [uriOf(folder, 'one.yaml'), 'full'],
      [uriOf(folder, 'two.yaml'), 'full'],
    ])
    const state = { isAnswered: false }
    const held = client
      .request('workspace/diagnostic', {
        previousResultIds: items.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' })),
      })
      .finally(() => (state.isAnswered = true))
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(state.isAnswered).toBe(false)
    write(folder, { 'two.yaml': compose })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf(folder, 'two.yaml'), type: 2 }],
    })
    const gone: WorkspaceDiagnosticReport = Object(await held)
    expect(gone.items.find(({ uri }) => uri === uriOf(folder, 'one.yaml'))?.kind).toBe('unchanged')
    expect(gone.items.find(({ uri }) => uri === uriOf(folder, 'two.yaml'))).toMatchObject({
      kind: 'full',
      version: null,
      items: [],
    })
    const uri = uriOf(folder, 'one.yaml')
    client.open(uri, `${base}lnk: 1\nlnkk: 2\n`)
    const report = await client.request('textDocument/diagnostic', { textDocument: { uri } })
    expect(report).toMatchObject({
      kind: 'full',
      items: expect.arrayContaining([expect.objectContaining({ code: 'unknown-key' })]),
    })
    const { resultId }: { resultId?: string } = Object(report)
    expect(
      await client.request('textDocument/diagnostic', {
        textDocument: { uri },
        previousResultId: resultId,
      }),
    ).toEqual({ kind: 'unchanged', resultId })
    expect(client.published).toEqual([])
    expect(client.heard.map(({ method }) => method)).toContain('$/progress')
    await client.stop()
  })

  test('hosts and groups are known from other files', async () => {
    const folder = folderWith({
      'two.yaml': linkedAt('6000').replace('router.example.com', 'elsewhere.example.com'),
    })
    const client = await connect(hello({ folders: [uriOf(folder)], options: textOnly }))
    await client.request('workspace/executeCommand', { command: 'routerfile.scan' })
    expect(await client.request('workspace/symbol', { query: 'elsewhere' })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: expect.stringContaining('elsewhere') }),
      ]),
    )
    await client.stop()
  })
})
