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
