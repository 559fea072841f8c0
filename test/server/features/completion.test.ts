import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { CompletionContext, CompletionItem } from 'vscode-languageserver'
import {
  CompletionRequest,
  CompletionResolveRequest,
  CompletionTriggerKind,
} from 'vscode-languageserver'
import type { ClientCapabilities } from 'vscode-languageserver/node'
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { completion, completionResolve } from '../../../server/features/completion.js'
import { createSession } from '../../../server/session.js'
import { startInProcess } from '../../support/in-process-server.js'
import { base, cursorIn } from '../../support/serving.js'

/** What a client with some capabilities does with completions at a mark. */
function connectTo(
  marked: string,
  {
    capabilities = {},
    uri = 'file:///site/router.yaml',
    languageId = 'yaml',
    name = 'Visual Studio Code',
  }: { capabilities?: ClientCapabilities; uri?: string; languageId?: string; name?: string } = {},
) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  const server = createConnection(
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toClient),
  )
  const { session } = createSession(
    server,
    { processId: null, rootUri: null, capabilities, clientInfo: { name } },
    undefined,
  )
  completion.register(session)
  completionResolve.register(session)
  server.listen()
  const { text, position } = cursorIn(marked)
  session.documents.open({ textDocument: { uri, languageId, version: 1, text } })
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  )
  client.listen()
  return {
    complete: async (context?: CompletionContext) => {
      const answer = await client.sendRequest(CompletionRequest.type, {
        textDocument: { uri },
        position,
        ...(context && { context }),
      })
      return Array.isArray(answer) || answer === null
        ? { isIncomplete: false, items: answer ?? [] }
        : answer
    },
    resolve: (item: CompletionItem) => client.sendRequest(CompletionResolveRequest.type, item),
  }
}

const typed = (triggerCharacter: string): CompletionContext => ({
  triggerKind: CompletionTriggerKind.TriggerCharacter,
  triggerCharacter,
})

const invoked: CompletionContext = { triggerKind: CompletionTriggerKind.Invoked }
const again: CompletionContext = {
  triggerKind: CompletionTriggerKind.TriggerForIncompleteCompletions,
}
const tunnel = `${base}listeners:\n  - binding: tunnel\n    options:\n      `

describe('the reason of a request decides what is offered', () => {
  test.each([
    ['a colon', `${base}listeners:|`, typed(':'), 0],
    ['a space', `${base}listeners: |`, typed(' '), 0],
    ['a shortcut', `${base}listeners: |`, invoked, 8],
    ['no reason', `${base}listeners:|`, undefined, 8],
    ['a word that is complete', `${tunnel}mode: host|`, again, 0],
  ])('%s', async (_, marked, context, count) => {
    expect((await connectTo(marked).complete(context)).items).toHaveLength(count)
  })
})

test.each([
  ['words', `${tunnel}mode: |`],
  ['durations', `${tunnel}svcPollRate: |`],
  ['files', `${base}identity:\n  cert: |`],
  ['keys', `${tunnel}mo|`],
])(
  'lists of %s are complete, so that no Enter is lost while the client asks again',
  async (_, marked) => {
    const { isIncomplete, items } = await connectTo(marked).complete(invoked)
    expect(items.length).toBeGreaterThan(0)
    expect(isIncomplete).toBe(false)
  },
)

test('Neovim asks again for each list, as a row stays there after it is typed', async () => {
  const neovim = connectTo(`${tunnel}mode: |`, { name: 'Neovim' })
  expect(await neovim.complete(invoked)).toMatchObject({ isIncomplete: true })
  const nearly = connectTo(`${tunnel}mode: pro|`, { name: 'Neovim' })
  expect((await nearly.complete(again)).items).toEqual([])
})

test('no list of one character opens by itself', async () => {
  const complete = connectTo('v: |').complete
  expect((await complete(invoked)).items).toHaveLength(1)
  expect((await complete(again)).items).toHaveLength(1)
  const space = { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter: ' ' }
  expect((await complete(space)).items).toEqual([])
})

test('a list of values opens after a key in clients with that command', async () => {
  const command = 'editor.action.triggerSuggest'
  const capabilities = { experimental: { commands: { commands: [command] } } }
  const findMode = async (options: { capabilities?: ClientCapabilities }) =>
    (await connectTo(`${tunnel}|`, options).complete(invoked)).items.find(
      ({ label }) => label === 'mode',
    )
  expect(await findMode({ capabilities })).toMatchObject({
    command: { command },
    textEdit: { newText: 'mode: ' },
  })
  expect((await findMode({}))?.command).toBeUndefined()
})

test('a value is documented', async () => {
  const client = connectTo(`${tunnel}mode: |`)
  const { items } = await client.complete(invoked)
  const [first] = items
  const { documentation } = await client.resolve(first ?? { label: '' })
  expect(JSON.stringify(documentation)).toContain('intercepts traffic for services')
})

describe('an empty file has templates', () => {
  test.each([
    ['in a folder for routers', { uri: 'file:///sites/routers/north.yml' }, true],
    ['in a folder of ziti', { uri: 'file:///srv/openziti/north.yml' }, true],
    ['with our language', { uri: 'file:///sites/north.yml', languageId: 'openziti-router' }, true],
    ['in any other folder', { uri: 'file:///sites/north.yml' }, false],
  ])('%s', async (_, options, expected) => {
    const { items } = await connectTo('|', options).complete(invoked)
    expect(items.some(({ label }) => label === 'public router')).toBe(expected)
  })

  test.each([
    ['v: 3\n|', true],
    ['http:\n  routers:\n    a:\n      rule: Host(`a`)\n|', false],
    ['services:\n  web:\n    image: nginx\n|', false],
    ['metrics:\n  prometheus: {}\n|', false],
  ])('and keys in a folder for routers after %j: %s', async (marked, expected) => {
    const options = { uri: 'file:///sites/routers/north.yml' }
    const { items } = await connectTo(marked, options).complete(invoked)
    expect(items.some(({ label }) => label === 'identity')).toBe(expected)
  })
})

test('a word that is typed on while its list is made has the list', async () => {
  const client = await startInProcess()
  const uri = 'file:///site/router.yaml'
  const { text, position } = cursorIn(`${tunnel}m|`)
  client.open(uri, text)
  const answer = client.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
    textDocument: { uri },
    position,
  })
  client.change(uri, 2, `${text}o`)
  expect((await answer).map(({ label }) => label)).toContain('mode')
})
