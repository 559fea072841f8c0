import { describe, expect, test } from 'vitest'
import { findServedKind, isServed } from '../../../../editors/vscode/src/router-text.js'
import { otherFiles, relaidFiles } from '../../../support/other-kinds.js'
import { yaml } from '../../../support/yaml.js'

const look = (text: string, path = '/sites/site.yaml', language = 'yaml'): Promise<boolean> =>
  isServed({ path, language, text })

const router = yaml`
  v: 3
  identity:
    cert: router.cert
    server_cert: router.server.cert
    key: router.key
  ctrl:
    endpoint: tls:ctrl.example.com:6262
  link:
    dialers:
      - binding: transport
  listeners:
    - binding: edge
      address: tls:0.0.0.0:3022
`

const indent = (text: string, columns: number): string =>
  text.replaceAll(/^(?=.)/gm, ' '.repeat(columns))

const configMap = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: north\ndata:\n  ziti.yaml: |\n${indent(router, 4)}`

const compose = `services:\n  router:\n    image: openziti/ziti-router\nconfigs:\n  router:\n    content: |\n${indent(router, 6)}`

const secret = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: north\ndata:\n  router: ${Buffer.from(router).toString('base64')}\n`

const helm = `{{- if .Values.enabled }}\n${configMap.replace('ctrl.example.com', '{{ .Values.host }}')}{{- end }}\n`

describe('the server is needed for', () => {
  test.each([
    ['a router file of any name', router],
    ['one in JSON', JSON.stringify({ v: 3, ctrl: { endpoint: 'tls:a.example.com:6262' } })],
    ['a ConfigMap with one', configMap],
    ['a Secret with one', secret],
    ['a Compose file with one', compose],
    ['JSON with one in a string', JSON.stringify({ services: {}, files: [router] }, undefined, 2)],
    ['a template of one', router.replace('ctrl.example.com', '{{ ctrl_host }}')],
    ['a Helm template with one in a string', helm],
    ['one below many comments', `${'# A comment.\n'.repeat(2_000)}${router}`],
    ['the first line of one', 'v: 3'],
    ['the first line of one after others', '---\n# mine\nv: 3\n'],
  ])('%s', async (_, text) => {
    expect(await look(text)).toBe(true)
  })

  test.each([
    ['/sites/router.yml', ''],
    ['/sites/north.router.yml', 'ctrl:\n'],
    ['/routers/north.yml', '# to be written\n'],
    ['/sites/routerfile.config.json', '{}'],
    ['/sites/package.json', '{ "name": "x", "routerfile": {} }'],
  ])('%s with %j', async (path, text) => {
    expect(await look(text, path)).toBe(true)
  })

  test('whatever has the language of router files', async () => {
    expect(await look('', '/sites/site.yaml', 'openziti-router')).toBe(true)
  })
})

test.each([
  ['/sites/site.yaml', router, 'router'],
  ['/sites/router.yml', '', 'incomplete'],
  ['/sites/cut.router.yml', router.slice(0, 20), 'incomplete'],
  ['/sites/map.yaml', configMap, 'parts'],
  ['/charts/map.yaml', helm, 'template'],
  ['/sites/router.yaml', router.replace('ctrl.example.com', '{{ ctrl_host }}'), 'template'],
  ['/sites/routerfile.config.json', '{}', 'configuration'],
  ['/app/empty.yaml', '', undefined],
])('%s with %j is: %s', async (path, text, kind) => {
  expect(await findServedKind({ path, text })).toBe(kind)
})

describe('the server is not needed for', () => {
  test.each([
    ['/app/package.json', '{ "name": "app", "dependencies": {} }'],
    ['/app/tsconfig.json', '{}'],
    ['/app/empty.yaml', ''],
    ['/app/version.yaml', 'v: 3.1.4\n'],
    ['/app/versions.yaml', 'service:\n  v: 3\n'],
    ['/apollo/router.yaml', 'supergraph:\n  listen: 127.0.0.1:4000\ncors:\n  origins: [a]\n'],
    ['/envoy/config.yaml', configMap.replace(/\|\n[^]*/, '|\n    listeners:\n      - name: a\n')],
    ['/chart/templates/app.yaml', 'kind: Pod\nmetadata:\n  name: {{ .Release.Name }}\nspec: {}\n'],
  ])('%s with %j', async (path, text) => {
    expect(await look(text, path, path.endsWith('.json') ? 'json' : 'yaml')).toBe(false)
  })

  const others = [...otherFiles(), ...relaidFiles()].filter(({ text }) => !/\bctrl\b/.test(text))

  test('files of other programs without a word of routers, in any layout', async () => {
    const served = await Promise.all(
      others.map(async ({ name, text }) => ((await look(text, `/app/${name}`)) ? name : [])),
    )
    expect(served.flat()).toEqual([])
    expect(others.length).toBeGreaterThan(100)
  })
})

test('of a long text, only the beginning is checked', async () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, name: `n${id}`, link: 'a' }))
  const [long, longer] = [5_000, 50_000].map((count) => JSON.stringify(items(count), undefined, 2))
  expect(await look(long ?? '')).toBe(false)
  const time = async (text = ''): Promise<number> => {
    const start = process.cpuUsage()
    for (let round = 0; round < 20; round += 1) await look(text)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const times = [await time(long), await time(longer), await time(long), await time(longer)]
  const [first = 0, second = 0, third = 0, fourth = 0] = times
  // Ten times as long if all were checked.
  expect(Math.min(second, fourth)).toBeLessThan(4 * Math.min(first, third))
})
