import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '../test/support/client.js'
import { connect } from '../test/support/client.js'
import { largeFile } from '../test/support/large.js'
import { median } from './time.js'

type Times = { start: number; change: number; completion: number; afterChange: number }

const uri = 'file:///bench/router.yaml'

/** What the peer asks for: our schema for every YAML file, and nothing from the network. */
const peerSettings = {
  yaml: { schemas: { [pathToFileURL(resolve('src/generated/schema.json')).href]: '*.yaml' }, schemaStore: { enable: false }, validate: true, completion: true, hover: true },
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Opens a file, changes a value back and forth, and asks for completions at its end, before and right after a change. */
async function session(server: readonly string[], text: string, rounds: number): Promise<Times> {
  const begun = performance.now()
  const client: Client = await connect({ server, options: {}, capabilities: { textDocument: { publishDiagnostics: {}, completion: { completionItem: { snippetSupport: true } } } } })
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: peerSettings })
  const first = client.next(uri)
  client.open(uri, text)
  await first
  const start = performance.now() - begun
  const lines = text.split('\n')
  const middle = lines.findIndex((line, index) => index >= lines.length / 2 && line.includes('connectTimeout: 5s'))
  const character = (lines[middle] ?? '').length
  const write = (version: number): void => {
    const range = { start: { line: middle, character: character - 2 }, end: { line: middle, character: character - 1 } }
    void client.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range, text: String(version % 10) }] })
  }
  const complete = (): Promise<unknown> => client.request('textDocument/completion', { textDocument: { uri }, position: { line: lines.length - 2, character: 6 } })
  const times = { change: new Array<number>(), completion: new Array<number>(), afterChange: new Array<number>() }
  for (let round = 0; round < rounds; round += 1) {
    times.change.push(await timed(async () => {
      const found = client.next(uri)
      write(2 + round * 2)
      await found
    }))
    times.completion.push(await timed(complete))
    const found = client.next(uri)
    times.afterChange.push(await timed(async () => {
      write(3 + round * 2)
      await complete()
    }))
    await found
  }
  await client.stop()
  return { start, change: median(times.change), completion: median(times.completion), afterChange: median(times.afterChange) }
}

/**
 * Milliseconds from start to first findings, from a change to findings, and to completions, of our server and of the peer,
 * in turn: medians and their ratios. The first argument is the program of the peer; without it only ours is timed.
 */
export async function measure([peer, sizes = '100,5000,50000', rounds = '7']: readonly string[]): Promise<void> {
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  const own = [bin['routerfile-language-server'] ?? '', '--stdio']
  for (const lines of sizes.split(',').map(Number)) {
    const text = largeFile(lines)
    await session(own, largeFile(20), 1)
    const ours = [await session(own, text, Number(rounds)), await session(own, text, Number(rounds))]
    const theirs = peer ? [await session([peer, '--stdio'], text, Number(rounds)), await session([peer, '--stdio'], text, Number(rounds))] : []
    for (const what of ['start', 'change', 'completion', 'afterChange'] as const) {
      const [us, them] = [ours, theirs].map((times) => Math.min(...times.map((time) => time[what])))
      console.log(`${String(lines).padStart(6)} lines ${what.padEnd(12)} ${(us ?? Number.NaN).toFixed(1).padStart(8)} ms${peer ? `, peer ${(them ?? Number.NaN).toFixed(1)} ms, ${((us ?? Number.NaN) / (them ?? Number.NaN)).toFixed(3)} of it` : ''}`)
    }
  }
}
