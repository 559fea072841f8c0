import type { CodeAction } from 'vscode-languageserver'
import { expect, test } from 'vitest'
import { createNodeMachine } from '../../../server/node-machine.js'
import type { InProcessOptions } from '../../support/in-process-server.js'
import { startInProcess } from '../../support/in-process-server.js'
import { base } from '../../support/serving.js'

const uri = 'file:///sites/router.yml'
const text = `${base}forwarder:\n  latencyProbeInterval: 0\n  linkDialWorkerCnt: 5\n`
const literals = {
  codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
}
const pages = { routerfilePages: 'file:///pages' }

async function listExplanations(capabilities: InProcessOptions['capabilities']) {
  const client = await startInProcess({
    capabilities: { ...capabilities, textDocument: literals },
    machine: createNodeMachine(),
    settings: { check: [] },
  })
  client.open(uri, text)
  const line = text.split('\n').findIndex((content) => content.includes('linkDialWorkerCnt'))
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line, character: 4 }, end: { line, character: 4 } },
    context: { diagnostics: [] },
  })
  const explanations = actions.filter(({ title }) => title.startsWith('Explain'))
  return { client, explanations }
}

test('a finding has "Explain" among its quick fixes, which runs the command of the editor', async () => {
  const { explanations } = await listExplanations({
    experimental: { routerfileCommands: ['routerfile.explain'] },
  })
  expect(explanations).toEqual([
    expect.objectContaining({
      title: 'Explain `unknown-key`',
      kind: 'quickfix',
      diagnostics: [expect.objectContaining({ code: 'unknown-key' })],
      command: expect.objectContaining({
        command: 'routerfile.explain',
        arguments: ['unknown-key'],
      }),
    }),
  ])
})

test('in other editors, it opens the page of the rule', async () => {
  const { client, explanations } = await listExplanations({
    experimental: pages,
    window: { showDocument: { support: true } },
    workspace: { executeCommand: {} },
  })
  const [{ command } = {}] = explanations
  expect(command?.command).toBe('routerfile.explainRule')
  await client.execute(command?.command ?? '', ...(command?.arguments ?? []))
  expect(client.received('window/showDocument')).toEqual([
    expect.objectContaining({ uri: expect.stringMatching(/unknown-key/) }),
  ])
})

test('it is not offered where nothing can show it', async () => {
  expect((await listExplanations({})).explanations).toEqual([])
})
