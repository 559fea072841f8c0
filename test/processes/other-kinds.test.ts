import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../server/generated/features.js'
import type { Client } from '../support/language-client.js'
import { connect, full } from '../support/language-client.js'
import { folderWith, runHere } from '../support/program.js'
import { textsByPath } from '../support/other-kinds.js'
import { hello, pulling, uriOf } from '../support/serving.js'
import { yaml } from '../support/yaml.js'

const texts = textsByPath()

const good = readFileSync('fixtures/samples/public.yaml', 'utf8')

const isSame = (folder: string): boolean =>
  Object.entries(texts).every(([path, text]) => readFileSync(join(folder, path), 'utf8') === text)

describe('files of other kinds on the command line', () => {
  const named = Object.keys(texts)

  test.each([
    ['fix', '--unsafe'],
    ['fix'],
    ['lint', '--fix', '--unsafe'],
    ['upgrade', '--from', '1.6', '--fix'],
  ])('are not touched by %s %s', async (...argv) => {
    const folder = folderWith(texts)
    const { code, err, out } = await runHere([...argv, ...named], { cwd: folder })
    expect(isSame(folder)).toBe(true)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err.split('\n').filter((line) => line.startsWith('routerfile: `'))).toHaveLength(
      named.length,
    )
  })

  test('are not touched where they are found', async () => {
    const folder = folderWith({ ...texts, 'north/router.yml': `${good}stray: 1\n` })
    expect(await runHere(['fix', '--unsafe', '.'], { cwd: folder })).toMatchObject({ code: 0 })
    expect(isSame(folder)).toBe(true)
  })

  test('are passed over in silence where that is asked for', async () => {
    const folder = folderWith(texts)
    for (const command of ['lint', 'fix'])
      expect(await runHere([command, '--ignore-unknown', ...named], { cwd: folder })).toMatchObject(
        {
          code: 0,
          out: '',
          err: command === 'lint' ? '' : 'nothing to fix\n',
        },
      )
    expect(isSame(folder)).toBe(true)
  })

  test('make a repository without router files, which is not an error unless they are required', async () => {
    const folder = folderWith(texts)
    const note = /^routerfile: `\.` contains no router config file.*\n$/
    const plain = await runHere(['lint', '.'], { cwd: folder })
    expect([plain.code, plain.out]).toEqual([0, ''])
    expect(plain.err).toMatch(note)
    const strict = await runHere(['lint', '.', '--require-files'], { cwd: folder })
    expect(strict.code).toBe(2)
    expect(strict.err).toMatch(note)
    const configured = folderWith({ ...texts, 'routerfile.config.json': '{"requireFiles": true}' })
    expect((await runHere(['lint', '.'], { cwd: configured })).code).toBe(2)
    expect((await runHere(['lint', 'nothing.yml'], { cwd: folder })).code).toBe(2)
  })
})

test('a router file in JSON is found beside one in YAML, and its faults count', async () => {
  const folder = folderWith({
    'north.yaml': good,
    'south.json':
      '{"v":3,"ctrl":{"endpoint":"tls:a"},"link":{"dialers":[{"binding":"transport"}]}}',
  })
  const { code, out } = await runHere(['lint', '.', '-f', 'compact'], { cwd: folder })
  expect(code).toBe(1)
  expect(out).toContain('south.json:1:27: error: `endpoint`')
})

const state: { client?: Client } = {}

function client(): Client {
  if (!state.client) throw new Error('there is no client')
  return state.client
}

beforeAll(async () => {
  state.client = await connect(hello({ capabilities: full }))
})

afterAll(async () => {
  expect(await client().stop()).toBe(0)
})

const start = { line: 0, character: 0 }
const options = { tabSize: 2, insertSpaces: true }

/** Every request about a text that has an answer of its own, and its parameters; those of the first list help to write. */
const helping: Readonly<Record<string, object>> = {
  completion: { position: start },
  hover: { position: { line: 0, character: 1 } },
}
const others: Readonly<Record<string, object>> = {
  definition: { position: start },
  references: { position: start, context: { includeDeclaration: true } },
  rename: { position: start, newName: 'x' },
  prepareRename: { position: start },
  prepareCallHierarchy: { position: start },
  documentHighlight: { position: start },
  documentSymbol: {},
  documentLink: {},
  foldingRange: {},
  'semanticTokens/full': {},
  inlayHint: { range: { start, end: { line: 999, character: 0 } } },
  codeLens: {},
  formatting: { options },
  rangeFormatting: { range: { start, end: { line: 9, character: 0 } }, options },
  onTypeFormatting: { position: { line: 1, character: 0 }, ch: '\n', options },
  codeAction: { range: { start, end: start }, context: { diagnostics: [] } },
  'codeAction ': {
    range: { start, end: start },
    context: { diagnostics: [], only: ['source.fixAll'] },
  },
}

