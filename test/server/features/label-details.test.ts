import type { CompletionItem } from 'vscode-languageserver'
import { expect, test } from 'vitest'
import { startInProcess } from '../../support/in-process-server.js'
import { base } from '../../support/serving.js'

test.each([true, false])(
  'each row shows type and default where the editor can: %s',
  async (labelDetailsSupport) => {
    const client = await startInProcess({
      capabilities: { textDocument: { completion: { completionItem: { labelDetailsSupport } } } },
    })
    const uri = 'file:///router.yml'
    const text = `${base}forwarder:\n  `
    client.open(uri, text)
    const line = text.split('\n').length - 1
    const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: { line, character: 2 },
    })
    const { detail = '', labelDetails } =
      items.find(({ label }) => label === 'linkDialWorkerCount') ?? {}
    expect(detail).toMatch(/integer/)
    expect(labelDetails).toEqual(labelDetailsSupport ? { description: detail } : undefined)
  },
)

test('no row cuts the name of a key for its details', async () => {
  const client = await startInProcess({
    capabilities: {
      textDocument: { completion: { completionItem: { labelDetailsSupport: true } } },
    },
  })
  const text = `${base}listeners:\n  - binding: tunnel\n    options:\n      `
  client.open('file:///router.yml', text)
  const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
    textDocument: { uri: 'file:///router.yml' },
    position: { line: text.split('\n').length - 1, character: 6 },
  })
  const details = Object.fromEntries(items.map(({ label, labelDetails }) => [label, labelDetails]))
  expect(details).toMatchObject({
    mtu: { description: 'integer, in bytes, default 0' },
    txPortalStartSize: { description: 'integer, default 4194304' },
    txPortalIncreaseScale: { description: 'number, default 1' },
  })
  const long = items.filter(
    ({ label, labelDetails }) => label.length + (labelDetails?.description?.length ?? 0) > 48,
  )
  expect(long.map(({ label }) => label)).toEqual([])
})
