import type { CallHierarchyItem } from 'vscode-languageserver'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startInProcess } from '../support/in-process-server.js'
import { createNodeMachine } from '../../server/node-machine.js'
import * as views from '../../src/language/view.js'
import { folderWith } from '../support/program.js'
import { base, uriOf } from '../support/serving.js'

const runnable = base.replace('  key:', '  server_cert: a.cert\n  key:')

const router = (link: string): string =>
  `${runnable}csr:\n  sans:\n    dns: [north.example.com, south.example.com]\n${link}`

const listening = (name: string): string =>
  router(
    `link:\n  dialers:\n    - binding: transport\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:6000\n      advertise: tls:${name}.example.com:6000\n`,
  )

const files = {
  'file:///sites/north.yml': listening('north'),
  'file:///sites/south.yml': listening('south'),
  'file:///sites/leaf.yml': router('link:\n  dialers:\n    - binding: transport\n'),
}

async function ask(uri: keyof typeof files) {
  const client = await startInProcess({ settings: { check: [] } })
  for (const [name, text] of Object.entries(files)) client.open(name, text)
  const request = <Answer>(method: string, params: object): Promise<Answer> =>
    client.connection.sendRequest(method, params)
  const [item] = await request<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', {
    textDocument: { uri },
    position: { line: 0, character: 0 },
  })
  const incoming = await request<{ from: CallHierarchyItem; fromRanges: object[] }[]>(
    'callHierarchy/incomingCalls',
    { item },
  )
  const outgoing = await request<{ to: CallHierarchyItem; fromRanges: object[] }[]>(
    'callHierarchy/outgoingCalls',
    { item },
  )
  return {
    item,
    incoming: incoming.map(({ from: { uri: other, detail } }) => [other, detail]),
    outgoing: outgoing.map(({ to: { uri: other, detail } }) => [other, detail]),
    ranges: incoming[0]?.fromRanges,
  }
}

test('tells who dials a router, and whom it dials', async () => {
  const { item, incoming, outgoing, ranges } = await ask('file:///sites/north.yml')
  expect(item).toMatchObject({
    uri: 'file:///sites/north.yml',
    selectionRange: { start: { line: 14, character: 2 }, end: { line: 14, character: 11 } },
  })
  expect(incoming.toSorted()).toEqual([
    ['file:///sites/leaf.yml', 'tls:north.example.com:6000'],
    ['file:///sites/south.yml', 'tls:north.example.com:6000'],
  ])
  expect(outgoing).toEqual([['file:///sites/south.yml', 'tls:south.example.com:6000']])
  expect(ranges).toMatchObject([{ start: { line: 12, character: 2 } }])
})

test('tells that nobody dials a router without listeners', async () => {
  const { incoming, outgoing } = await ask('file:///sites/leaf.yml')
  expect(incoming).toEqual([])
  expect(outgoing.map(([uri]) => uri).toSorted()).toEqual([
    'file:///sites/north.yml',
    'file:///sites/south.yml',
  ])
})

test.each([true, false])(
  'follows links into the strings of a ConfigMap, open: %s',
  async (isOpen) => {
    const data = ['north', 'south'].map(
      (name) => `  ${name}.yml: |\n${listening(name).replaceAll(/^(?=.)/gm, '    ')}`,
    )
    const texts = {
      'cm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: sites\ndata:\n${data.join('')}`,
      'leaf.router.yml': files['file:///sites/leaf.yml'],
    }
    const folder = folderWith(texts)
    const client = await startInProcess({
      machine: createNodeMachine(),
      folders: [uriOf(folder)],
      settings: { check: [] },
    })
    if (isOpen) client.open(uriOf(folder, 'cm.yaml'), texts['cm.yaml'])
    client.open(uriOf(folder, 'leaf.router.yml'), texts['leaf.router.yml'])
    const [item] = await client.connection.sendRequest<CallHierarchyItem[]>(
      'textDocument/prepareCallHierarchy',
      {
        textDocument: { uri: uriOf(folder, 'leaf.router.yml') },
        position: { line: 0, character: 0 },
      },
    )
    const calls = await client.connection.sendRequest<{ to: CallHierarchyItem }[]>(
      'callHierarchy/outgoingCalls',
      { item },
    )
    const lines = texts['cm.yaml'].split('\n')
    expect(
      calls.map(({ to: { name, detail, selectionRange } }) => [
        name,
        detail,
        lines[selectionRange.start.line]?.trim(),
      ]),
    ).toEqual([
      ['cm.yaml#ConfigMap/sites:north.yml', 'tls:north.example.com:6000', 'listeners:'],
      ['cm.yaml#ConfigMap/sites:south.yml', 'tls:south.example.com:6000', 'listeners:'],
    ])
    const south = await client.connection.sendRequest<{ from: CallHierarchyItem }[]>(
      'callHierarchy/incomingCalls',
      { item: calls[1]?.to },
    )
    expect(south.map(({ from }) => [from.name, from.detail])).toEqual(
      expect.arrayContaining([
        ['leaf.router.yml', 'tls:south.example.com:6000'],
        ['cm.yaml#ConfigMap/sites:north.yml', 'tls:south.example.com:6000'],
      ]),
    )
  },
)

test('shows no address that has a secret in it', async () => {
  const secret = 'north'
  const all = {
    'file:///sites/first.yml': `${listening('${HOST}')}apiToken: \${HOST}\n`,
    'file:///sites/leaf.yml': files['file:///sites/leaf.yml'],
  }
  const client = await startInProcess({ settings: { check: [], env: { HOST: secret } } })
  for (const [name, text] of Object.entries(all)) client.open(name, text)
  const [item] = await client.connection.sendRequest<CallHierarchyItem[]>(
    'textDocument/prepareCallHierarchy',
    { textDocument: { uri: 'file:///sites/leaf.yml' }, position: { line: 0, character: 0 } },
  )
  const calls = await client.connection.sendRequest<{ to: CallHierarchyItem }[]>(
    'callHierarchy/outgoingCalls',
    { item },
  )
  expect(calls.map(({ to: { uri } }) => uri)).toEqual(['file:///sites/first.yml'])
  expect(JSON.stringify(calls)).not.toContain(secret)
})

test('analyzes the router files in a closed file once, however many are linked', async () => {
  const parts = Array.from({ length: 8 }, (_, index) =>
    listening('north').replaceAll('6000', `700${index}`),
  )
  const data = parts.map(
    (part, index) => `  site${index}.yml: |\n${part.replaceAll(/^(?=.)/gm, '    ')}`,
  )
  const leaf = files['file:///sites/leaf.yml']
  const folder = folderWith({ 'cm.yaml': `kind: ConfigMap\ndata:\n${data.join('')}` })
  const viewOf = vi.spyOn(views, 'viewOf')
  onTestFinished(() => viewOf.mockRestore())
  const client = await startInProcess({
    machine: createNodeMachine(),
    folders: [uriOf(folder)],
    settings: { check: [] },
  })
  const uri = uriOf(folder, 'leaf.router.yml')
  client.open(uri, leaf)
  const [item] = await client.connection.sendRequest<CallHierarchyItem[]>(
    'textDocument/prepareCallHierarchy',
    { textDocument: { uri }, position: { line: 0, character: 0 } },
  )
  const calls = await client.connection.sendRequest<unknown[]>('callHierarchy/outgoingCalls', {
    item,
  })
  expect(calls).toHaveLength(parts.length)
  const texts = viewOf.mock.calls.map(([text]) => text)
  expect(texts).toContain(leaf)
  expect(texts.filter((text) => text !== leaf).toSorted()).toEqual(parts)
})
