import { Session } from 'node:inspector/promises'
import { createRequire } from 'node:module'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type * as Program from '../src/cli/run.js'
import type * as Service from '../src/management/service/index.js'
import type * as Server from '../server/server.js'

/**
 * A path through the code from a user's action to its result; V8 reports the functions that its
 * second run executes.
 */
type Walk = { name: string; run: () => Promise<void> }

/**
 * Counts the files and functions that four walks execute, and writes the counts into
 * ARCHITECTURE.md: linting a sound file, a key stroke until its diagnostics, a POST of an edge
 * router, and generating a file from a token. `npm run bench walks files` lists the files. The first run of each is not counted: it loads modules and fills
 * caches.
 */
export async function measure([detail]: readonly string[]): Promise<void> {
  const root = resolve('.')
  const compiled = join(root, '.cache/walks')
  await compile(root, compiled)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const rows: string[] = []
  for (const { name, run } of await createWalks(compiled)) {
    await run()
    await session.post('Profiler.takePreciseCoverage')
    await run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const passed = result.flatMap(({ url, functions }) => {
      if (!url.startsWith('file:')) return []
      const path = relative(compiled, fileURLToPath(url))
      if (path.startsWith('..') || path.includes('generated')) return []
      const text = readFileSync(fileURLToPath(url), 'utf8')
      const hit = functions.filter(
        ({ ranges: [range], functionName }) =>
          range &&
          range.count > 0 &&
          // The top-level code of a module runs when it is loaded.
          !(functionName === '' && range.startOffset === 0) &&
          !isGetter(text.slice(range.startOffset, range.endOffset)),
      )
      return hit.length === 0
        ? []
        : [{ path, functions: hit.map(({ functionName }) => functionName || '(anonymous)') }]
    })
    const count = passed.reduce((sum, { functions }) => sum + functions.length, 0)
    const rules = passed.filter(({ path }) => path.startsWith('src/lint/rules/')).length
    console.log(`${name}: ${passed.length} files, ${count} functions`)
    rows.push(`| ${name} | ${passed.length} | ${rules} | ${count} |`)
    if (detail !== undefined)
      for (const { path, functions } of passed.sort((a, b) => (a.path < b.path ? -1 : 1)))
        console.log(`  ${path} ${functions.length}: ${functions.join(', ')}`)
  }
  writeTable(rows)
  // Service and server keep handles open.
  process.exit()
}

/** Writes the counts into ARCHITECTURE.md, which names the stops. */
function writeTable(rows: readonly string[]): void {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  const table = ['| Walk | Files | of these rules | Functions |', '|---|---|---|---|', ...rows]
  writeFileSync(
    'ARCHITECTURE.md',
    page.replace(
      /(<!-- Made by `npm run bench walks`\. -->\n\n)(?:\|.*\n)*/,
      (_, start: string) => `${start}${table.join('\n')}\n`,
    ),
  )
}

/** Whether a function is one of the getters that the compiler adds for exports, also of other modules. */
const isGetter = (code: string): boolean => /^\(\) => (?:\w+(?:\.\w+)?|from\[key\])$/.test(code)

