import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol'
import type { Client } from '../test/support/language-client.js'
import { connect, full } from '../test/support/language-client.js'
import { largeFile } from '../test/support/fixtures.js'
import { findMiddleDigit, peerSettings } from './latency.js'
import { median } from './time.js'

/** The measured values of one server by title: ms, kB, bytes or a share. Lower is better. */
type Figures = Map<string, number[]>

type Server = readonly string[]

const uri = 'file:///bench/router.yaml'

const start = (server: Server, folder?: string, pulls = false): Promise<Client> =>
  connect({
    server,
    ...(folder !== undefined && { folders: [folder] }),
    capabilities: {
      ...full,
      textDocument: {
        ...full.textDocument,
        foldingRange: { rangeLimit: 5000, lineFoldingOnly: true },
        ...(pulls && { diagnostic: {} }),
      },
    },
    settings: (_, section) => peerSettings[section ?? ''],
    collects: true,
  })

/** Creates a file with an error in its first listener, so that every server has a finding. */
const createText = (lines: number): string =>
  largeFile(lines).replace('getCircuitTimeout', 'getCircuitTimout')

function addFigure(figures: Figures, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value])
}

/** Reads the memory of a process in kB, and its CPU time in ms. */
function readProcess(pid: number | undefined): { memory: number; time: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/.*\) | /)
  return {
    memory: Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]),
    time: 10 * (Number(fields[10]) + Number(fields[11])),
  }
}

/**
 * Opens a text and waits for its diagnostics. Returns a function that changes a digit in the
 * middle, and the position of the digit.
 */
async function openText(client: Client, text: string) {
  const found = client.next(uri, ({ diagnostics }) => diagnostics.length > 0)
  client.open(uri, text)
  await found
  const range = findMiddleDigit(text)
  const state = { version: 1 }
  const change = (): void => {
    state.version += 1
    void client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: state.version },
      contentChanges: [{ range, text: String((state.version % 9) + 1) }],
    })
  }
  return { change, ...range.start }
}

/** Lists the requests that an editor sends when it shows a file, and while a user types. */
const requests = (
  line: number,
  character: number,
): Readonly<Record<string, readonly [method: string, params: object]>> => {
  const textDocument = { uri }
  const range = { start: { line, character: 0 }, end: { line: line + 60, character: 0 } }
  return {
    completion: ['completion', { textDocument, position: { line, character: 6 } }],
    hover: ['hover', { textDocument, position: { line, character: 8 } }],
    outline: ['documentSymbol', { textDocument }],
    'tokens of 60 lines': ['semanticTokens/range', { textDocument, range }],
    'tokens of all': ['semanticTokens/full', { textDocument }],
    folding: ['foldingRange', { textDocument }],
    links: ['documentLink', { textDocument }],
    definition: ['definition', { textDocument, position: { line, character } }],
    selection: ['selectionRange', { textDocument, positions: [{ line, character }] }],
    'code actions': [
      'codeAction',
      {
        textDocument,
        range: { start: range.start, end: range.start },
        context: { diagnostics: [] },
      },
    ],
    'on-type format': [
      'onTypeFormatting',
      {
        textDocument,
        position: { line: line + 1, character: 0 },
        ch: '\n',
        options: { tabSize: 2, insertSpaces: true },
      },
    ],
    formatting: ['formatting', { textDocument, options: { tabSize: 2, insertSpaces: true } }],
    lenses: ['codeLens', { textDocument }],
  }
}

/** Requests whose response size is measured, because it grows with the file. */
const measuredSizes = new Set(['outline', 'tokens of 60 lines', 'tokens of all'])

/**
 * Measures each request after a change whose diagnostics have arrived; skips requests that a server
 * does not support.
 */
async function measureRequests(
  server: Server,
  figures: Figures,
  { lines, rounds }: { lines: number; rounds: number },
): Promise<void> {
  const begun = performance.now()
  const client = await start(server)
  const text = createText(lines)
  const { change, line, character } = await openText(client, text)
  addFigure(figures, `start, ${lines} lines`, performance.now() - begun)
  await setTimeout(1500)
  for (let round = -rounds; round < rounds; round += 1) {
    const times: [string, number][] = []
    const found = client.next(uri)
    let from = performance.now()
    change()
    await found
    times.push(['findings after a change', performance.now() - from])
    for (const [name, [method, params]] of Object.entries(requests(line, character))) {
      const next = client.next(uri)
      change()
      await next
      from = performance.now()
      try {
        const answer = await client.request(`textDocument/${method}`, params)
        times.push([name, performance.now() - from])
        if (measuredSizes.has(name)) times.push([`${name}: bytes`, JSON.stringify(answer).length])
      } catch {
        // Features that the server lacks have no figure.
      }
    }
    if (round >= 0)
      for (const [name, value] of times) addFigure(figures, `${name}, ${lines} lines`, value)
  }
  await client.stop()
}

/** Time between two keystrokes, in ms. */
const strokeTime = 30

