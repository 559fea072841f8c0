import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { HoverRequest } from 'vscode-languageserver'
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { createRefusal, defineFeature, loadCode } from '../../server/feature.js'
import { features } from '../../server/generated/features.js'
import { readClient } from '../../server/client.js'
import { createSession } from '../../server/session.js'
import { exampleFile } from '../../server/warm-up.js'

const nothing = { processId: null, rootUri: null, capabilities: {} }

/** A client of a server that has one feature, whose handler fails. */
function connectTo(failure: Error) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  const server = createConnection(
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toClient),
  )
  const { session } = createSession(server, nothing, undefined)
  defineFeature({
    method: HoverRequest.type,
    empty: null,
    handle: () => {
      throw failure
    },
  }).register(session)
  server.listen()
  const textDocument = { uri: 'file:///router.yaml', languageId: 'yaml', version: 1 }
  session.documents.open({
    textDocument: { ...textDocument, text: exampleFile },
  })
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  )
  const log: unknown[] = []
  client.onNotification('window/logMessage', ({ message }) => void log.push(message))
  client.listen()
  const hover = () =>
    client.sendRequest(HoverRequest.type, { textDocument, position: { line: 0, character: 0 } })
  return { hover, log }
}

test('a handler that fails is logged, and the request has an error', async () => {
  const { hover, log } = connectTo(new Error('broken'))
  await expect(hover()).rejects.toThrow('broken')
  expect(log).toEqual([expect.stringMatching(/^textDocument\/hover: Error: broken\n +at /)])
})

test('neither the answer nor the log quotes a secret of what failed', async () => {
  const { hover, log } = connectTo(
    new SyntaxError(`Unexpected token 'x', ..."assword": "orchard-gate", x"... is not valid JSON`),
  )
  await expect(hover()).rejects.toThrow('… is not valid JSON')
  expect(log).toEqual([expect.stringContaining('… is not valid JSON')])
  expect(String(log)).not.toContain('orchard-gate')
})

test('a refusal is an answer, which is not logged', async () => {
  const { hover, log } = connectTo(createRefusal('not this name'))
  await expect(hover()).rejects.toThrow('not this name')
  expect(log).toEqual([])
})

test('no two features answer the same request or announce the same capability', () => {
  const methods = features.map(({ method }) => method)
  expect(methods).toEqual([...new Set(methods)])
  const client = readClient({ capabilities: { textDocument: { diagnostic: {} } } })
  const announced = features.flatMap(({ getCapability }) => Object.keys(getCapability(client)))
  expect(announced).toEqual([...new Set(announced)])
})

test('null in place of a capability means that the client does not have it', () => {
  const everything = ['textDocument', 'workspace', 'window', 'general']
  const none = readClient({ capabilities: {} })
  const nulls = JSON.parse(
    JSON.stringify(Object.fromEntries(everything.map((name) => [name, null]))),
  )
  expect(readClient({ capabilities: nulls })).toEqual(none)
  expect(
    readClient({
      capabilities: JSON.parse(
        '{"general":{"positionEncodings":null},"workspace":{"workspaceEdit":{"resourceOperations":null}},"textDocument":{"completion":{"completionItem":{"insertTextModeSupport":null,"tagSupport":{"valueSet":null}}},"publishDiagnostics":{"tagSupport":null},"diagnostic":null,"codeAction":{"codeActionLiteralSupport":null}}}',
      ),
    }),
  ).toEqual(none)
})

test('a client may have the pages of rules, where none are published', () => {
  const experimental = { routerfilePages: 'file:///extension/docs' }
  const { findRulePage } = readClient({ capabilities: { experimental } })
  expect(findRulePage('no-links')).toBe('file:///extension/docs/rules/no-links.md')
  expect(findRulePage('configuration')).toBe('file:///extension/docs/configuration.md')
})

test('code that is missing since an update asks for a restart', async () => {
  const file = './no-such-file.js'
  await expect(loadCode(import(/* @vite-ignore */ file))).rejects.toThrow(
    'routerfile was updated; restart the language server',
  )
  await expect(loadCode(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await loadCode(Promise.resolve(1))).toBe(1)
})
