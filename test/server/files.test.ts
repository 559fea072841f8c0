import type {
  DocumentLink,
  Location,
  SymbolInformation,
  WorkspaceDiagnosticReport,
  WorkspaceEdit,
} from 'vscode-languageserver'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CancellationTokenSource } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Machine } from '../../server/machine.js'
import { createNodeMachine } from '../../server/node-machine.js'
import type { InProcessClient, InProcessOptions } from '../support/in-process-server.js'
import { startInProcess } from '../support/in-process-server.js'
import { toPosition } from '../support/outer-client.js'
import { folderWith, write } from '../support/program.js'
import { uriOf } from '../support/serving.js'
import { yaml } from '../support/yaml.js'

const router = yaml`
  v: 3
  identity:
    cert: pki/router.cert
    server_cert: ./pki/server.cert
    key: "pki/router.key"
    ca: \${PKI}/ca.cas
  ctrl:
    endpoint: tls:ctrl.example.com:6262
`

/** A ConfigMap with router files. */
const configMapWith = (...texts: readonly string[]): string =>
  `kind: ConfigMap\nmetadata: {name: north}\ndata:\n${texts
    .map((text, index) => `  router-${index}.yaml: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`)
    .join('')}`

const capabilities = { workspace: { fileOperations: { willRename: true } } }

async function openIn(
  files: Record<string, string>,
): Promise<{ client: InProcessClient; folder: string; uri: string }> {
  const folder = folderWith({ 'router.yml': router, ...files })
  const client = await startInProcess({
    capabilities,
    folders: [uriOf(folder)],
    machine: createNodeMachine(),
    settings: { check: [] },
  })
  const uri = uriOf(folder, 'router.yml')
  client.open(uri, router)
  return { client, folder, uri }
}

/** The texts that an edit writes into a file. */
const listNewTexts = (edit: WorkspaceEdit | null, uri: string): string[] =>
  (edit?.changes?.[uri] ?? []).map(({ newText }) => newText)

test('paths of certificates and keys change with the names of their files', async () => {
  const { client, folder, uri } = await openIn({ 'pki/router.key': '', 'pki/server.cert': '' })
  const rename = (from: string, to: string): Promise<WorkspaceEdit | null> =>
    client.connection.sendRequest('workspace/willRenameFiles', {
      files: [{ oldUri: uriOf(folder, from), newUri: uriOf(folder, to) }],
    })
  expect(listNewTexts(await rename('pki/router.key', 'keys/north.key'), uri)).toEqual([
    '"keys/north.key"',
  ])
  expect(listNewTexts(await rename('pki', 'certificates'), uri)).toEqual([
    'certificates/router.cert',
    './certificates/server.cert',
    '"certificates/router.key"',
  ])
  expect(await rename('elsewhere', 'anywhere')).toBeNull()
})

test('only files that exist are links', async () => {
  const { client, folder, uri } = await openIn({ 'pki/router.key': '' })
  const links = await client.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri },
  })
  expect(links.map(({ target }) => target)).toEqual([uriOf(folder, 'pki/router.key')])
})

test('the line that sets a variable is renamed with it', async () => {
  const { client, folder, uri } = await openIn({
    'router.env': 'PKI=/etc/pki\n',
    'routerfile.config.json': '{"envFile": "router.env"}',
  })
  const line = router.split('\n').findIndex((text) => text.includes('${PKI}'))
  const edit = await client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
    textDocument: { uri },
    position: { line, character: '  ca: ${P'.length },
    newName: 'CERTIFICATES',
  })
  expect(listNewTexts(edit, uri)).toEqual(['CERTIFICATES'])
  expect(listNewTexts(edit, uriOf(folder, 'router.env'))).toEqual(['CERTIFICATES'])
})

