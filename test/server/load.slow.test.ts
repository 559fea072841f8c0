import { expect, test } from 'vitest'
import { exampleFile } from '../../server/warm-up.js'
import { startInProcess } from '../support/in-process-server.js'

const uri = 'file:///routers/router.yaml'

/** Milliseconds from a change of a file with so many unknown keys until its findings are sent; the median of three. */
async function measureFindings(count: number): Promise<number> {
  const client = await startInProcess()
  const unknown = Array.from({ length: count }, (_, index) => `  unknownKey${index}: ${index}\n`)
  const text = `${exampleFile}${unknown.join('')}`
  const opened = client.next('textDocument/publishDiagnostics')
  client.open(uri, text)
  await opened
  const times: number[] = []
  for (const version of [2, 3, 4]) {
    const next = client.next('textDocument/publishDiagnostics')
    const start = performance.now()
    client.change(uri, version, text.replace('60000', `${version}0000`))
    const published = await next
    times.push(performance.now() - start)
    expect(published).toMatchObject({ version, diagnostics: { length: Math.min(count, 1000) } })
  }
  return times.sort((left, right) => left - right)[1] ?? NaN
}

test('the time for findings grows with their number, not with its square', async () => {
  await measureFindings(500)
  const few = await measureFindings(1000)
  // Ten times as long would be in proportion, a hundred times with its square. No more than 10,000 of a rule are listed.
  expect(await measureFindings(10_000)).toBeLessThan(30 * few)
})
