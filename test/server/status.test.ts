import { describe, expect, test } from 'vitest'
import { createNodeMachine } from '../../server/node-machine.js'
import { exampleFile } from '../../server/warm-up.js'
import { toRecord } from '../../src/document/record.js'
import { lint } from '../../src/index.js'
import { startInProcess } from '../support/in-process-server.js'
import { folderWith } from '../support/program.js'
import { newestRelease } from '../support/releases.js'
import { base, uriOf } from '../support/serving.js'
import { yaml } from '../support/yaml.js'

const wanted = { experimental: { routerfileStatus: true } }
const uri = 'file:///sites/router.yml'

const configMap = `${yaml`
  apiVersion: v1
  kind: ConfigMap
  metadata:
    name: north
  data:
    router.yaml: |
`}${base.replaceAll(/^(?=.)/gm, '    ')}`

const compose = yaml`
  services:
    web:
      image: nginx
`

describe('after a check, a client that asked for it gets the status of the text', () => {
  test.each<[string, string, string, object, string?]>([
    [
      'a router file',
      uri,
      exampleFile,
      { kind: 'router', release: newestRelease(), errors: 0, infos: 0 },
    ],
    [
      'an older release',
      uri,
      base,
      {
        kind: 'router',
        release: '1.6.14',
        releaseFrom: 'setting',
        releaseOrigin: 'routerfile.target',
        isUnconfigured: true,
      },
      '1.6.14',
    ],
    ['a file with an error', uri, `${exampleFile}web: 3\n`, { kind: 'router', errors: 1 }],
    ['the beginning of one', uri, 'v: 3\n', { kind: 'router', isBegun: true }],
    ['an empty file', uri, '# North\n', { kind: 'router', isBegun: true, errors: 1 }],
    ['a broken beginning', uri, '"v\n', { kind: 'router', isBegun: true, errors: 1 }],
    ['a router file in a string', 'file:///a/map.yaml', configMap, { kind: 'parts' }],
    ['a template', 'file:///a/router.yml.j2', `${base}edge: {{ edge }}\n`, { kind: 'template' }],
    ['another format', 'file:///a/compose.yml', compose, { kind: 'other', errors: 0 }],
    ['anything', 'file:///a/b.yml', 'a: 1\n', { kind: 'unknown', errors: 0, warnings: 0 }],
    [
      'our configuration',
      'file:///routerfile.config.json',
      '{"a": 1}',
      { kind: 'other', errors: 1 },
    ],
  ])('%s', async (_, at, text, status, target) => {
    const client = await startInProcess({
      capabilities: wanted,
      settings: { check: [], ...(target !== undefined && { target }) },
    })
    const next = client.next('routerfile/status')
    client.open(at, text)
    expect(await next).toMatchObject({ uri: at, ...status })
  })
})

test('a client that pulls diagnostics gets the status after it asked', async () => {
  const capabilities = { ...wanted, textDocument: { diagnostic: {} } }
  const client = await startInProcess({ capabilities })
  client.open(uri, base)
  expect(client.received('routerfile/status')).toEqual([])
  await client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } })
  expect(client.received('routerfile/status')).toMatchObject([{ uri, kind: 'router' }])
})

test('the status names the files that decided: also an extended configuration, and variables', async () => {
  const folder = folderWith({
    'sites/shared/base.yml': 'envFile: site.env\n',
    'sites/shared/site.env': 'A=1\n',
    'sites/routerfile.config.json': '{ "extends": "shared/base.yml", "root": true }\n',
    'sites/router.yml': base,
  })
  const client = await startInProcess({
    capabilities: wanted,
    folders: [uriOf(folder)],
    machine: createNodeMachine(),
  })
  const next = client.next('routerfile/status')
  client.open(uriOf(folder, 'sites/router.yml'), base)
  const { sources } = toRecord(await next)
  expect(sources).toEqual(
    ['sites/routerfile.config.json', 'sites/shared/base.yml', 'sites/shared/site.env'].map((file) =>
      uriOf(folder, file),
    ),
  )
})

test('other clients get no status', async () => {
  const client = await startInProcess()
  const next = client.next('textDocument/publishDiagnostics')
  client.open(uri, `${base}ctrll: 1\n`)
  await next
  expect(client.received('routerfile/status')).toEqual([])
})

describe('a file with very many findings', () => {
  const many = `${base}${Array.from({ length: 3000 }, (_, index) => `k${index}: 1\n`).join('')}ctrl: 5\n`

  test('has a thousand diagnostics: the most severe ones, and one for the others', async () => {
    const client = await startInProcess({ capabilities: wanted, settings: { check: [] } })
    const next = client.next('textDocument/publishDiagnostics')
    const status = client.next('routerfile/status')
    client.open(uri, many)
    const found = lint(many)
    const count = (level: string): number =>
      found.filter(({ severity }) => severity === level).length
    const published = await next
    expect(published).toHaveProperty('diagnostics.length', 1000)
    expect(published).toMatchObject({
      diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 1 })]),
    })
    expect(published).toHaveProperty(['diagnostics', 999, 'severity'], 2)
    expect(published).toHaveProperty(
      ['diagnostics', 999, 'message'],
      `${found.length - 999} more findings from here on are not listed.`,
    )
    expect(await status).toMatchObject({
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
    })
  })

  test('has as many when a client asks', async () => {
    const client = await startInProcess({ capabilities: { textDocument: { diagnostic: {} } } })
    client.open(uri, many)
    const report = await client.connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri },
    })
    expect(report).toHaveProperty('items.length', 1000)
  })

  test('has them in the order of the text', async () => {
    const client = await startInProcess({ settings: { check: [] } })
    const next = client.next('textDocument/publishDiagnostics')
    client.open(uri, many)
    const { diagnostics } = toRecord(await next)
    const lines = [diagnostics].flat().map((item) => {
      const { start } = toRecord(toRecord(item)['range'])
      return Number(toRecord(start)['line'])
    })
    // The last one stands for all others.
    const listed = lines.slice(0, -1)
    expect(listed).toHaveLength(999)
    expect(listed).toEqual([...listed].sort((left, right) => left - right))
  })

  test('counts the findings of all files within it', async () => {
    const part = base.replaceAll(/^/gm, '      ').trimEnd()
    const unknown = Array.from({ length: 700 }, (_, index) => `      k${index}: 1`).join('\n')
    const parts = ['one.yaml', 'two.yaml'].map((name) => `  ${name}: |\n${part}\n${unknown}\n`)
    const client = await startInProcess({ settings: { check: [] } })
    const next = client.next('textDocument/publishDiagnostics')
    client.open(
      'file:///routers/config-map.yaml',
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: routers\ndata:\n${parts.join('')}`,
    )
    expect(await next).toHaveProperty('diagnostics.length', 1000)
  })

  test('has all of them where there are a thousand', async () => {
    const client = await startInProcess({ settings: { check: [] } })
    const next = client.next('textDocument/publishDiagnostics')
    const own = lint(base).length
    const unknown = Array.from({ length: 1000 - own }, (_, index) => `k${index}: 1\n`)
    client.open(uri, `${base}${unknown.join('')}`)
    const published = await next
    expect(published).toHaveProperty('diagnostics.length', 1000)
    expect(JSON.stringify(published)).not.toContain('more finding')
  })
})