test('names are renamed in all files of a folder, also while these are read', async () => {
  const { client, folder, uri } = await openIn({ 'north/router.yml': router })
  const position = { line: 5, character: 9 }
  const rename = async (): Promise<string[]> => {
    const edit: WorkspaceEdit | null = await client.connection.sendRequest('textDocument/rename', {
      textDocument: { uri },
      position,
      newName: 'KEYS',
    })
    return Object.keys(edit?.changes ?? {}).sort()
  }
  const uris = [uriOf(folder, 'north/router.yml'), uri]
  expect(await rename()).toEqual(uris)
  void client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
  expect(await rename()).toEqual(uris)
  const references = await client.connection.sendRequest<{ uri: string }[]>(
    'textDocument/references',
    { textDocument: { uri }, position, context: { includeDeclaration: true } },
  )
  expect(references.map((place) => place.uri).sort()).toEqual(uris)
})

test('the safe fixes of all files, or of those below a folder, are found without making them', async () => {
  const broken = `${router}forwarder:\n  latencyProbeInterval: 0\n`
  const { client, folder } = await openIn({
    'north/router.yml': broken,
    'south/router.yml': broken,
    'north/cm.yaml': configMapWith(broken),
    'sound/cm.yaml': configMapWith(router),
  })
  const open = uriOf(folder, 'open.yaml')
  client.open(open, configMapWith(broken))
  const listNames = async (...parameters: string[]): Promise<string[]> => {
    const found = await client.execute('routerfile.findFixes', ...parameters)
    return Array.isArray(found)
      ? found.map(({ uri }: { uri: string }) => uri.slice(uriOf(folder).length + 1)).sort()
      : []
  }
  expect(await listNames()).toEqual([
    'north/cm.yaml',
    'north/router.yml',
    'open.yaml',
    'south/router.yml',
  ])
  expect(await listNames(uriOf(folder, 'north'))).toEqual(['north/cm.yaml', 'north/router.yml'])
  const found = await client.execute('routerfile.findFixes', uriOf(folder, 'north'))
  expect(JSON.stringify(found)).toMatch(
    /cm\.yaml","version":null,"edits":\[\{"range":\{"start":\{"line":1\d,/,
  )
})

test('closed files are checked as open ones: by their names, too, if they are broken or begun', async () => {
  const cut = `${router.slice(0, router.indexOf('ctrl'))}ctrl: {\n`
  const { client, folder } = await openIn({
    'cut.router.yml': cut,
    'routers/north.yml': cut,
    'new.router.yml': '',
    'begun.router.yml': 'v: 3\n',
    'values.yml': 'image: router\n',
  })
  const { items }: WorkspaceDiagnosticReport = await client.connection.sendRequest(
    'workspace/diagnostic',
    { previousResultIds: [] },
  )
  const closed = items.flatMap((item) =>
    item.kind === 'full' && item.version === null ? [[item.uri, item.items.length > 0]] : [],
  )
  expect(Object.fromEntries(closed)).toEqual({
    [uriOf(folder, 'cut.router.yml')]: true,
    [uriOf(folder, 'routers/north.yml')]: true,
    [uriOf(folder, 'new.router.yml')]: true,
    [uriOf(folder, 'begun.router.yml')]: false,
  })
})

test('a client that drops the findings of a closed document gets those of the file on disk again', async () => {
  const broken = `${router}surprise: 1\n`
  const { client, folder } = await openIn({ 'south.router.yml': broken, 'east.router.yml': broken })
  const ask = async (
    previousResultIds: readonly { uri: string; value: string }[],
  ): Promise<WorkspaceDiagnosticReport['items']> => {
    const { items }: WorkspaceDiagnosticReport = await client.connection.sendRequest(
      'workspace/diagnostic',
      { previousResultIds },
    )
    return items
  }
  const listIds = (items: WorkspaceDiagnosticReport['items']) =>
    items.flatMap(({ uri, resultId: value }) => (value === undefined ? [] : [{ uri, value }]))
  const first = await ask([])
  const south = uriOf(folder, 'south.router.yml')
  client.open(south, broken)
  await client.connection.sendNotification('textDocument/didClose', {
    textDocument: { uri: south },
  })
  const second = await ask(listIds(first))
  const kinds = new Map(second.map(({ uri, kind }) => [uri, kind]))
  expect(kinds.get(south)).toBe('full')
  expect(kinds.get(uriOf(folder, 'east.router.yml'))).toBe('unchanged')
})