/** Measures CPU time and memory of fast typing with the requests of an editor; memory immediately and after a pause. */
async function measureBurst(
  server: Server,
  figures: Figures,
  { lines, strokes }: { lines: number; strokes: number },
): Promise<void> {
  const client = await start(server)
  const { change, line, character } = await openText(client, createText(lines))
  const asked = requests(line, character)
  const { time } = readProcess(client.process.pid)
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    change()
    const answers = ['completion', 'code actions', 'outline', 'folding'].map((name) => {
      const [method = '', params] = asked[name] ?? []
      return client.request(`textDocument/${method}`, params).catch(() => undefined)
    })
    if (stroke % 10 === 9) await Promise.all(answers)
    await setTimeout(strokeTime)
  }
  await client.request('textDocument/hover', asked['hover']?.[1])
  const after = readProcess(client.process.pid)
  addFigure(figures, `memory after ${strokes} strokes: kB`, after.memory)
  addFigure(figures, `processor for ${strokes} strokes: ms`, after.time - time)
  await setTimeout(5000)
  addFigure(figures, `memory after strokes and a rest: kB`, readProcess(client.process.pid).memory)
  await client.stop()
}

/** Measures memory after opening and closing many files: immediately, and after a pause of 5 s. */
async function measureFiles(server: Server, figures: Figures, files: number): Promise<void> {
  const client = await start(server)
  const text = createText(1000)
  for (let index = 0; index < files; index += 1) {
    const each = `file:///bench/${index}/router.yaml`
    const found = client.next(each, ({ diagnostics }) => diagnostics.length > 0)
    client.open(each, text)
    await found
    client.close(each)
  }
  addFigure(figures, `memory after ${files} files: kB`, readProcess(client.process.pid).memory)
  await setTimeout(5000)
  addFigure(
    figures,
    `memory after ${files} files and a rest: kB`,
    readProcess(client.process.pid).memory,
  )
  await client.stop()
}

/** Interval in ms at which VS Code requests the diagnostics of all files. */
const pollTime = 2000

/**
 * Measures CPU time, messages and memory of an idle server in a folder with thousands of files, with the polling of VS
 * Code.
 */
async function measureIdle(server: Server, figures: Figures, folder: string): Promise<void> {
  const client = await start(server, pathToFileURL(folder).href, true)
  const state = { ends: false, known: new Map<string, string>() }
  const poll = async (): Promise<void> => {
    while (!state.ends) {
      const answer: WorkspaceDiagnosticReport = Object(
        await client.request('workspace/diagnostic', {
          previousResultIds: [...state.known].map(([at, value]) => ({ uri: at, value })),
        }),
      )
      for (const item of answer.items) state.known.set(item.uri, item.resultId ?? '')
      await setTimeout(pollTime)
    }
  }
  poll().catch(() => undefined)
  // Both servers first read the folder, and V8 collects garbage some time after that.
  await setTimeout(25_000)
  const notes = client.heard.length
  const before = readProcess(client.process.pid)
  await setTimeout(10_000)
  const after = readProcess(client.process.pid)
  addFigure(figures, 'idle in 5200 files: ms a second', (after.time - before.time) / 10)
  addFigure(figures, 'idle in 5200 files: messages', client.heard.length - notes)
  addFigure(figures, 'memory in 5200 files: kB', after.memory)
  state.ends = true
  client.process.kill()
}

/** Creates a folder with thousands of YAML files, some of which are router files. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-servers-'))
  for (let index = 0; index < 5200; index += 1) {
    const place = join(folder, String(index % 100))
    mkdirSync(place, { recursive: true })
    writeFileSync(
      join(place, `${index}.yaml`),
      index % 13 === 0
        ? createText(30)
        : `services:\n  web:\n    image: nginx:${index}\n    ports: ["80:80"]\n`,
    )
  }
  return folder
}

async function measureServer(
  server: Server,
  figures: Figures,
  { parts, sizes, rounds, folder }: Plan,
): Promise<void> {
  if (parts.includes('requests'))
    for (const lines of sizes) await measureRequests(server, figures, { lines, rounds })
  if (parts.includes('burst')) await measureBurst(server, figures, { lines: 5000, strokes: 200 })
  if (parts.includes('files')) await measureFiles(server, figures, 300)
  if (parts.includes('idle')) await measureIdle(server, figures, folder)
}

type Plan = { parts: readonly string[]; sizes: readonly number[]; rounds: number; folder: string }

const formatFigure = (value: number): string => value.toFixed(value < 100 ? 2 : 0).padStart(9)

/** Prints one row per figure: our server, the other server, and the ratio. */
function printFigures([ours, theirs]: readonly Figures[]): void {
  for (const [name, values] of ours ?? []) {
    const us = median(values)
    const them = median(theirs?.get(name) ?? [])
    const compared = Number.isNaN(them)
      ? ''
      : `, peer ${formatFigure(them)}, ${(us / Math.max(them, 0.01)).toFixed(2)} of it${us > them ? ' BEHIND' : ''}`
    console.log(`${name.padEnd(40)} ${formatFigure(us)}${compared}`)
  }
}

/**
 * Measures what users of an editor notice, for our server and another one in turn: medians and their ratios, including
 * memory and sizes of responses. The arguments are the program of the other server (empty to measure only ours), the
 * parts, the numbers of lines, the rounds of requests, and a server to measure instead of the built one.
 */
export async function measure([
  peer = '',
  parts = 'requests,burst,files,idle',
  sizes = '100,5000,50000',
  rounds = '7',
  own = 'dist/language-server.cjs',
]: readonly string[]): Promise<void> {
  const servers = [own, ...(peer ? [peer] : [])].map((program) => [program, '--stdio'])
  const figures = servers.map((): Figures => new Map())
  const folder = createFolder()
  const plan: Plan = {
    parts: parts.split(','),
    sizes: sizes.split(',').map(Number),
    rounds: Number(rounds),
    folder,
  }
  for (const [index, server] of servers.entries())
    await measureServer(server, figures[index] ?? new Map(), plan)
  rmSync(folder, { recursive: true })
  printFigures(figures)
}
