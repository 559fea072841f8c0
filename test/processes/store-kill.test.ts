import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'tsup'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderWith } from '../support/program.js'
import type { Acknowledged } from '../support/store-kill.js'
import { faultsAfter, kill } from '../support/store-kill.js'
import { readErrorMessage } from '../support/stores.js'

const built = resolve('.cache/test/store')
const writer = join(built, 'writer.js')

beforeAll(async () => {
  await build({
    entry: ['bench/writer.ts'],
    outDir: built,
    format: 'esm',
    silent: true,
    config: false,
    external: ['classic-level'],
  })
})

describe('a folder', () => {
  test('is used by one process at a time, and free again when that was killed', async () => {
    const folder = folderWith({})
    const child = spawn(process.execPath, [writer, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((done) => child.on('close', done))
    await new Promise((done) => child.stdout.once('data', done))
    expect(await readErrorMessage(faultsAfter(folder, new Map()))).toBe(
      `StoreError: \`${folder}\` is in use by process ${child.pid}; stop it, or use another folder`,
    )
    child.stdout.resume()
    child.kill('SIGKILL')
    await ended
    expect(existsSync(join(folder, 'process'))).toBe(true)
    expect(await faultsAfter(folder, new Map())).toEqual([])
  })
})

describe('a process that is killed while eight writers are at work', () => {
  test('loses nothing that was acknowledged, and leaves nothing half done', async () => {
    const folder = folderWith({})
    const acknowledged: Acknowledged = new Map()
    for (const after of [
      { start: 60 },
      { first: 0 },
      { first: 5 },
      { first: 40 },
      { start: 100 },
      { first: 15 },
    ]) {
      expect(await kill([writer, folder], acknowledged, after)).toBe('')
      expect(await faultsAfter(folder, acknowledged)).toEqual([])
    }
    expect(Math.min(...acknowledged.values())).toBeGreaterThan(0)
    expect(acknowledged.size).toBe(8)
  })

  test('would be seen to lose what was acknowledged', async () => {
    const folder = folderWith({})
    const acknowledged: Acknowledged = new Map()
    await kill([writer, folder], acknowledged, { first: 10 })
    expect(await faultsAfter(folder, new Map([['writer-3', 1e6]]))).toEqual([
      expect.stringMatching(/^writer-3 lost 1000000, has \d+$/),
    ])
  })
})