test('an open file is not also a closed one if the client encodes more characters of its name', async () => {
  const broken = `${router}forwarder:\n  latencyProbeInterval: 0\n`
  const parent = folderWith({
    'site (1)/router.yml': broken,
    'site (1)/north/router.yml': broken,
    'site (1)/router.env': 'PKI=/etc/pki\n',
    'site (1)/routerfile.config.json': '{"envFile": "router.env"}',
  })
  const folder = `${uriOf(parent)}/site%20%281%29`
  const uri = `${folder}/router.yml`
  const variables = `${folder}/router.env`
  const client = await startInProcess({
    folders: [folder],
    machine: createNodeMachine(),
    settings: { check: [] },
  })
  client.open(uri, `# unsaved\n${broken}`)
  client.open(variables, 'PKI=/etc/pki\n', 'dotenv')
  const closedUri = uriOf(parent, 'site (1)/north/router.yml')
  expect(await client.execute('routerfile.findFixes', folder)).toEqual([
    expect.objectContaining({ uri, version: 1 }),
    expect.objectContaining({ uri: closedUri, version: null }),
  ])
  const line = router.split('\n').findIndex((text) => text.includes('${PKI}')) + 1
  const edit = await client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
    textDocument: { uri },
    position: { line, character: '  ca: ${P'.length },
    newName: 'KEYS',
  })
  expect(Object.keys(edit.changes ?? {}).sort()).toEqual([closedUri, variables, uri].sort())
  const ask = (previousResultIds: object[]): Promise<WorkspaceDiagnosticReport> =>
    client.connection.sendRequest('workspace/diagnostic', { previousResultIds })
  const { items } = await ask([])
  expect(items.map((item) => item.uri).sort()).toEqual([closedUri, variables, uri].sort())
  const spelled = `${folder}/north/router.yml`
  const known = items.map((item) => ({
    uri: item.uri === closedUri ? spelled : item.uri,
    value: item.resultId,
  }))
  write(parent, { 'site (1)/north/router.yml': router })
  const { items: later } = await ask(known)
  expect(later.map((item) => [item.uri, item.kind]).sort()).toEqual(
    [
      [spelled, 'full'],
      [variables, 'unchanged'],
      [uri, 'unchanged'],
    ].sort(),
  )
})

