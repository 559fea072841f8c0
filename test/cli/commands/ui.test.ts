import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { urlToHttpOptions } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileChoice } from '../../../src/cli/commands/ui/folder-board.js'
import { createFolderBoard } from '../../../src/cli/commands/ui/folder-board.js'
import type { FolderChanges } from '../../../src/cli/commands/ui/folder-changes.js'
import { watchFolder } from '../../../src/cli/commands/ui/folder-changes.js'
import type { LocalFiles } from '../../../src/cli/commands/ui/local-files.js'
import { createLocalFiles } from '../../../src/cli/commands/ui/local-files.js'
import type { Board, FixedText, ReleaseVerdicts } from '../../../src/cli/commands/ui/messages.js'
import { packSite, unpackSite } from '../../../src/cli/commands/ui/site-archive.js'
import type { UiServer } from '../../../src/cli/commands/ui/site-server.js'
import { startUiServer } from '../../../src/cli/commands/ui/site-server.js'
import { openProject } from '../../../src/project/project.js'
import { defaultSettings } from '../../../src/project/settings.js'
import { makeFolder, remove } from '../../support/program.js'

const site = new Map(
  Object.entries({
    'index.html': '<html><head></head><body>start</body></html>',
    '404.html': '<html><head></head><body>missing</body></html>',
    'rules/unknown-key.html': '<html><head></head><body>rule</body></html>',
    'playground/index.html': '<html><head></head><body>playground</body></html>',
    'assets/app.js': 'export {}',
  }).map(([path, text]) => [path, Buffer.from(text)]),
)

const routerText = readFileSync('fixtures/samples/public.yaml', 'utf8')

const openPlainProject = () =>
  openProject({
    configuration: 'none',
    settings: [],
    trustsConfiguration: false,
    suppressions: true,
  })

let folder: string
let server: UiServer
let base: string
let authorization: string
let changes: FolderChanges

type Sent = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends a path as it is, as no browser would. */
const send = (
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { ...urlToHttpOptions(new URL(base)), path, method, headers },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const sendKnown = (path: string, sent: Sent = {}) =>
  send(path, { ...sent, headers: { authorization, ...sent.headers } })

beforeAll(async () => {
  folder = makeFolder({
    'north.yml': routerText,
    'notes.txt': 'a note',
    'compose.yml': 'services: {}',
  })
  const createFiles = ({ target }: FileChoice = {}): LocalFiles =>
    createLocalFiles(folder, () =>
      openProject({
        configuration: 'none',
        settings:
          target === undefined
            ? []
            : [{ ...defaultSettings, target: { value: target, origin: 'test' } }],
        trustsConfiguration: false,
        suppressions: true,
      }),
    )
  const files = createFiles()
  changes = watchFolder(folder)
  const board = createFolderBoard(folder, { files, changes, createFiles })
  server = await startUiServer(site, { files, board, changes }, 0)
  const { origin, searchParams } = new URL(server.url)
  base = origin
  authorization = `Bearer ${searchParams.get('token') ?? ''}`
})

afterAll(async () => {
  server.close()
  await changes.close()
  remove(folder)
})

test('a packed site has the same files', () => {
  expect(
    [...unpackSite(packSite(site))].map(([path, bytes]) => [path, Buffer.from(bytes)]),
  ).toEqual([...site])
})

describe('the server of the page', () => {
  test('sends its pages to everybody, and never a cookie', async () => {
    const { status, headers, text } = await send('/playground/')
    expect([status, headers['set-cookie'], text.includes('playground')]).toEqual([
      200,
      undefined,
      true,
    ])
  })

  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer 0' }],
    ['as many letters, but more bytes', { authorization: `Bearer ${'\u00e9'.repeat(32)}` }],
    ['a cookie', { cookie: 'routerfile-ui=0' }],
  ])('shows no file with %s', async (_, headers) => {
    const tokenInAddress = new URL(server.url).search
    for (const path of ['/local/files', `/local/files${tokenInAddress}`]) {
      const { status, text } = await send(path, { headers })
      expect(status).toBe(403)
      expect(text).toContain('`routerfile ui` printed')
    }
  })

  test.each([
    '//router.example.com',
    '/.//router.example.com',
    '/..//router.example.com/',
    '/\\router.example.com',
    '/\\\\router.example.com',
    '/%2f%2frouter.example.com',
    '/%5crouter.example.com',
    '/%09//router.example.com',
    '//router.example.com/local/files',
    '//',
    'http://router.example.com/',
    '@router.example.com/',
    '*',
  ])('leads nowhere from the path %s', async (path) => {
    const { search } = new URL(server.url)
    for (const target of [path, `${path}${search}`]) {
      const { status, headers } = await send(target)
      expect([400, 404]).toContain(status)
      expect(headers['location']).toBeUndefined()
    }
  })

  test.each([
    ['a host of another name', { host: 'router.example.com' }],
    ['a page of another origin', { origin: 'https://example.com' }],
    ['a page without an origin', { origin: 'null' }],
  ])('answers nothing to %s', async (_, headers) => {
    for (const path of ['/', '/local/files'])
      expect((await sendKnown(path, { headers })).text).toBe(
        'This server answers only pages of its own.',
      )
  })

  test.each([
    ['/', 200, 'start'],
    ['/rules/unknown-key', 200, 'rule'],
    ['/rules/unknown-key.html', 200, 'rule'],
    ['/playground/', 200, 'playground'],
    ['/assets/app.js', 200, 'export {}'],
    ['/nothing', 404, 'missing'],
    ['/%', 404, 'missing'],
    ['/../../etc/passwd', 404, 'missing'],
  ])('answers %s with %i', async (path, expected, content) => {
    const { status, text } = await sendKnown(path)
    expect([status, text.includes(content)]).toEqual([expected, true])
  })

  test('tells its pages that local files are there', async () => {
    expect((await sendKnown('/playground/')).text).toContain('<meta name="routerfile-local"')
  })
})

