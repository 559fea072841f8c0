import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createConnection } from 'vscode-languageserver/node'
import * as completion from '../../server/features/completion.js'
import { createSession } from '../../server/session.js'
import { exampleFile, listOffsets } from '../../server/warm-up.js'
import { complete, viewOf } from '../../src/language/index.js'
import { startInProcess } from '../support/in-process-server.js'

test('the file with which completion is warmed up is sound, and offers keys, values and entries', () => {
  const view = viewOf(exampleFile)
  expect(view.diagnostics()).toEqual([])
  const kinds = listOffsets().flatMap((offset) => complete(view, offset).map(({ kind }) => kind))
  expect(new Set(kinds)).toEqual(new Set(['key', 'value', 'snippet']))
})

test('the first router file that is open is noticed, and no other file', async () => {
  const connection = createConnection(new PassThrough(), new PassThrough())
  const hello = { processId: null, rootUri: null, capabilities: {} }
  const { documents, routerFiles } = createSession(connection, hello, undefined).session
  const noticed: string[] = []
  void routerFiles.firstOpened.then(() => noticed.push('a router file'))
  const open = async (name: string, text: string): Promise<void> => {
    const uri = `file:///${name}`
    routerFiles.get(documents.open({ textDocument: { uri, languageId: 'yaml', version: 1, text } }))
    await setImmediate()
  }
  routerFiles.inspect({ uri: 'file:///r.yaml', languageId: 'yaml', text: () => exampleFile })
  await open('compose.yaml', 'services:\n  web:\n    image: nginx\n')
  expect(noticed).toEqual([])
  await open('router.yaml', exampleFile)
  expect(noticed).toEqual(['a router file'])
})

test('completion is warmed up at every line once a router file is open', async () => {
  const completed = vi.spyOn(completion, 'toLspCompletions')
  onTestFinished(() => completed.mockRestore())
  const client = await startInProcess({ warmsUp: true })
  expect(completed).not.toHaveBeenCalled()
  client.open('untitled:router.yml', exampleFile)
  await vi.waitFor(
    () =>
      expect(new Set(completed.mock.calls.map(([, offset]) => offset))).toEqual(
        new Set(listOffsets()),
      ),
    { timeout: 60_000 },
  )
})