describe('requests about all files', () => {
  /** A machine whose listings of a folder end when they are told to. */
  const createSlowMachine = (node = createNodeMachine()) => {
    const listings: (() => void)[] = []
    const machine: Machine = {
      ...node,
      findFilesBelow: async (folder, candidates) => {
        if (!candidates) await new Promise<void>((resolve) => listings.push(resolve))
        return node.findFilesBelow(folder, candidates)
      },
    }
    return { machine, listings }
  }

  const start = async (options: InProcessOptions, files: Record<string, string> = {}) => {
    const folder = folderWith({ 'router.yml': router, 'north/router.yml': router, ...files })
    const client = await startInProcess({
      folders: [uriOf(folder)],
      settings: { check: [] },
      ...options,
    })
    const uri = uriOf(folder, 'router.yml')
    client.open(uri, router)
    const rename = (): Promise<WorkspaceEdit> =>
      client.connection.sendRequest('textDocument/rename', {
        textDocument: { uri },
        position: { line: 5, character: 9 },
        newName: 'KEYS',
      })
    return { client, folder, rename }
  }

  test('end when they are cancelled, also while files are read', async () => {
    const { client } = await start(createSlowMachine())
    const source = new CancellationTokenSource()
    const symbols = client.connection.sendRequest('workspace/symbol', { query: '' }, source.token)
    await client.execute('routerfile.releases')
    source.cancel()
    await expect(symbols).rejects.toThrow('cancelled')
  })

  test('do not wait for changes that come later', async () => {
    const { machine, listings } = createSlowMachine()
    const { client } = await start({ machine })
    await vi.waitUntil(() => listings.length === 1)
    const symbols = client.connection.sendRequest('workspace/symbol', { query: '' })
    await client.execute('routerfile.releases')
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    await client.execute('routerfile.releases')
    listings.shift()?.()
    expect(await symbols).not.toEqual([])
  })

  test('do not wait for a client that never creates a progress bar', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { client, rename } = await start({
      machine: createNodeMachine(),
      capabilities: { window: { workDoneProgress: true } },
      answers: { 'window/workDoneProgress/create': new Promise(() => undefined) },
    })
    await vi.waitUntil(() => client.received('window/workDoneProgress/create').length === 1)
    const edit = rename()
    await vi.advanceTimersByTimeAsync(2000)
    expect(Object.keys((await edit).changes ?? {})).toHaveLength(2)
  })

  test('move a file only once all files are read: any of them may name it', async () => {
    const { machine, listings } = createSlowMachine()
    const files = { 'pki/router.key': '', 'endpoints.list': '' }
    const { client, folder } = await start({ machine, capabilities }, files)
    const moved = new Set<string>()
    const move = async (name: string): Promise<void> => {
      await client.connection.sendRequest('workspace/willRenameFiles', {
        files: [{ oldUri: uriOf(folder, name), newUri: uriOf(folder, 'moved') }],
      })
      moved.add(name)
    }
    const moves = ['pki', ...Object.keys(files)].map(move)
    await vi.waitUntil(() => listings.length === 1)
    await client.execute('routerfile.releases')
    expect(moved).toEqual(new Set())
    listings.shift()?.()
    await Promise.all(moves)
  })

  test('rename reads the files again after a scan that failed, and refuses if that fails, too', async () => {
    const node = createNodeMachine()
    const failures = ['first']
    const machine: Machine = {
      ...node,
      findFilesBelow: (folder, candidates) =>
        failures.pop() === undefined
          ? node.findFilesBelow(folder, candidates)
          : Promise.reject(new Error('broken')),
    }
    const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }
    const { rename } = await start({ machine, capabilities: watching })
    expect(Object.keys((await rename()).changes ?? {})).toHaveLength(2)
    const { rename: renameAgain } = await start({
      machine: { ...node, findFilesBelow: () => Promise.reject(new Error('broken')) },
      capabilities: watching,
    })
    await expect(renameAgain()).rejects.toThrow('not all files were read')
  })
})

test('each rename that is refused is explained', async () => {
  const { client, uri } = await openIn({})
  for (let count = 0; count < 2; count += 1)
    await client.connection.sendRequest('textDocument/rename', {
      textDocument: { uri },
      position: { line: 0, character: 0 },
      newName: 'w',
    })
  expect(client.received('window/showMessage')).toHaveLength(2)
})