describe('the files of the folder', () => {
  const path = () => join(folder, 'north.yml')
  const address = (name: string) => `/local/file?path=${encodeURIComponent(name)}`
  const list = async () =>
    JSON.parse((await sendKnown('/local/files')).text) as { files: { path: string }[] }
  const read = async () =>
    JSON.parse((await sendKnown(address(path()))).text) as { text: string; version: string }

  test('are the router files alone', async () => {
    expect((await list()).files).toEqual([
      { path: path(), name: 'north.yml', release: expect.stringMatching(/^\d/) },
    ])
    for (const other of [join(folder, 'notes.txt'), join(folder, 'compose.yml'), '/etc/passwd', ''])
      expect((await sendKnown(address(other))).status).toBe(404)
  })

  test('are written by the page alone, and only the version that it has', async () => {
    await list()
    const { text, version } = await read()
    expect(text).toBe(routerText)
    const write = (headers: Record<string, string>, body: string) =>
      sendKnown(address(path()), {
        method: 'PUT',
        headers: { 'if-match': version, ...headers },
        body,
      })
    expect((await write({}, 'lost')).status).toBe(403)
    expect((await write({ origin: base, 'if-match': 'old' }, 'lost')).status).toBe(412)
    expect((await write({ origin: base }, 'x'.repeat(5_000_000))).status).toBe(413)
    expect(readFileSync(path(), 'utf8')).toBe(routerText)
    expect((await write({ origin: base }, `${routerText}# seen\n`)).status).toBe(200)
    expect(readFileSync(path(), 'utf8')).toBe(`${routerText}# seen\n`)
    writeFileSync(path(), routerText)
    expect((await write({ origin: base }, 'lost')).status).toBe(200)
    writeFileSync(path(), routerText)
  })

  test.each([
    ['a file', 'north.yml'],
    ['its folder', 'sites'],
    ['a file that leads to another one of the folder', 'inside.yml'],
  ])('that became links are neither read nor written: %s', async (_, name) => {
    const outer = makeFolder({ 'north.yml': `${routerText}# outer\n` })
    const inner = makeFolder({
      'north.yml': routerText,
      'inside.yml': routerText,
      'sites/north.yml': routerText,
      'notes.txt': 'a note',
    })
    const files = createLocalFiles(inner, openPlainProject)
    await files.list()
    const place = join(inner, name)
    const listed = name === 'sites' ? join(place, 'north.yml') : place
    const target =
      name === 'inside.yml'
        ? join(inner, 'notes.txt')
        : join(outer, name === 'sites' ? '' : 'north.yml')
    expect(files.read(listed)?.text).toBe(routerText)
    remove(place)
    symlinkSync(target, place)
    expect(files.read(listed)).toBeUndefined()
    const version = createHash('sha256').update(readFileSync(listed)).digest('base64url')
    expect(files.write(listed, 'lost', version)).toBe('unknown')
    expect(readFileSync(listed, 'utf8')).not.toContain('lost')
    for (const folder of [inner, outer]) remove(folder)
  })

  test('of a folder that became a link are neither listed nor read, and none is made there', async () => {
    const outer = makeFolder({ 'north.yml': `${routerText}# outer\n` })
    const inner = join(makeFolder({ 'routers/north.yml': routerText }), 'routers')
    const files = createLocalFiles(inner, openPlainProject)
    expect(await files.list()).toHaveLength(1)
    remove(inner)
    symlinkSync(outer, inner)
    expect(files.read(join(inner, 'north.yml'))).toBeUndefined()
    expect(files.create('new.yml', routerText)).toBe('refused')
    expect(await files.list()).toEqual([])
    expect(readdirSync(outer)).toEqual(['north.yml'])
    for (const folder of [inner, outer]) remove(folder)
  })

  test('are not made through links, nor outside of the folder', () => {
    const outer = makeFolder({})
    const inner = makeFolder({ 'sites/north.yml': routerText })
    symlinkSync(join(outer, 'new.yml'), join(inner, 'new.yml'))
    symlinkSync(outer, join(inner, 'out'))
    const files = createLocalFiles(inner, openPlainProject)
    expect(files.create('new.yml', routerText)).toBe('taken')
    for (const name of ['../x.yml', 'out/x.yml', 'sites/x.yml', '.x.yml', 'x.yml\0', '/tmp/x.yml'])
      expect([name, files.create(name, routerText)]).toEqual([name, 'refused'])
    expect(readdirSync(outer)).toEqual([])
    for (const folder of [inner, outer]) remove(folder)
  })

  test('can be repaired after a text was saved that is not a router file', async () => {
    const put = async (body: string) => {
      const { version } = await read()
      return sendKnown(address(path()), {
        method: 'PUT',
        headers: { origin: base, 'if-match': version },
        body,
      })
    }
    await list()
    expect((await put('hello: 1\n')).status).toBe(200)
    expect((await list()).files).toEqual([])
    expect((await read()).text).toBe('hello: 1\n')
    const old = { origin: base, 'if-match': 'old' }
    const { status } = await sendKnown(address(path()), {
      method: 'PUT',
      headers: old,
      body: 'lost',
    })
    expect(status).toBe(412)
    expect((await put(routerText)).status).toBe(200)
    expect(readFileSync(path(), 'utf8')).toBe(routerText)
    expect((await list()).files).toHaveLength(1)
  })

  test('that were opened are not reached through a link that replaces them, and others are not read once they are not listed', async () => {
    const outer = makeFolder({ 'notes.txt': 'a note' })
    const inner = makeFolder({ 'opened.yml': routerText, 'other.yml': routerText })
    const files = createLocalFiles(inner, openPlainProject)
    const [opened, other] = [join(inner, 'opened.yml'), join(inner, 'other.yml')]
    expect(files.open(opened)).toBeUndefined()
    await files.list()
    expect(files.open(opened)?.text).toBe(routerText)
    for (const place of [opened, other]) writeFileSync(place, 'hello: 1\n')
    expect(await files.list()).toEqual([])
    expect(files.read(opened)?.text).toBe('hello: 1\n')
    expect(files.open(other)).toBeUndefined()
    remove(opened)
    symlinkSync(join(outer, 'notes.txt'), opened)
    await files.list()
    expect(files.open(opened)).toBeUndefined()
    const version = createHash('sha256').update('a note').digest('base64url')
    expect(files.write(opened, 'lost', version)).toBe('unknown')
    expect(readFileSync(join(outer, 'notes.txt'), 'utf8')).toBe('a note')
    for (const folder of [inner, outer]) remove(folder)
  })

  test('that are not listed are not written', async () => {
    const other = join(folder, 'notes.txt')
    const { status } = await sendKnown(address(other), {
      method: 'PUT',
      headers: { origin: base, 'if-match': '' },
      body: 'lost',
    })
    expect([status, readFileSync(other, 'utf8')]).toEqual([404, 'a note'])
  })
})

