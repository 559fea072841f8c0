import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completeExample } from '../../support/fixtures.js'
import { folderWith, runHere } from '../../support/program.js'

const explain = async (...words: string[]): Promise<string> =>
  (await runHere(['explain', ...words])).out

describe('a key with keys inside', () => {
  test('lists them, with type and text', async () => {
    const out = await explain('ctrl')
    expect(out).toMatch(/\n {2}keys inside:\n/)
    expect(out).toMatch(/\n {2}endpoint +address: Address of the controller\.\n/)
    expect(out).not.toContain('outQueueSize')
  })

  test('lists those of the entries of a list', async () => {
    expect(await explain('link.dialers')).toMatch(/\n {2}\[\]\.split +boolean: /)
  })

  test('lists names only where they differ by binding', async () => {
    expect(await explain('listeners')).toMatch(
      /\n {2}\[binding=proxy\] +binding, address, service, options\n/,
    )
  })

  test('lists only what the release reads', async () => {
    expect(await explain('ctrl', '--target', '1.3')).toMatch(/\n {2}dataDir /)
    expect(await explain('ctrl', '--target', '1.4')).not.toMatch(/\n {2}dataDir /)
  })

  test('has them as JSON', async () => {
    const { inside } = JSON.parse(await explain('forwarder', '--format', 'json'))
    expect(inside).toContainEqual({
      name: 'linkDialWorkerCount',
      type: 'integer',
      text: expect.any(String),
    })
    expect(JSON.parse(await explain('ctrl.endpoint', '--format', 'json'))).not.toHaveProperty(
      'inside',
    )
  })
})

describe('a key at many places', () => {
  test('has what holds everywhere first, and then only the differences', async () => {
    const out = await explain('binding')
    expect(out).toMatch(/^binding, at each of its \d+ places\n {2}type +string, required\n/)
    expect(out.match(/^ {2}type {2}/gm)?.length).toBe(1)
    expect(out.match(/if missing/g)?.length).toBe(1)
    expect(out.match(/Kind of /g)?.length).toBeGreaterThan(3)
  })

  test('says nothing in common where nothing is', async () => {
    expect(await explain('link.dialers[].split')).toMatch(/^link\.dialers\[\]\.split\n/)
  })
})

describe('words that are no name', () => {
  test('are searched for, quoted or not', async () => {
    const out = await explain('link dialers backoff')
    expect(out).toMatch(/^No key or rule has the name "link dialers backoff"\./)
    expect(out).toContain('link.dialers[].healthyDialBackoff')
    expect(await explain('link', 'dialers', 'backoff')).toBe(out)
  })

  test('are found as JSON', async () => {
    const { found } = JSON.parse(await explain('certificate expired', '--format', 'json'))
    expect(found).toContainEqual({
      kind: 'rule',
      name: 'certificate-expired',
      text: expect.any(String),
    })
  })

  test('are refused if nothing is found, with the nearest name if there is one', async () => {
    expect(await runHere(['explain', 'zzz'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('unknown key or rule "zzz"\n'),
    })
    expect(await runHere(['explain', 'linkDialWorkrCount'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean "linkDialWorkerCount"?'),
    })
  })
})

describe('a key and a file', () => {
  test('shows what the router uses, with the origin', async () => {
    const folder = folderWith({
      'router.yml': completeExample('ctrl: {endpoint: "tls:new.example.com:1280"}').text,
      'endpoints.yml': 'endpoints:\n  - tls:old.example.com:1280\n',
    })
    const out = await explain('ctrl.endpoint', join(folder, 'router.yml'), '--target', '1.6')
    expect(out).toContain('Address of the controller.')
    expect(out).toMatch(/ctrl\.endpoints +\["tls:old\.example\.com:1280"\] \(.*endpoints\.yml\)/)
    expect(out).not.toContain('new.example.com')
  })

  test('shows defaults, and the values of a section', async () => {
    const folder = folderWith({
      'router.yml': completeExample('forwarder: {linkDialWorkerCount: 8}').text,
    })
    const out = await explain('forwarder', join(folder, 'router.yml'))
    expect(out).toMatch(/forwarder\.linkDialWorkerCount +8 \(line \d+\)/)
    expect(out).toMatch(/forwarder\.xgressDialWorkerCount +128 \(default\)/)
  })

  test.each([
    [
      'edge.csr.sans',
      'edge: {csr: {sans: {dns: [north.example.com]}}}',
      /csr\.sans\.dns +\["north/,
    ],
    [
      'link.dialers[].options.connectTimeoutMs',
      'link: {dialers: [{binding: transport, options: {connectTimeoutMs: 3000}}]}',
      /options\.connectTimeout +3s \(line/,
    ],
  ])('shows the value of %s, which the router has under another key', async (key, text, shown) => {
    const { text: whole } = completeExample({ text, without: ['csr'] })
    const folder = folderWith({ 'router.yml': whole })
    expect(await explain(key, join(folder, 'router.yml'))).toMatch(shown)
  })
})
