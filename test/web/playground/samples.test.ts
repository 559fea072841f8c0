import { describe, expect, test } from 'vitest'
import { compareSample, fixSample, samples } from '../../../web/playground/samples.js'
import type { OpenedFile } from '../../../web/shared/opened-file.js'
import { startInProcess } from '../../support/in-process-server.js'

/** The rules that find something in files, as the server of the playground does. */
async function lintAll(files: readonly OpenedFile[]): Promise<unknown[]> {
  const folder = 'inmemory://playground'
  const { connection, open } = await startInProcess({
    folders: [folder],
    capabilities: { textDocument: { diagnostic: {} } },
  })
  for (const { name, text } of files) open(`${folder}/${name}`, text)
  const found: unknown[] = []
  for (const { name } of files) {
    const textDocument = { uri: `${folder}/${name}` }
    const { items }: { items: { code: unknown }[] } = await connection.sendRequest(
      'textDocument/diagnostic',
      { textDocument },
    )
    found.push(...items.map(({ code }) => code))
  }
  return [...new Set(found)].sort()
}

describe('the samples of the playground', () => {
  test.each(samples)('are told from other texts: $name', (sample) => {
    const compare = (files: readonly OpenedFile[]): string =>
      compareSample(sample, (name) => files.find((file) => file.name === name)?.text)
    expect(compare(sample.files)).toBe('broken')
    expect(compare(fixSample(sample))).toBe('fixed')
    expect(compare(sample.files.map(({ name }) => ({ name, text: 'v: 3' })))).toBe('other')
  })

  test('have different names', () => {
    expect(samples.length).toBeGreaterThanOrEqual(8)
    expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length)
  })

  test.for(samples)('$name is broken as its story says', async ({ files, finds }) => {
    expect(await lintAll(files)).toEqual([...finds].sort())
  })

  test.for(samples)('nothing is wrong with $name when it is fixed', async (sample) => {
    expect(await lintAll(fixSample(sample))).toEqual([])
  })
})
