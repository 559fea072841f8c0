import fs, { closeSync, openSync, readSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readFileBytes, readText } from '../../src/project/disk.js'
import { folderWith, remove, runHere } from '../support/program.js'

const sound = `v: 3
identity: { cert: a.cert, server_cert: b.chain, key: c.key, ca: d.ca }
ctrl: { endpointsFile: endpoints, endpoint: "tls:ctrl.example.com:6262" }
csr: { sans: { dns: [router.example.com] } }
link: { dialers: [{ binding: transport }] }
`

/**
 * Lets files with a name be as `/proc/kmsg` is: regular, with a size of 0, and without bytes yet. Opened without
 * `O_NONBLOCK`, such a file would be waited for.
 */
function makeEndless(name: string): void {
  const endless = new Set<number>()
  const [open, read] = [fs.openSync, fs.readSync]
  vi.spyOn(fs, 'openSync').mockImplementation((path, flags, mode) => {
    const file = open(path, flags, mode)
    endless.delete(file)
    if (!String(path).endsWith(name)) return file
    expect([name, Number(flags) & fs.constants.O_NONBLOCK]).not.toEqual([name, 0])
    endless.add(file)
    return file
  })
  vi.spyOn(fs, 'readSync').mockImplementation((...given: Parameters<typeof readSync>) => {
    if (!endless.has(given[0])) return read(...given)
    throw Object.assign(new Error('EAGAIN: resource temporarily unavailable, read'), {
      code: 'EAGAIN',
      syscall: 'read',
    })
  })
  syncBuiltinESMExports()
}

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

describe('a file that has no bytes yet, and no end', () => {
  test.each<[name: string, argv: readonly string[], code: number]>([
    ['.gitignore', ['lint', '.'], 2],
    ['.routerfileignore', ['lint', '.'], 2],
    ['package.json', ['lint', '.'], 2],
    ['routerfile.config.json', ['lint', '.'], 2],
    ['a.cert', ['lint', '.'], 1],
    ['c.key', ['lint', '.'], 1],
    ['endpoints', ['lint', '.'], 0],
    ['other.yml', ['lint', '.'], 2],
    ['more.env', ['lint', '.', '--env-file', 'more.env'], 2],
    ['baseline.json', ['lint', '.', '--baseline', 'baseline.json'], 2],
    ['values.yaml', ['lint', '.'], 2],
  ])('%s is not waited for', async (name, argv, code) => {
    const cwd = folderWith({ 'router.yml': sound, [name]: '' })
    makeEndless(name)
    const result = await runHere(argv, { cwd })
    expect(result.err).not.toContain('internal failure')
    expect([result.code, result.out + result.err]).toEqual([
      code,
      expect.stringMatching(/has no end|cannot be read/),
    ])
  })
})

/** Whether this user may read messages of the kernel, and there are none yet or some. */
const mayReadKernel = (() => {
  try {
    closeSync(openSync('/proc/kmsg', 'r'))
    return true
  } catch {
    return false
  }
})()

test.skipIf(!mayReadKernel)('messages of the kernel are not waited for', () => {
  const waits = (): Uint8Array | undefined => readFileBytes('/proc/kmsg', 1_000_000)
  expect(waits).toThrow(/EAGAIN/)
})

test.skipIf(process.platform !== 'linux').each([
  ['/proc/self/pagemap', 'cannot be read'],
  ['/dev/zero', 'it is not a regular file'],
])('%s is not read to its end', (path, why) => {
  expect(readText(path)).toMatchObject({ why: expect.stringContaining(why) })
})

test('a file whose size the system does not know is read to its end', () => {
  const folder = folderWith({ a: 'text' })
  const size = vi.spyOn(fs, 'fstatSync')
  const stats = fs.statSync(join(folder, 'a'))
  size.mockReturnValue(Object.assign(stats, { size: 0 }))
  syncBuiltinESMExports()
  expect(String(readFileBytes(join(folder, 'a'), 100))).toBe('text')
  remove(folder)
})
