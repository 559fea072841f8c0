import { describe, expect, test } from 'vitest'
import type {
  CompletionItem,
  Hover,
  SemanticTokens,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol'
import { codesOf, connect, full } from '../../support/language-client.js'
import { folderWith, write, run } from '../../support/program.js'
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
import { yaml } from '../../support/yaml.js'

describe('templates', () => {
  test('show what is wrong in every rendering, and take no part in other features', async () => {
    const client = await connect(hello({ options: textOnly, capabilities: pulling }))
    const uri = 'file:///templates/router.yml.j2'
    client.open(uri, `${base}lnk: {{ a }}\n{% if b %}\nlnkk: 1\n{% endif %}\n`)
    const textDocument = { uri }
    const report = await client.request('textDocument/diagnostic', { textDocument })
    const messages = JSON.stringify(report)
    expect(messages).toContain('Unknown key `lnk`')
    expect(messages).not.toContain('`lnkk`')
    const formatted = await client.request('textDocument/formatting', {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    })
    expect(formatted ?? []).toEqual([])
    await client.stop()
  })
})

describe('what the command line heeds, an editor does', () => {
  test('baselines hide what they know, in open files and in others, until they change', async () => {
    const folder = folderWith({
      'one.yaml': `${base}lnk: 1\n`,
      'two.yaml': `${base}lnk: 1\n`,
      'routerfile.config.json': '{"check": [], "baseline": "baseline.json"}',
    })
    expect(
      run(
        [
          'lint',
          'one.yaml',
          'two.yaml',
          '--isolated',
          '--check',
          'none',
          '--write-baseline',
          'baseline.json',
        ],
        { cwd: folder },
      ).code,
    ).toBe(0)
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => ({}) }),
    )
    const uri = uriOf(folder, 'one.yaml')
    client.open(uri, `${base}lnk: 1\nlnkk: 2\n`)
    const report = await client.request('textDocument/diagnostic', { textDocument: { uri } })
    expect(report).toMatchObject({
      items: [expect.objectContaining({ message: expect.stringContaining('`lnkk`') })],
    })
    const all = async (): Promise<WorkspaceDiagnosticReport> =>
      Object(await client.request('workspace/diagnostic', { previousResultIds: [] }))
    expect(
      (await all()).items.find((item) => item.uri === uriOf(folder, 'two.yaml')),
    ).toMatchObject({ items: [] })
    write(folder, { 'baseline.json': '{"version": 2, "files": {}}' })
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf(folder, 'baseline.json'), type: 2 }],
    })
    expect(
      JSON.stringify((await all()).items.find((item) => item.uri === uriOf(folder, 'two.yaml'))),
    ).toContain('unknown-key')
    await client.stop()
  })

  test('a baseline that cannot be read is reported once, and hides nothing', async () => {
    const client = await connect(hello({ options: { ...textOnly, baseline: 'none.json' } }))
    const uri = uriOf(folderWith({}), 'router.yaml')
    const next = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await next).diagnostics)).toContain('unknown-key')
    expect(JSON.stringify(heardOf(client, 'window/showMessage'))).toMatch(/baseline[^"]*none\.json/)
    await client.stop()
  })

  const configurations: [name: string, text: string, message: RegExp, line: number][] = [
    [
      'routerfile.config.json',
      yaml`
      {
        "targt": 1
      }
    `,
      /did you mean `target`/,
      1,
    ],
    [
      'routerfile.config.yaml',
      yaml`
      rules:
        unknown-key: of
    `,
      /did you mean `off`/,
      1,
    ],
    [
      'routerfile.config.yml',
      'extends: none.yaml\n',
      /`extends` takes paths from the folder of this file/,
      0,
    ],
    [
      'package.json',
      yaml`
        {
          "name": "x",
          "routerfile": { "targt": 1 }
        }
      `,
      /did you mean `target`/,
      2,
    ],
  ]
  test.each(configurations)(
    'a mistake in %s is shown there, and gone once it is mended',
    async (name, text, message, line) => {
      const client = await connect(hello({ capabilities: full, settings: () => textOnly }))
      const uri = uriOf(folderWith({}), name)
      const first = client.next(uri)
      client.open(uri, text, name.endsWith('json') ? 'json' : 'yaml')
      expect((await first).diagnostics).toEqual([
        expect.objectContaining({
          code: 'configuration',
          severity: 1,
          message: expect.stringMatching(message),
          range: expect.objectContaining({ start: { line, character: expect.any(Number) } }),
        }),
      ])
      const second = client.next(uri)
      client.change(uri, 2, '{}')
      expect((await second).diagnostics).toEqual([])
      await client.stop()
    },
  )

  test('a client that watches no files has them checked when it saves', async () => {
    const folder = folderWith({ 'routerfile.config.json': '{"check": []}' })
    const client = await connect(hello({ folders: [uriOf(folder)] }))
    const uri = uriOf(folder, 'router.yaml')
    const first = client.next(uri)
    client.open(uri, `${base}lnk: 1\n`)
    expect(codesOf((await first).diagnostics)).toContain('unknown-key')
    const second = client.next(uri)
    write(folder, { 'routerfile.config.json': '{"check": [], "rules": {"unknown-key": "off"}}' })
    await client.connection.sendNotification('textDocument/didSave', {
      textDocument: { uri: uriOf(folder, 'routerfile.config.json') },
    })
    expect(codesOf((await second).diagnostics)).not.toContain('unknown-key')
    await client.stop()
  })
})