/** Compiles each file separately, so that V8 reports them separately. */
async function compile(root: string, outdir: string): Promise<void> {
  const files = ['src', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  )
  rmSync(outdir, { recursive: true, force: true })
  const { outputFiles } = await build({
    entryPoints: files.filter((name) => name.endsWith('.ts')),
    outdir,
    outbase: root,
    format: 'cjs',
    target: 'node20',
    define: { PACKAGE_VERSION: '"0"' },
    supported: { 'dynamic-import': false },
    write: false,
    logLevel: 'error',
  })
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    // ES modules in packages define their own default export.
    writeFileSync(path, text.replaceAll(/(__toESM\(require\("[^"]+"\)), 1\)/g, '$1)'))
  }
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const to = join(outdir, relative(root, file))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, readFileSync(file))
  }
  writeFileSync(join(outdir, 'package.json'), '{}')
}

async function createWalks(compiled: string): Promise<Walk[]> {
  const require = createRequire(join(compiled, 'walks.cjs'))
  const program: typeof Program = require('./src/cli/run.js')
  const service: typeof Service = require('./src/management/service/index.js')
  const server: typeof Server = require('./server/server.js')
  const runProgram = async (argv: readonly string[]): Promise<void> => {
    await program.run(argv, {
      out: () => undefined,
      err: (text) => void process.stderr.write(text),
      width: 80,
      isTerminal: false,
      isErrTerminal: () => false,
    })
  }
  const token = join(compiled, 'north.jwt')
  writeFileSync(token, createToken())
  return [
    {
      name: 'lint a sound file',
      run: () => runProgram(['lint', 'fixtures/samples/public.yaml', '--isolated']),
    },
    { name: 'a key stroke until its diagnostics', run: await createTyping(require, server) },
    { name: 'POST of an edge router', run: await createPost(service) },
    {
      name: 'generate from a token',
      run: () =>
        runProgram(
          `generate --jwt ${token} --preset public --advertise north.example.com --isolated --dry-run`.split(
            ' ',
          ),
        ),
    },
  ]
}

/** An unsigned enrollment token of an edge router. */
function createToken(): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = {
    iss: 'https://ctrl.example.com:1280',
    sub: 'kX3.router',
    aud: [''],
    exp: Math.floor(Date.now() / 1000) + 86_400,
    jti: '0b9a2e66-9f1f-4b63-8f8d-4f1d9d0a7c11',
    em: 'erott',
    ctrls: ['tls:ctrl.example.com:6262'],
  }
  return `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.${'A'.repeat(86)}`
}

/** The share of some milliseconds in which this process computes. */
async function measureBusyShare(ms: number): Promise<number> {
  const before = process.cpuUsage()
  await setTimeout(ms)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (ms * 1000)
}

/** Opens a file in the language server; each run types a character and waits for diagnostics. */
async function createTyping(
  require: NodeJS.Require,
  { serve }: typeof Server,
): Promise<() => Promise<void>> {
  const lsp: typeof import('vscode-languageserver/node') = require('vscode-languageserver/node')
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  serve(
    lsp.createConnection(
      new lsp.StreamMessageReader(toServer),
      new lsp.StreamMessageWriter(toClient),
    ),
    undefined,
    '0',
  )
  const client = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(toClient),
    new lsp.StreamMessageWriter(toServer),
  )
  let told = (): void => undefined
  client.onNotification(lsp.PublishDiagnosticsNotification.type, () => told())
  client.listen()
  const nextDiagnostics = () => new Promise<void>((done) => (told = done))
  await client.sendRequest(lsp.InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: {},
  })
  await client.sendNotification(lsp.InitializedNotification.type, {})
  const uri = 'file:///router.yaml'
  const text = readFileSync('fixtures/samples/public.yaml', 'utf8')
  const opened = nextDiagnostics()
  await client.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  })
  await opened
  // The server uses the time before the first key stroke to warm up, with pauses of a few milliseconds.
  while ((await measureBusyShare(500)) > 0.03);
  let version = 1
  return async () => {
    version += 1
    const answered = nextDiagnostics()
    const start = { line: 0, character: 0 }
    await client.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ range: { start, end: start }, text: '#' }],
    })
    await answered
  }
}

async function createPost({ createService }: typeof Service): Promise<() => Promise<void>> {
  const administrator = { username: 'admin', password: 'a password for this walk' }
  const { fetch } = await createService({ data: ':memory:', admin: administrator })
  const post = (path: string, body: object, session?: string) =>
    fetch(
      new Request(`http://embedded/edge/management/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(session && { 'zt-session': session }) },
        body: JSON.stringify(body),
      }),
    )
  const { headers } = await post('/authenticate?method=password', administrator)
  const session = headers.get('zt-session') ?? ''
  let count = 0
  return async () => {
    count += 1
    const { status } = await post('/edge-routers', { name: `north-${count}` }, session)
    if (status !== 201) throw new Error(`POST /edge-routers: ${status}`)
  }
}
