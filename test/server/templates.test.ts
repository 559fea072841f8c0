import { expect, test } from 'vitest'
import { startInProcess } from '../support/in-process-server.js'
import { base } from '../support/serving.js'

const uri = 'file:///sites/100%25/edge%20a.yml.j2'

const loops = (depth: number): string =>
  `${'{% for a in b %}\n'.repeat(depth)}x: 1\n${'{% endfor %}\n'.repeat(depth)}`

test('an editor learns that a template is too complicated, and gets findings once it is not', async () => {
  const client = await startInProcess()
  const first = client.next('textDocument/publishDiagnostics')
  client.open(uri, `${base}lnk: 1\n${loops(40)}`)
  expect(await first).toMatchObject({
    uri,
    diagnostics: [
      {
        severity: 3,
        code: 'too-complicated',
        message: expect.stringMatching(
          /^The template is too complicated to check: .*src=edge a\.yml\.j2 /,
        ),
      },
    ],
  })
  const second = client.next('textDocument/publishDiagnostics')
  client.change(uri, 2, `${base}lnk: 1\n${loops(2)}`)
  expect(await second).toMatchObject({
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'unknown-key' })]),
  })
})
