import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext, Script } from 'node:vm'
import { build } from 'tsup'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import config from '../../scripts/tsup.config.js'
import { needs } from '../support/requirements.js'
import type { Heard, Port } from '../support/worker-session.js'
import { makeFolder } from '../support/program.js'

const folder = resolve('.cache/browser')

const served = 'language-server.browser'

const heard: Heard = {
  name: 'routerfile',
  findings: expect.arrayContaining(['8 unknown-key', '12 empty-value', '13 yaml-syntax']),
  labels: ['tproxy', 'host', 'proxy'],
  hover: expect.stringContaining('listeners[binding=tunnel].binding'),
  fixed: expect.arrayContaining(['Rename `idleCircuitTimeut` to `idleCircuitTimeout`']),
  afterMistake: 'an error',
  effective: expect.stringMatching(/^v: 3 +# file, line 1$/),
  presets: 7,
}

beforeAll(async () => {
  const own = [config]
    .flat()
    .find((item) => typeof item === 'object' && served in Object(item.entry))
  await build({ ...Object(own), config: false, outDir: folder })
  await build({
    entry: ['test/support/page.ts', 'test/support/worker-session.ts'],
    splitting: false,
    format: 'esm',
    platform: 'browser',
    noExternal: [/./],
    silent: true,
    config: false,
    outDir: folder,
  })
})

/** Runs the server with what web workers have and nothing of Node, and gives the end that a page would hold. */
function startApart(): Port {
  const outside: Port = Object({ addEventListener: () => undefined })
  const inside: Port = Object({ addEventListener: () => undefined })
  const send = (to: Port) => (data: unknown) =>
    void setTimeout(() => to.onmessage?.call(Object(to), Object({ data: structuredClone(data) })))
  outside.postMessage = send(inside)
  inside.postMessage = send(outside)
  const {
    setTimeout: later,
    clearTimeout: never,
    TextDecoder: decoder,
    TextEncoder: encoder,
  } = globalThis
  new Script(readFileSync(join(folder, `${served}.js`), 'utf8')).runInContext(
    createContext({
      self: inside,
      setTimeout: later,
      clearTimeout: never,
      TextDecoder: decoder,
      TextEncoder: encoder,
      performance,
      queueMicrotask,
      structuredClone,
      console,
      URL,
    }),
  )
  return outside
}

/** Opens a page in a browser, and gives what it sends. */
async function pageIn(browser: string): Promise<unknown> {
  const types: Readonly<Record<string, string>> = {
    '/page.js': 'text/javascript',
    [`/${served}.js`]: 'text/javascript',
  }
  let tell: (text: string) => void
  const told = new Promise<string>((done) => (tell = done))
  const server = createServer((request, response) => {
    const { url = '', method } = request
    if (method === 'POST')
      return void request
        .setEncoding('utf8')
        .toArray()
        .then((parts) => tell(parts.join('')), tell)
        .then(() => response.end())
    response.setHeader('content-type', types[url] ?? 'text/html')
    response.end(
      types[url]
        ? readFileSync(join(folder, url))
        : '<!doctype html><script type="module" src="/page.js"></script>',
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const data = makeFolder()
  const page = spawn(
    browser,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      `--user-data-dir=${data}`,
      `http://127.0.0.1:${Object(server.address()).port}/`,
    ],
    { stdio: 'ignore', detached: true },
  )
  const ended = new Promise((done) => page.on('exit', done))
  onTestFinished(async () => {
    // The whole group: the browser's own processes write to the folder until they end.
    process.kill(-Number(page.pid), 'SIGKILL')
    await ended
    server.close()
    await vi.waitFor(() => rmSync(data, { recursive: true, force: true }), { timeout: 10_000 })
  })
  return JSON.parse(await told)
}

describe('the server in a web worker', () => {
  const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  )

  const { isMissing, note } = needs('Chromium', browser !== undefined)

  test.skipIf(isMissing)(`answers a page in Chromium${note}`, async () => {
    expect(await pageIn(browser ?? '')).toEqual(heard)
  })

  test('answers with nothing of Node around it', async () => {
    const { sessionWith }: { sessionWith: (port: Port) => Promise<Heard> } = await import(
      pathToFileURL(join(folder, 'worker-session.js')).href
    )
    expect(await sessionWith(startApart())).toEqual(heard)
  })

  test('is one file that imports nothing', () => {
    expect(readFileSync(join(folder, `${served}.js`), 'utf8')).not.toMatch(
      /(^|[;}])(import|export)[\s{*"'(]|\brequire\(/,
    )
  })
})