describe('names in router files in strings', () => {
  const named = `${router}link:\n  dialers:\n    - binding: transport\n      groups: [north]\n`
  const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')
  const files = {
    'quoted.yaml': `kind: ConfigMap\nmetadata: {name: quoted}\ndata:\n  router.yaml: ${JSON.stringify(named)}\n`,
    'compose.yaml': `services: {}\nconfigs:\n  router:\n    content: |\n${indent(indent(named))}`,
    'user-data.yaml': `#cloud-config\nwrite_files:\n  - path: /opt/router.yml\n    content: |\n${indent(indent(named))}`,
    'secret.yaml': `kind: Secret\nmetadata: {name: secret}\ndata:\n  router.yaml: ${Buffer.from(named).toString('base64')}\n`,
  }

  const start = async (closed: Record<string, string> = files) => {
    const folder = folderWith({ ...closed, 'router.yml': named, 'open.yaml': '' })
    const client = await startInProcess({
      folders: [uriOf(folder)],
      machine: createNodeMachine(),
      settings: { check: [] },
    })
    const texts: Record<string, string> = {
      ...closed,
      'router.yml': named,
      'open.yaml': configMapWith(named, named),
    }
    for (const name of ['router.yml', 'open.yaml'])
      client.open(uriOf(folder, name), texts[name] ?? '')
    const at = (name: string, word: string): object => ({
      textDocument: { uri: uriOf(folder, name) },
      position: toPosition(texts[name] ?? '', (texts[name] ?? '').indexOf(word) + 1),
    })
    /** The texts after a rename, by name, of the files that it changes. */
    const rename = async (name: string, word: string, newName: string) => {
      const edit: WorkspaceEdit = await client.connection.sendRequest('textDocument/rename', {
        ...at(name, word),
        newName,
      })
      return Object.fromEntries(
        Object.entries(edit.changes ?? {}).map(([uri, edits]) => {
          const changed = uri.slice(uriOf(folder).length + 1)
          const document = TextDocument.create(uri, 'yaml', 1, texts[changed] ?? '')
          return [changed, TextDocument.applyEdits(document, edits)]
        }),
      )
    }
    return { client, folder, texts, at, rename }
  }

  test.each([
    ['variables', 'PKI', 'KEYS'],
    ['groups', 'north]', 'south'],
    ['hosts', 'ctrl.example.com', 'other.example.com'],
  ])('are renamed in all of them: %s', async (_, word, newName) => {
    const { texts, rename } = await start()
    const old = word.replace(']', '')
    const expected = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        name === 'secret.yaml'
          ? files[name].replace(
              /\S+\n$/,
              `${Buffer.from(named.replaceAll(old, newName)).toString('base64')}\n`,
            )
          : text.replaceAll(new RegExp(`(?<!name: )(?<=\\W)${old}(?=\\W)`, 'g'), newName),
      ]),
    )
    expect(await rename('router.yml', word, newName)).toEqual(expected)
    expect(await rename('open.yaml', word === 'north]' ? '[north' : word, newName)).toEqual(
      expected,
    )
  })

  test('refuse a rename that cannot be written there, instead of leaving one out', async () => {
    const broken = `${configMapWith(named)}other: [\n`
    const { rename } = await start({ ...files, 'broken.yaml': broken })
    await expect(rename('router.yml', 'PKI', 'KEYS')).rejects.toThrow(
      'the name cannot be written in a string of `broken.yaml`',
    )
  })

  test('are among references and symbols', async () => {
    const { client, folder, texts, at } = await start()
    const found = await client.connection.sendRequest<Location[]>('textDocument/references', {
      ...at('router.yml', 'PKI'),
      context: { includeDeclaration: true },
    })
    const nameOf = (uri: string): string => uri.slice(uriOf(folder).length + 1)
    expect(found.map(({ uri }) => nameOf(uri)).sort()).toEqual(
      [...Object.keys(texts), 'open.yaml'].sort(),
    )
    const symbols = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', {
      query: 'ctrl.example.com',
    })
    expect(symbols.map(({ location }) => nameOf(location.uri)).sort()).toEqual(
      [...Object.keys(texts), 'open.yaml'].sort(),
    )
    for (const { uri, range } of symbols.map(({ location }) => location)) {
      const document = TextDocument.create(uri, 'yaml', 1, texts[nameOf(uri)] ?? '')
      // In base64, no place is known but that of the whole string.
      if (!uri.endsWith('secret.yaml')) expect(document.getText(range)).toBe('ctrl.example.com')
    }
  })
})

test('a rename in a browser says once that it changes open files only', async () => {
  const client = await startInProcess({ folders: ['vscode-vfs:/sites'] })
  const uri = 'vscode-vfs:/sites/router.yml'
  client.open(uri, router)
  for (const newName of ['KEYS', 'CERTIFICATES'])
    expect(
      await client.connection.sendRequest('textDocument/rename', {
        textDocument: { uri },
        position: { line: 5, character: 9 },
        newName,
      }),
    ).not.toBeNull()
  expect(client.received('window/showMessage')).toEqual([
    expect.objectContaining({ message: expect.stringContaining('only open files') }),
  ])
})
