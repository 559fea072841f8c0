import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { outputFormats } from '../../src/generated/formats.js'
import { toReportedConfig } from '../../src/generate/running.js'
import type { RunningRouter } from '../../src/management/service/index.js'
import { refuse, send, startController } from '../support/controller.js'
import { startNetwork } from '../support/network.js'
import type { RunResult } from '../support/program.js'
import { folderWith, runHere } from '../support/program.js'
import { yaml } from '../support/yaml.js'

/** A name that clears the screen, begins a line that looks like one of ours, and turns the direction of text. */
const hostile = 'north\u001b[2J\u009b31m\r\nrouterfile: forged\u202e\u2066\u0085x'

const text = yaml`
  v: 3
  identity:
    cert: a.cert
    key: a.key
    ca: a.ca
  ctrl:
    endpoint: tls:ctrl.example.com:6262
  csr:
    sans:
      dns: [north.example.com]
  link:
    dialers:
      - binding: transport
        bind: 0
    listeners:
      - binding: transport
        bind: tls:0.0.0.0:6000
        advertise: tls:north.example.com:6000
  forwarder:
    xgressDialQueueLength: none
`

const run = (name: string, version: string, reported = text): RunningRouter => ({
  name,
  file: `/etc/${name}.yml`,
  version,
  config: { ...toReportedConfig(reported, {}), [hostile]: hostile },
})

/** Whether no character commands the terminal, and no line is one that somebody else wrote. */
function expectHarmless({ out, err }: Pick<RunResult, 'out' | 'err'>): void {
  const control =
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
  expect(`${out}${err}`).not.toMatch(control)
  expect(`${out}${err}`).not.toMatch(/^routerfile: forged/m)
}

type Program = (...argv: string[]) => Promise<RunResult>

const signedIn = (url: string, files: Readonly<Record<string, string>> = {}): Program => {
  const folder = folderWith(files)
  const env = {
    HOME: '/nonexistent',
    ROUTERFILE_URL: url,
    ROUTERFILE_USERNAME: 'admin',
    ROUTERFILE_PASSWORD: 'orchard-gate',
    ROUTERFILE_CA: `${process.cwd()}/fixtures/management/pki/ca.cert`,
  }
  return async (...argv) => {
    const { ROUTERFILE_CA, ...others } = env
    return runHere(argv, {
      env: url.startsWith('https:') ? { ...others, ROUTERFILE_CA } : others,
      cwd: folder,
    })
  }
}

describe('names that command terminals', () => {
  test.each([
    ...outputFormats.map(({ name }) => ['lint', '--live', '--level', 'info', '--format', name]),
    ['drift'],
    ['drift', '--format', 'json'],
    ...['text', 'json', 'dot', 'mermaid', 'svg'].map((format) => [
      ...['mesh', '--live', '--verbose', '--format', format],
    ]),
    ['pull', '-o', '{name}.yml'],
    ['pull', '-o', '{name}.yml', '--diff'],
    ...['pretty', 'json', 'markdown'].map((format) => [
      ...['upgrade', '--live', '--to', '2.0', '--from', '1.6', '--format', format],
    ]),
    ['upgrade', '--live', '--to', '2.0'],
    ['diff', `live:${hostile}`, `live:${hostile}2`],
    ['diff', `live:${hostile}`, 'live:none'],
  ])('are escaped by %s %s %s %s %s', async (...argv) => {
    const { url } = await startNetwork({
      runningRouters: async () => [
        run(hostile, 'v0.0.0'),
        run(`${hostile}2`, 'v1.6.14', text.replace('v: 3', 'v: 3\nunknownKey: 1')),
        run('plain', `v2.0.3${hostile}`),
      ],
    })
    const result = await signedIn(url, { 'north.yml': text })(...argv)
    expect(`${result.out}${result.err}`).not.toBe('')
    expectHarmless(result)
  })

  test.each([
    ...['table', 'json', 'jsonl', 'yaml'].flatMap((output) => [
      ['api', 'edge-routers', 'list', '--output', output],
      ['api', 'edge-routers', 'get', hostile, '--output', output],
    ]),
    ['api', 'edge-routers', 'delete', hostile],
    ['generate', '--all', '-o', '{name}.yml', '--dry-run'],
    ['generate', '--all', '-o', '{name}.yml', '--report', '-'],
    ['generate', '--from-record', hostile, '--dry-run'],
    ['generate', '--check', '--format', 'compact'],
  ])('of records are escaped by %s %s %s %s %s', async (...argv) => {
    const { url, client } = await startNetwork()
    await client.edgeRouters.create({
      name: hostile,
      roleAttributes: [hostile],
      tags: { [hostile]: hostile },
    })
    const result = await signedIn(url, { 'plain.yml': text })(...argv)
    expect(`${result.out}${result.err}`).not.toBe('')
    expectHarmless(result)
  })

  test.each([
    ['api', 'edge-routers', 'list'],
    ['api', 'edge-routers', 'delete', 'a', 'b'],
    ['lint', '--live'],
    ['pull', '-o', '{name}.yml'],
    ['generate', '--all', '-o', '{name}.yml'],
    ['generate', '--from-record', 'a'],
  ])('in refusals are escaped by %s %s %s', async (...argv) => {
    const { url } = await startController(({ path }, answer) => {
      if (path.startsWith('/authenticate')) return
      send(
        answer,
        {
          error: {
            code: `CODE${hostile}`,
            message: hostile,
            requestId: hostile,
            cause: { field: `f${hostile}`, reason: hostile, value: hostile },
          },
          meta: {},
        },
        400,
      )
    })
    const result = await signedIn(url)(...argv)
    expect(result.err).toContain('u001b')
    expectHarmless(result)
  })

  test('in the name of the user that signs in are escaped', async () => {
    const { url } = await startController(({ path }, answer) => {
      if (path.startsWith('/current-api-session'))
        send(answer, {
          data: { token: 't', expirationSeconds: 1800, identity: { id: 'i', name: hostile } },
          meta: {},
        })
    })
    const home = folderWith({})
    const result = await runHere(['api', 'login', '--url', url, '--username', 'admin'], {
      cwd: home,
      env: {
        HOME: home,
        XDG_CONFIG_HOME: home,
        ROUTERFILE_STORE: 'file',
        ROUTERFILE_PASSWORD: 'orchard-gate',
        ROUTERFILE_CA: `${process.cwd()}/fixtures/management/pki/ca.cert`,
      },
    })
    expect(result.err).toContain('signed in at')
    expectHarmless(result)
    expect(readdirSync(home)).toContain('routerfile')
  })

  test('in a redirect are escaped', async () => {
    const { url } = await startController(({ path }, answer) => {
      if (!path.startsWith('/authenticate'))
        refuse(answer, hostile, 302, { location: 'https://x/' })
    })
    expectHarmless(await signedIn(url)('api', 'edge-routers', 'list'))
  })
})
