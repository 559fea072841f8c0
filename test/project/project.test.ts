import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSource } from '../../src/project/inputs.js'
import { openProject } from '../../src/project/project.js'
import type { FileSelection } from '../../src/project/select-files.js'
import { folderWith } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const router = `v: 3
identity: { cert: a, server_cert: b, key: c, ca: d }
ctrl: { endpoint: tls:ctrl.example.com:6262 }
csr: { sans: { dns: [router.example.com] } }
`

const open = (settings: Parameters<typeof openProject>[0]['settings'] = []) =>
  openProject({
    configuration: 'nearest',
    settings,
    trustsConfiguration: false,
    suppressions: true,
  })

const select = (...paths: string[]): FileSelection => ({
  arguments: paths,
  respectsIgnoreFiles: true,
})

describe('a project', () => {
  test('gives each file the options of the configurations above it, under the settings of whoever opens it', async () => {
    const folder = folderWith({
      'routerfile.config.yaml': yaml`
        target: "1.6.14"
        rules: { trace-enabled: off }
      `,
      'north/router.yaml': router,
    })
    const path = join(folder, 'north/router.yaml')
    const { options } = await open().configurationFor(path)
    expect(options).toMatchObject({ target: '1.6.14', rules: { 'trace-enabled': 'off' } })
    const stronger = open([
      { rules: { 'trace-enabled': { value: 'error', origin: 'a test' } }, env: [] },
    ])
    expect((await stronger.configurationFor(path)).options.rules).toEqual({
      'trace-enabled': 'error',
    })
  })

  test('selects the files that configurations do not exclude', async () => {
    const folder = folderWith({
      'routerfile.config.yaml': 'exclude: [sites/old]\n',
      'sites/old/router.yaml': router,
      'sites/new/router.yaml': router,
    })
    const { sources, excludedCount: excluded } = await open().selectFiles(
      select(join(folder, 'sites')),
    )
    expect(sources.map(({ path }) => path)).toEqual([join(folder, 'sites/new/router.yaml')])
    expect(excluded).toBe(1)
  })

  test('gives the mistakes of a configuration as data', async () => {
    const folder = folderWith({ 'routerfile.config.yaml': 'targt: 1.6\n' })
    const error: unknown = await open()
      .configurationFor(join(folder, 'router.yaml'))
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      name: 'ProjectError',
      details: {
        code: 'configuration',
        broken: [{ diagnostics: [{ severity: 'error', path: ['targt'] }] }],
      },
    })
  })

  test('refuses what may be a router file without naming a flag', async () => {
    const folder = folderWith({ 'notes.yaml': 'a: 1\n' })
    const path = join(folder, 'notes.yaml')
    const { sources } = await open().selectFiles(select(path))
    expect(sources).toMatchObject([{ path, origin: 'named' }])
    const refusal = sources[0] && openSource(sources[0])
    expect(refusal).toMatchObject({ mayBeRouter: true })
    expect(JSON.stringify(refusal)).not.toContain('--')
  })
})
