import { expect, test } from 'vitest'
import { connect, full } from '../../support/language-client.js'
import { base, heardOf, hello, textOnly } from '../../support/serving.js'

test('an outline is limited by a setting, and the user sees that once', async () => {
  const client = await connect(
    hello({ capabilities: full, settings: () => ({ ...textOnly, maxItemsComputed: 3 }) }),
  )
  for (const name of ['one', 'two', 'one']) {
    const uri = `file:///somewhere/${name}.router.yaml`
    client.open(uri, `${base}edge: {}\n`)
    expect(
      await client.request('textDocument/documentSymbol', { textDocument: { uri } }),
    ).toMatchObject([{ name: 'v' }, { name: 'identity' }, { name: 'ctrl' }])
    client.close(uri)
  }
  expect(heardOf(client, 'window/showMessage')).toEqual([
    { type: 3, message: expect.stringContaining('`routerfile.maxItemsComputed`') },
  ])
  await client.stop()
})
