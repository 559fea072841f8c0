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

test('in the language of router files, a template is checked despite its mistakes, but not that of another file', async () => {
  const client = await startInProcess()
  const open = async (name: string, text: string): Promise<unknown> => {
    const next = client.next('textDocument/publishDiagnostics')
    client.open(`file:///sites/${name}`, text, 'openziti-router')
    return next
  }
  const misspelled = base.replaceAll(/^(\w{2,}):/gm, '$1x:')
  expect(await open('north.yml', `${misspelled}csr: {sans: {dns: [{{ host }}]}}\n`)).toMatchObject({
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'unknown-key' })]),
  })
  const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ name }}}\ndata:\n  a: 1\n'
  expect(await open('map.yml', manifest)).toMatchObject({ diagnostics: [] })
})

test('an editor says where a template is cut inside of a tag, and still knows the rest of it', async () => {
  const client = await startInProcess()
  const next = client.next('textDocument/publishDiagnostics')
  const text = `${base}{{ if .Values.edge }}\nedge: {}\n{{ end }}\n{{ if`
  const cut = 'file:///sites/cut.router.yml'
  client.open(cut, text)
  const line = text.split('\n').length - 1
  expect(await next).toMatchObject({
    diagnostics: [
      {
        severity: 1,
        code: 'template-syntax',
        message: 'The template cannot be rendered: this tag is not closed.',
        range: { start: { line, character: 0 }, end: { line, character: 5 } },
      },
    ],
  })
  const hover = await client.connection.sendRequest('textDocument/hover', {
    textDocument: { uri: cut },
    position: { line: 0, character: 0 },
  })
  expect(hover).toMatchObject({ contents: expect.anything() })
})