describe('the board', () => {
  const path = () => join(folder, 'north.yml')
  const ask = async <Answer>(address: string, question: object): Promise<Answer> =>
    JSON.parse(
      (
        await sendKnown(address, {
          method: 'POST',
          headers: { origin: base },
          body: JSON.stringify(question),
        })
      ).text,
    ) as Answer
  const broken = `${routerText}forwarder:\n  latencyProbeInterval: 10\n`

  test('has the findings of all files, and who links', async () => {
    writeFileSync(
      join(folder, 'south.yml'),
      broken.replaceAll('router.example.com', 'south.example.com'),
    )
    const { files, links } = await ask<Board>('/local/board', { texts: [] })
    expect(files.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['north.yml', 'runs'],
      ['south.yml', 'runs'],
    ])
    expect(files[1]?.findings).toMatchObject([
      { rule: 'fleet-same-identity', severity: 'info' },
      {
        rule: 'obsolete-key',
        severity: 'info',
        fix: 'safe',
        line: broken.split('\n').length - 1,
      },
    ])
    expect(links.sentence).toMatch(/^2 routers: \d of 1 pair/)
    expect(readFileSync(join(folder, 'north.yml'), 'utf8')).toBe(routerText)
  })

  test('checks unsaved texts, for another release too', async () => {
    const texts = [{ path: path(), text: broken }]
    const { files } = await ask<Board>('/local/board', { texts })
    expect(files[0]?.findings.map(({ rule }) => rule)).toEqual(['obsolete-key'])
    const old = await ask<Board>('/local/board', { texts, release: '0.31' })
    expect(old.files[0]?.release).toMatch(/^0\.31/)
    expect(readFileSync(path(), 'utf8')).toBe(routerText)
  })

  test('says what each release does, and what fixes change', async () => {
    const { lines } = await ask<ReleaseVerdicts>('/local/releases', { path: path() })
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.at(-1)?.outcome).toBe('runs')
    const fixed = await ask<FixedText>('/local/fix', { path: path(), text: broken, unsafe: false })
    expect([fixed.count, fixed.text.includes('latencyProbeInterval')]).toEqual([1, false])
    expect(readFileSync(path(), 'utf8')).toBe(routerText)
  })

  test.each(['/local/board', '/local/fix', '/local/releases'])(
    '%s answers neither strangers nor other files',
    async (address) => {
      const send = (headers: Record<string, string>, body: string) =>
        sendKnown(address, { method: 'POST', headers, body })
      expect((await send({}, '{}')).status).toBe(403)
      expect((await send({ origin: base }, '[')).status).toBe(400)
      if (address === '/local/board') return
      const body = JSON.stringify({ path: '/etc/passwd', text: 'v: 3' })
      expect((await send({ origin: base }, body)).status).toBe(404)
    },
  )

  test('is told of changes on the disk', async () => {
    const wait = async (seen: number): Promise<number> =>
      (JSON.parse((await sendKnown(`/local/changes?seen=${seen}`)).text) as { changes: number })
        .changes
    const before = changes.count()
    const waiting = wait(before)
    writeFileSync(path(), routerText)
    expect(await waiting).toBeGreaterThan(before)
  })
})

describe('a new file', () => {
  const create = (name: string, text: string) =>
    sendKnown(`/local/file?path=${encodeURIComponent(name)}`, {
      method: 'PUT',
      headers: { origin: base, 'if-none-match': '*' },
      body: text,
    })

  test('is written into the folder, and never over another one', async () => {
    expect((await create('west.yml', routerText)).status).toBe(200)
    expect(readFileSync(join(folder, 'west.yml'), 'utf8')).toBe(routerText)
    expect((await create('west.yml', 'lost')).status).toBe(412)
    expect(readFileSync(join(folder, 'west.yml'), 'utf8')).toBe(routerText)
    symlinkSync(join(folder, 'outer.yml'), join(folder, 'link.yml'))
    expect((await create('link.yml', 'lost')).status).toBe(412)
  })

  test.each(['../west.yml', 'a/b.yml', '/etc/new.yml', '.hidden.yml', 'west.txt', '', 'a\\b.yml'])(
    'is not written as %s',
    async (name) => {
      expect((await create(name, 'lost')).status).toBe(400)
    },
  )
})
