import { expect, test } from 'vitest'
import type { Diagnostic } from 'vscode-languageserver'
import { limitDiagnostics } from '../../server/limit-diagnostics.js'
import { example } from '../../server/warm-up.js'
import { startInProcess } from '../support/in-process-server.js'

const uri = 'file:///routers/router.yaml'

const createFinding = (line: number, severity: 1 | 2 | 3): Diagnostic => ({
  range: { start: { line, character: 0 }, end: { line, character: 1 } },
  severity,
  code: 'unknown-key',
  message: `finding ${line}`,
})

test('a client gets a thousand findings of a file, and one instead of the others', async () => {
  const unknown = Array.from({ length: 1500 }, (_, index) => `  unknownKey${index}: ${index}\n`)
  const text = `${example}${unknown.join('')}`
  const client = await startInProcess()
  const next = client.next('textDocument/publishDiagnostics')
  client.open(uri, text)
  const published = await next
  expect(published).toMatchObject({ diagnostics: { length: 1000 } })
  expect(published).toHaveProperty(
    'diagnostics.999.message',
    'Only the 999 most severe findings of this file are shown, and 501 others are not',
  )
})

test('a client that asks gets as many', async () => {
  const unknown = Array.from({ length: 1500 }, (_, index) => `  unknownKey${index}: ${index}\n`)
  const client = await startInProcess({ capabilities: { textDocument: { diagnostic: {} } } })
  client.open(uri, `${example}${unknown.join('')}`)
  const report = await client.connection.sendRequest('textDocument/diagnostic', {
    textDocument: { uri },
  })
  expect(report).toMatchObject({ items: { length: 1000 } })
})

test('the most severe findings are sent, in the order of the text', () => {
  const found = Array.from({ length: 3000 }, (_, line) =>
    createFinding(line, line >= 2500 ? 1 : line % 2 === 0 ? 2 : 3),
  )
  const sent = limitDiagnostics(found)
  expect(sent).toHaveLength(1000)
  expect(sent.filter(({ severity }) => severity === 1)).toHaveLength(500)
  // Of those that are left, warnings are worse than notes; the first of these comes before all warnings that are left.
  expect(sent[1]).toMatchObject({ severity: 2, range: { start: { line: 1 } } })
  const lines = sent.map(({ range }) => range.start.line)
  expect(lines).toEqual([...lines].sort((left, right) => left - right))
})

test('a thousand findings are sent as they are', () => {
  const found = Array.from({ length: 1000 }, (_, line) => createFinding(line, 2))
  expect(limitDiagnostics(found)).toEqual(found)
})