describe('a finding', () => {
  const cases: [what: string, text: string, code: string, shown: object][] = [
    [
      'of what is dead is grayed out',
      `${base}forwarder:\n  unresponsiveLinkTimeout: 5s\n`,
      'no-effect',
      { tags: [1] },
    ],
    [
      'of an old form is struck through',
      `${base}ctrl2: 1\nedge:\n  csr:\n    sans: {dns: [a]}\n`,
      'deprecated-key',
      { tags: [2] },
    ],
    [
      'of a leftover is both',
      `${base}forwarder:\n  latencyProbeInterval: 0\n`,
      'obsolete-key',
      { tags: [2, 1] },
    ],
    [
      'of a key that stands twice leads to the other',
      `v: 3\n${base}`,
      'duplicate-key',
      {
        tags: [1],
        relatedInformation: [
          {
            message: 'the key that the router uses',
            location: {
              uri: expect.any(String),
              range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } },
            },
          },
        ],
      },
    ],
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
    const folder = folderWith({ 'one.yaml': linkedAt('6000'), 'two.yaml': linkedAt('6000') })
    const client = await connect(
      hello({ folders: [uriOf(folder)], capabilities: full, settings: () => textOnly }),
    )
    const uri = uriOf(folder, 'two.yaml')
    const clash = client.next(uri, ({ diagnostics }) =>
      codesOf(diagnostics).includes('fleet-same-advertise'),
    )
    client.open(uri, linkedAt('6000'))
    const { diagnostics } = await clash
    const found = diagnostics.find(({ code }) => code === 'fleet-same-advertise')
    const offered = await client.request(
      'textDocument/codeAction',
      asked(uri, {}, { range: found?.range, context: { diagnostics: [] } }),
    )
    expect(offered).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'Suppress `fleet-same-advertise` on this line',
          diagnostics: [found],
        }),
      ]),
    )
    const count = (severity: number): number =>
      diagnostics.filter((item) => item.severity === severity).length
    expect(
      JSON.stringify(await client.request('textDocument/codeLens', { textDocument: { uri } })),
    ).toContain(`${count(2)} warning`)
    await client.stop()
  })
})

describe('places count in the units of the client', () => {
  const line = 'link: { dialers: [{ groups: ["🚀ö"], binding: transport, '
  const text = `${base}${line}healthy }] }\n`
  const units: readonly (readonly ['utf-8' | 'utf-16' | 'utf-32', (written: string) => number])[] =
    [
      ['utf-8', (written) => Buffer.byteLength(written)],
      ['utf-16', (written) => written.length],
      ['utf-32', (written) => [...written].length],
    ]
  test.each(units)('%s, for completions, hovers and tokens', async (encoding, lengthOf) => {
    const client = await connect(
      hello({ capabilities: { general: { positionEncodings: [encoding] } }, options: textOnly }),
    )
    const uri = 'file:///somewhere/router.yaml'
    client.open(uri, text)
    const end = lengthOf(`${line}healthy`)
    const items: CompletionItem[] = Object(
      await client.request('textDocument/completion', asked(uri, { line: 7, character: end }, {})),
    )
    expect(items.find(({ label }) => label === 'healthyDialBackoff')?.textEdit).toMatchObject({
      range: { start: { line: 7, character: lengthOf(line) }, end: { line: 7, character: end } },
    })
    const start = lengthOf(line.slice(0, line.indexOf('binding')))
    const hover: Hover = Object(
      await client.request('textDocument/hover', asked(uri, { line: 7, character: start + 2 }, {})),
    )
    expect(hover.range).toEqual({
      start: { line: 7, character: start },
      end: { line: 7, character: start + 7 },
    })
    const { data }: SemanticTokens = Object(
      await client.request('textDocument/semanticTokens/range', {
        textDocument: { uri },
        range: { start: { line: 7, character: start }, end: { line: 7, character: start + 1 } },
      }),
    )
    expect(data.slice(0, 3)).toEqual([7, start, 7])
    await client.stop()
  })
})