/** Answered for every text, as an editor may ask only one server how a selection grows. */
const everywhere: Readonly<Record<string, object>> = { selectionRange: { positions: [start] } }

/** The requests that have an answer that is not empty. */
async function answered(
  uri: string,
  requests: Readonly<Record<string, object>>,
): Promise<string[]> {
  const names: string[] = []
  for (const [name, params] of Object.entries(requests)) {
    const answer = await client().request(`textDocument/${name.trim()}`, {
      textDocument: { uri },
      ...params,
    })
    const items: unknown = Object(answer).data ?? Object(answer).items ?? answer
    if (items !== null && !(Array.isArray(items) && items.length === 0)) names.push(name)
  }
  return names
}

test('every request about a text is asked here', () => {
  const named = Object.keys({ ...helping, ...others, ...everywhere }).map(
    (name) => `textDocument/${name.trim()}`,
  )
  const wholeFiles = ['textDocument/diagnostic', 'textDocument/semanticTokens/range']
  expect([...new Set([...named, ...wholeFiles])].sort()).toEqual(
    features
      .map(({ method }) => method)
      .filter((method) => method.startsWith('textDocument/'))
      .sort(),
  )
})

/**
 * Opens a text that no test opened before, and waits for its findings: the server publishes them in its own time,
 * and an empty list for a text that was closed.
 */
async function messagesOnOpening(
  uri: string,
  text: string,
  languageId?: string,
): Promise<unknown[]> {
  const published = client().next(uri)
  client().open(uri, text, languageId)
  return (await published).diagnostics.map(({ message }) => message)
}

describe('an editor', () => {
  test.each(Object.entries(texts))('is silent in %s', async (path, text) => {
    const uri = uriOf('/somewhere', path)
    expect(await messagesOnOpening(uri, text)).toEqual([])
    expect(await answered(uri, { ...helping, ...others })).toEqual([])
    expect(await answered(uri, everywhere)).toEqual(['selectionRange'])
    expect(client().published.filter((item) => item.uri === uri)).toEqual([
      expect.objectContaining({ diagnostics: [] }),
    ])
    client().close(uri)
  })

  const begun: [what: string, name: string, languageId: string, text: string][] = [
    [
      'named like a router file',
      'router.yml',
      'yaml',
      yaml`
      v: 3
      identity:
    `,
    ],
    [
      'in the language of router files',
      'a.yml',
      'routerfile',
      yaml`
      v: 3
      identity:
    `,
    ],
  ]
  test.each(begun)(
    'helps to write a text %s, and misses nothing yet',
    async (_, name, id, text) => {
      const uri = uriOf('/somewhere', name)
      expect(await messagesOnOpening(uri, text, id)).toEqual([
        expect.stringContaining('`identity` is empty'),
      ])
      expect(await answered(uri, helping)).toEqual(['completion', 'hover'])
      client().close(uri)
    },
  )

  test.each([
    [
      'is not closed',
      yaml`
        v: 3
        link: [
      `,
    ],
    [
      'has misspelled keys only',
      yaml`
        idenity:
          cert: a.pem
        lnik: {}
        listners: []
      `,
    ],
  ])('says what is wrong in a beginning that %s', async (what, text) => {
    const uri = uriOf(`/somewhere/that ${what}`, 'router.yml')
    expect(await messagesOnOpening(uri, text)).not.toEqual([])
    client().close(uri)
  })

  test('helps to write a text that a configuration names', async () => {
    const folder = folderWith({
      'routerfile.config.json': '{"overrides": [{"files": "*.conf", "kind": "router"}]}',
    })
    const uri = uriOf(folder, 'north.conf')
    client().open(
      uri,
      yaml`
      v: 3
      identity:
    `,
    )
    expect(await answered(uri, helping)).toEqual(['completion', 'hover'])
    client().close(uri)
    const other = uriOf(folder, 'compose.conf')
    client().open(
      other,
      yaml`
      services:
        web:
          image: nginx
    `,
    )
    expect(await answered(other, { ...helping, ...others })).toEqual([])
  })

  test('finds router files in JSON in its folders, and nothing in other files', async () => {
    const folder = folderWith({
      ...texts,
      'south.json': JSON.stringify({
        v: 3,
        ctrl: { endpoint: 'tls:a:b' },
        link: { dialers: [{ binding: 'transport' }] },
      }),
    })
    const own = await connect(hello({ capabilities: pulling, folders: [uriOf(folder)] }))
    const answer = await own.request('workspace/diagnostic', { previousResultIds: [] })
    const found: { uri: string; items: unknown[] }[] = Object(answer).items
    expect(found.filter(({ items }) => items.length > 0).map(({ uri }) => uri)).toEqual([
      uriOf(folder, 'south.json'),
    ])
    await own.stop()
  })
})
