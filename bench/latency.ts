import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Range } from 'vscode-languageserver-protocol'
import { isPlainObject } from '../src/document/record.js'
import type { Client } from '../test/support/language-client.js'
import { connect } from '../test/support/language-client.js'
import { largeFile } from '../test/support/fixtures.js'
import { median } from './time.js'

const uri = 'file:///bench/router.yaml'

/** Settings for yaml-language-server: our schema for every YAML file, and no network access. */
export const peerSettings: Readonly<Record<string, unknown>> = {
  yaml: {
    schemas: { [pathToFileURL(resolve('src/generated/schema.json')).href]: '*.yaml' },
    schemaStore: { enable: false },
    validate: true,
    completion: true,
    hover: true,
    format: { enable: true },
  },
}

const capabilities = {
  workspace: { configuration: true },
  textDocument: {
    publishDiagnostics: {},
    completion: { completionItem: { snippetSupport: true } },
  },
}

/** Unfinished lines at the end of the text, as while typing. */
const tail = ['      lookupSessionTimeout: 5s', '      ', '  - ', 'forwarder:', '  ', '']

/** The positions at which completions are requested: a line of the tail, and a column in it. */
const places: Readonly<Record<string, readonly [line: number, character: number]>> = {
  'key of a list item': [1, 6],
  'new list item': [2, 4],
  'key of a section': [4, 2],
  'new section': [5, 0],
  value: [0, 28],
}

/** Creates a file with an error in its first listener, so that diagnostics show that it was checked. */
const createText = (lines: number): string =>
  largeFile(lines).replace('getCircuitTimeout', 'getCircuitTimout') + tail.slice(1).join('\n')

type Times = Map<string, number[]>

/** A server that has published diagnostics for a text: its client, and its response times. */
type Session = {
  client: Client
  times: Times
  change: () => void
  complete: (name: string) => Promise<void>
}

async function timed(times: Times, name: string, run: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await run()
  times.set(name, [...(times.get(name) ?? []), performance.now() - start])
}

/** Finds the range of a digit in a duration near the middle of a text. */
export function findMiddleDigit(text: string): Range {
  const lines = text.split('\n')
  const line = lines.findIndex(
    (content, index) => index >= lines.length / 2 && content.includes('connectTimeout: 5s'),
  )
  const end = (lines[line] ?? '').length - 1
  return { start: { line, character: end - 1 }, end: { line, character: end } }
}

async function begin(server: readonly string[], text: string): Promise<Session> {
  const times: Times = new Map()
  let client: Client | undefined
  await timed(times, 'start', async () => {
    client = await connect({
      server,
      options: {},
      capabilities,
      settings: (_, section) => peerSettings[section ?? ''],
    })
    const found = client.next(uri, ({ diagnostics }) => diagnostics.length > 0)
    client.open(uri, text)
    await found
  })
  if (!client) throw new Error('no client')
  const { connection, request } = client
  const lines = text.split('\n')
  const range = findMiddleDigit(text)
  let version = 1
  return {
    client,
    times,
    change: () => {
      version += 1
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range, text: String(version % 10) }],
      })
    },
    complete: async (name) => {
      const [line, at] = places[name] ?? [0, 0]
      const answer: unknown = await request('textDocument/completion', {
        textDocument: { uri },
        position: { line: lines.length - tail.length + line, character: at },
      })
      const items = isPlainObject(answer) ? answer['items'] : answer
      if (!Array.isArray(items) || items.length === 0)
        throw new Error(`${server.join(' ')} offers nothing: ${name}`)
    },
  }
}

/**
 * Changes a value and waits for diagnostics. Then requests completions at every position, and once more right after
 * another change, before its diagnostics arrive.
 */
async function round({ client, times, change, complete }: Session): Promise<void> {
  await timed(times, 'change', async () => {
    const found = client.next(uri)
    change()
    await found
  })
  for (const name of Object.keys(places)) await timed(times, name, () => complete(name))
  await timed(times, 'nothing', () =>
    client.request('textDocument/completion', {
      textDocument: { uri: 'file:///bench/closed.yaml' },
      position: { line: 0, character: 0 },
    }),
  )
  const found = client.next(uri)
  await timed(times, 'after a change', async () => {
    change()
    await complete('key of a list item')
  })
  await found
}

/** How long a user reads an opened file before typing, in ms. */
const readingTime = 2000

/**
 * Measures median times of several rounds in ms, after a warm-up that is not counted; the start and the first
 * completion are measured only once.
 */
async function session(
  server: readonly string[],
  text: string,
  rounds: number,
): Promise<Map<string, number>> {
  const begun = await begin(server, text)
  const { client, times, complete } = begun
  await setTimeout(readingTime)
  await timed(times, 'first completion', () => complete('key of a list item'))
  for (let count = 0; count < rounds; count += 1) await round(begun)
  const once = new Map(times)
  times.clear()
  for (let count = 0; count < rounds; count += 1) await round(begun)
  await client.stop()
  return new Map([...once, ...times].map(([name, values]) => [name, median(values)]))
}

/**
 * An action in a file of `lines` lines, and its time on each server in ms: the smaller of the medians of two sessions.
 */
export type Latency = { lines: number; name: string; times: readonly number[] }

/**
 * Measures several servers in turn, in ms: from start to first diagnostics, from a change to diagnostics, and
 * completions while typing. All servers use the same schema and must offer a completion at each position. After the
 * start, the measurement pauses like a user who reads; the first completion follows. The other times are measured after
 * a warm-up with the same number of rounds. `nothing` is a completion in a text that is not open: the cost of a round
 * trip.
 */
export async function measureLatency(
  servers: readonly (readonly string[])[],
  sizes: readonly number[],
  rounds: number,
): Promise<Latency[]> {
  await session(servers[0] ?? [], createText(20), 1)
  const latencies: Latency[] = []
  for (const lines of sizes) {
    const found: Map<string, number>[] = []
    for (const server of [...servers, ...servers])
      found.push(await session(server, createText(lines), rounds))
    for (const name of found[0]?.keys() ?? []) {
      const times = servers.map((_, which) =>
        Math.min(
          ...found
            .filter((__, index) => index % servers.length === which)
            .map((own) => own.get(name) ?? Number.NaN),
        ),
      )
      latencies.push({ lines, name, times })
    }
  }
  return latencies
}

/** Reads the command that starts our built server. */
export function readOwnServer(): readonly string[] {
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  return [bin['routerfile-language-server'] ?? '', '--stdio']
}

/**
 * Measures our server and another one, whose program is the first argument; without it, only ours is measured. Prints
 * medians and their ratios.
 */
export async function measure([
  peer,
  sizes = '100,5000,50000',
  rounds = '10',
]: readonly string[]): Promise<void> {
  const servers = [readOwnServer(), ...(peer ? [[peer, '--stdio']] : [])]
  const latencies = await measureLatency(servers, sizes.split(',').map(Number), Number(rounds))
  for (const {
    lines,
    name,
    times: [us = Number.NaN, them],
  } of latencies)
    console.log(
      `${String(lines).padStart(6)} lines, ${name.padEnd(18)} ${us.toFixed(2).padStart(8)} ms${them === undefined ? '' : `, peer ${them.toFixed(2)} ms, ${(us / them).toFixed(3)} of it`}`,
    )
}
