import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'

import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { buildExecutable, fuse } from '../../scripts/executable/executable.js'
import { isNightly } from '../support/amount.js'
import { makeFolder, remove } from '../support/program.js'
import type { RunResult } from '../support/program.js'
import { needs } from '../support/requirements.js'
import { play } from '../support/scenario.js'

// A Node without the mark, as some distributions build it, cannot hold a program.
const canBuild = process.platform === 'linux' && readFileSync(process.execPath).includes(fuse)

const { isMissing, note } = needs('a Node for Linux that can hold a program', canBuild)

describe.skipIf(isMissing)(`the single executable${note}`, () => {
  const folder = '.cache/test-executable'
  let program = ''

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    program = resolve(await buildExecutable(folder))
  })

  afterAll(() => remove(folder))

  /** Without Node: no folder with programs is searched, except that of git. */
  const run = (
    argv: readonly string[],
    {
      cwd = '.',
      input = '',
      env = {},
    }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
  ): RunResult => {
    const { stdout, stderr, status } = spawnSync(program, argv, {
      cwd,
      input,
      env: { HOME: resolve(folder), ...env },
      encoding: 'utf8',
    })
    return { out: stdout, err: stderr, code: status }
  }

  // One without and one with what the program loads later; others differ in nothing that an executable could change.
  test.each(
    isNightly
      ? readdirSync('fixtures/cli').filter((name) => name.endsWith('.txt'))
      : ['lint.txt', 'fix.txt'],
  )('runs %s as the package does', async (name) => {
    const scenario = readFileSync(`fixtures/cli/${name}`, 'utf8')
    // The scenarios show the version of a build without one.
    const expected = scenario.replaceAll(/(?<![\d.])0\.0\.0(?!\.\d)/g, manifest.version)
    expect(await play(scenario, run)).toBe(expected)
  })

  test('reads --env-file itself, which Node would take', () => {
    expect(run(['lint', 'fixtures/samples', '--env-file', 'nope'])).toEqual({
      out: '',
      err: 'routerfile: --env-file: `nope` does not exist\n',
      code: 2,
    })
  })

  test('lints in several threads', () => {
    const { out, err, code } = run(['lint', 'fixtures/samples', '--jobs', '2', '--exit-zero'])
    expect({ err, code }).toEqual({ err: '', code: 0 })
    expect(out).toBe(run(['lint', 'fixtures/samples', '--exit-zero']).out)
  })

  test('serves editors', async () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } }
    const body = JSON.stringify(request)
    const server = spawn(program, ['language-server', '--stdio'], { stdio: 'pipe' })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    const [answer] = await once(server.stdout, 'data')
    server.kill()
    expect(String(answer)).toMatch(/^Content-Length: \d{3}/)
  })

  test('says what it cannot do: run the service, whose packages are native', () => {
    const elsewhere = makeFolder()
    copyFileSync(program, join(elsewhere, 'routerfile'))
    const argv = ['serve', '--data', ':memory:', '--port', '0']
    const { stderr, status } = spawnSync(join(elsewhere, 'routerfile'), argv, { encoding: 'utf8' })
    expect({ err: stderr, code: status }).toEqual({
      err: 'routerfile: the single executable cannot run the management service; install the npm package `routerfile` for it\n',
      code: 2,
    })
  })
})
