import { Session } from 'node:inspector/promises'
import { createRequire } from 'node:module'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'
import { groupBy } from '../src/document/group.js'
import { formatCount } from '../src/document/words.js'
import type * as Program from '../src/cli/run.js'
import type * as Service from '../src/management/service/index.js'
import type * as Server from '../server/server.js'

/**
 * A path through the code from a user's action to its result; V8 reports the functions that its
 * second run executes.
 */
type Walk = { name: string; run: () => Promise<void> }

/**
 * Counts the files and functions that four walks execute, and writes the counts into ARCHITECTURE.md: linting a valid
 * file, a keystroke until its diagnostics, a POST of an edge router, and generating a file from a token. Then prints as
 * a tree which top-level folders call which others, with the calls that lead back into a folder whose call is still
 * running. `npm run bench walks files` lists the files, and `npm run bench walks count` only prints the counts. The
 * first run of each walk is not counted: it loads modules and fills caches.
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
    console.log(
      `${name}: ${passed.length} files, ${passed.length - rules} beside the rules, ${count} functions`,
    )
    rows.push(`| ${name} | ${passed.length} | ${rules} | ${count} |`)
    if (detail === 'files')
      for (const { path, functions } of passed.sort((a, b) => (a.path < b.path ? -1 : 1)))
        console.log(`  ${path} ${functions.length}: ${functions.join(', ')}`)
  }
  if (detail !== 'count') {
    writeTable(rows)
    await printRooms(root)
  }
  // The service and the server keep handles open.
  process.exit()
}

/** Writes the counts into ARCHITECTURE.md, which also describes the steps of each walk. */
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

/** Whether a function is one of the getters that the compiler adds for exports and re-exports. */
const isGetter = (code: string): boolean => /^\(\) => (?:\w+(?:\.\w+)?|from\[key\])$/.test(code)

/** Compiles each file separately, so that V8 reports them separately; `change` can modify the compiled code. */
async function compile(
  root: string,
  outdir: string,
  change: (text: string, path: string) => string = (text) => text,
): Promise<void> {
  const listFiles = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    )
  const files = ['src', 'server'].flatMap(listFiles)
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
    // With the argument 1, the default import would be the whole module, but ES modules in packages define their own
    // default export.
    const code = text.replaceAll(/(__toESM\(require\("[^"]+"\)), 1\)/g, '$1)')
    writeFileSync(path, change(code, relative(outdir, path)))
  }
  const data = [...files, ...listFiles('schemas')].filter((name) => name.endsWith('.json'))
  for (const file of data) {
    const to = join(outdir, relative(root, file))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, readFileSync(file))
  }
  writeFileSync(join(outdir, 'package.json'), '{}')
}

/** A stack frame of the project's code. */
type Frame = { room: string; name: string }

/** A call from one room into another; `isBack` if the other room is already on the stack. */
type Crossing = { from: Frame; to: Frame; isBack: boolean }

/**
 * Prints the rooms (top-level folders) of each walk as a tree, each below the room that calls it first, and then the
 * calls that lead back. Every compiled function is changed to report its calls: V8 counts calls, but does not report
 * callers.
 */
async function printRooms(root: string): Promise<void> {
  const compiled = join(root, '.cache/walks-rooms')
  await compile(root, compiled, reportCalls)
  const crossings = new Map<string, Crossing>()
  let isRecording = false
  Reflect.set(globalThis, 'reportCall', () => {
    if (!isRecording) return
    const [to, from] = listFrames(compiled, 8)
    if (!to || !from || to.room === from.room) return
    const key = `${from.room} ${from.name} ${to.room} ${to.name}`
    if (crossings.has(key)) return
    const waiting = new Set(
      listFrames(compiled, Infinity).map(({ room }, index) => index > 0 && room),
    )
    crossings.set(key, { from, to, isBack: waiting.has(to.room) })
  })
  for (const { name, run } of await createWalks(compiled)) {
    await run()
    crossings.clear()
    isRecording = true
    await run()
    isRecording = false
    console.log(`\n${name}, by room:`)
    printTree([...crossings.values()])
  }
}

/** Lists the stack frames of the project's code, innermost first. */
function listFrames(compiled: string, limit: number): Frame[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  let frames: Frame[] = []
  Error.stackTraceLimit = limit
  Error.prepareStackTrace = (_, sites) => {
    frames = sites.flatMap((site) => {
      const path = site.getFileName()
      if (!path?.startsWith(compiled)) return []
      const file = relative(compiled, path)
      const room = /^src\/([^/.]+)/.exec(file)?.[1] ?? 'server'
      return [{ room, name: site.getFunctionName() ?? `a function in ${file}` }]
    })
  }
  // V8 collects the frames when `stack` is read.
  void new Error().stack
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return frames
}

/** Inserts a call of `reportCall` into each function, except for the getters that the compiler adds. */
function reportCalls(code: string): string {
  const calls: { at: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    const body = findBody(node)
    if (body && ts.isBlock(body)) calls.push({ at: body.getStart() + 1, text: 'reportCall();' })
    else if (body && !isGetter(node.getText()))
      calls.push({ at: body.getStart(), text: '(reportCall(),' }, { at: body.end, text: ')' })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('compiled.js', code, ts.ScriptTarget.Latest, true))
  return calls
    .sort((left, right) => right.at - left.at)
    .reduce((text, call) => text.slice(0, call.at) + call.text + text.slice(call.at), code)
}

const findBody = (node: ts.Node): ts.ConciseBody | undefined =>
  ts.isArrowFunction(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node)
    ? node.body
    : undefined

function printTree(crossings: readonly Crossing[]): void {
  const entrances = new Map<string, string>()
  for (const { from, to, isBack } of crossings)
    if (!isBack && !entrances.has(to.room)) entrances.set(to.room, from.room)
  const byCaller = groupBy(entrances, ([, from]) => from)
  const print = (room: string, depth: number): void => {
    const calls = crossings.filter(({ to }) => to.room === room).length
    const count = calls === 0 ? '' : `: ${formatCount(calls, 'entrance')}`
    console.log(`${'  '.repeat(depth)}${room}${count}`)
    for (const [inner] of byCaller.get(room) ?? []) print(inner, depth + 1)
  }
  for (const room of byCaller.keys()) if (!entrances.has(room)) print(room, 1)
  const back = crossings.filter(({ isBack }) => isBack)
  if (back.length > 0) console.log('  ways back:')
  for (const [way, calls] of groupBy(back, ({ from, to }) => `${from.room} to ${to.room}`))
    console.log(
      `    ${way}, ${formatCount(calls.length, 'call')}, such as ${calls[0].from.name} to ${calls[0].to.name}`,
    )
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

/** Creates an unsigned enrollment token of an edge router. */
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

/** Measures the share of some milliseconds in which this process uses the CPU. */
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
  // The server warms up before the first keystroke, with pauses of a few milliseconds.
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
