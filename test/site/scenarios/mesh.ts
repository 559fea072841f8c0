import { Buffer } from 'node:buffer'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { formatMeshJson } from '../../../src/cli/commands/mesh/json.js'
import { findBarriers } from '../axe.js'
import { expect } from '../expect.js'
import { measureLongestTask, recordLongTasks } from '../long-tasks.js'
import type { Scenario } from '../scenario.js'

const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}mesh/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Opens files by their names, and waits until the page has read them. */
async function openFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.getByLabel('Open files', { exact: true }).setInputFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })),
  )
  await waitForReading(page)
}

/** Opens files from a folder: the browser itself takes long for large ones that a script hands over. */
async function openLargeFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  await page.getByLabel('Open files', { exact: true }).setInputFiles(paths)
  await waitForReading(page)
  rmSync(folder, { recursive: true })
}

const waitForReading = (page: Page): Promise<void> =>
  page
    .getByRole('status')
    .filter({ hasText: /^(?!Reading)\S/ })
    .waitFor({ timeout: 60_000 })

/** The names of the files that are open in the playground. */
const readOpenFiles = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Files' })
    .getByRole('button', { name: /^(?!Close)/ })
    .allInnerTexts()

/** The rows of the table of links, as texts of their cells. */
async function readRows(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Links' }).locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()))
}

type Network = {
  files: Readonly<Record<string, string>>
  routers: readonly { name: string; disabled?: boolean }[]
  links: readonly { from: string; to: string; protocol: string }[]
}

/** Networks whose links were recorded; more of them in the folder that `MESH_NETWORKS` names. */
const networks = ['fixtures/mesh', process.env['MESH_NETWORKS'] ?? '']
  .filter(Boolean)
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^(?!answers).*\.json$/.test(name))
      .map((name) => join(folder, name)),
  )

const formatPairs = (pairs: readonly (readonly string[])[]): string[] =>
  [...new Set(pairs.map((pair) => [...pair].sort().join(' - ')))].sort()

/** Two routers that link, and one without listener and dialer. */
const small = {
  'north.yml': formatFile('north', 'dialers: [{ binding: transport }]'),
  'south.yml': formatFile('south', 'dialers: [{ binding: transport }]'),
  'quiet.yml':
    'v: 3\nidentity: { cert: q.cert, server_cert: q.crt, key: q.key, ca: q.ca }\ncsr: { sans: { dns: [q.example.com] } }\nctrl: { endpoint: "tls:ctrl.example.com:6262" }\nlink: {}\n',
}

function formatFile(name: string, dialers: string): string {
  return `v: 3
identity: { cert: ${name}.cert, server_cert: ${name}.server.cert, key: ${name}.key, ca: ${name}.cas }
ctrl:
  endpoint: tls:ctrl.example.com:6262
csr: { sans: { dns: [${name}.example.com] } }
link:
  ${dialers}
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:10080
      advertise: tls:${name}.example.com:10080
`
}

const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

/** The page that shows which routers link. */
export const mesh: readonly Scenario[] = [
  ...networks.map((path): Scenario => ({
    name: `the mesh page shows the links of ${basename(path)}`,
    play: async (page, url) => {
      const { files, routers, links }: Network = JSON.parse(readFileSync(path, 'utf8'))
      await open(page, url)
      const line = /-(\d+\.\d+)/.exec(path)?.[1] ?? ''
      await page.getByRole('combobox', { name: 'Release' }).selectOption(line)
      await openFiles(
        page,
        Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.yml`, text])),
      )
      const off = routers.filter(({ disabled }) => disabled)
      for (const { name } of off) {
        await page.getByRole('button', { name: new RegExp(`^${name}:`) }).click()
        await page.getByLabel('The controller rejects this router').check()
        await page.getByRole('button', { name: new RegExp(`^${name}: is disabled`) }).waitFor()
      }
      const rows = await readRows(page)
      expect(
        formatPairs(
          rows.flatMap(([a = '', b = '', , state]) => (state === 'certain' ? [[a, b]] : [])),
        ),
        formatPairs(links.map(({ from, to }) => [from, to])),
      )
    },
  })),
  {
    name: 'the mesh page says who dials whom, why others do not, and opens the line',
    play: async (page, url) => {
      await open(page, url)
      await openFiles(page, small)
      await page.getByRole('figure', { name: /^Links between 3 routers/ }).waitFor()
      expect(await readRows(page), [
        ['north', 'south', 'tls', 'certain', 'north → south, south → north'],
      ])
      const missing = page.getByRole('table', { name: 'Pairs without a link' })
      expect(await missing.innerText(), /quiet\s.*no link dialer/)
      await page.getByRole('button', { name: 'north → south, south → north' }).click()
      await page.getByRole('button', { name: 'Line 9 of south' }).click()
      const source = page.getByRole('region', { name: 'Source of south.yml' })
      expect(await source.locator('[aria-current]').innerText(), /binding: transport/)
    },
  },
  {
    name: 'a line of the mesh page is opened in the editor, and the fix is in the picture afterwards',
    play: async (page, url) => {
      await open(page, url)
      const secret = 'hunter2'
      await openFiles(page, {
        ...small,
        'north.yml': `${small['north.yml'].replace('tls:0.0.0.0', 'tl:0.0.0.0')}# password: ${secret}\n`,
      })
      await page.getByRole('button', { name: /^north:/ }).click()
      const details = page.getByRole('region', { name: 'Details' })
      await details.getByRole('button', { name: 'Line 10' }).first().click()
      await page.getByRole('button', { name: 'Open in the editor' }).click()
      await page.getByRole('textbox', { name: 'Router file' }).waitFor()
      expect(new URL(page.url()).pathname.endsWith('/playground/'), true)
      expect(await page.locator('.cm-activeLine').innerText(), /bind: tl:/)
      expect(await readOpenFiles(page), ['north.yml', 'south.yml', 'quiet.yml'])
      await page.keyboard.press('End')
      for (const _ of ':0.0.0.0:10080') await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('s')
      await page.goBack()
      await page.getByRole('figure', { name: /1 linked pair$/ }).waitFor()
      expect(await readRows(page), [
        ['north', 'south', 'tls', 'certain', 'north → south, south → north'],
      ])
      const kept = await page.evaluate<string>(
        'JSON.stringify([location.href, history.state, { ...sessionStorage }, { ...localStorage }])',
      )
      expect(kept.includes(secret) || kept.includes('south'), false)
      await page.goForward()
      await page.locator('.cm-line').getByText('bind: tls:').waitFor()
    },
  },
  {
    name: 'the mesh page works with the keyboard alone',
    play: async (page, url) => {
      await open(page, url)
      await openFiles(page, small)
      const first = page.getByRole('figure').getByRole('button', { name: /^north:/ })
      await first.focus()
      const readName = (): Promise<string> => page.locator(':focus text').first().innerHTML()
      const seen = new Set<string>()
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight']) {
        await page.keyboard.press(key)
        seen.add(await readName())
      }
      expect(seen.size > 1, true)
      const name = await readName()
      await page.keyboard.press('Enter')
      const details = page.getByRole('region', { name: 'Details' })
      expect(await details.getByRole('heading', { level: 2 }).innerText(), name)
    },
  },
  {
    name: 'the mesh page shows how a live network differs',
    play: async (page, url) => {
      await open(page, url)
      const link = { between: ['a', 'b'], protocol: 'tls' } as const
      const outline = { ...link, certain: true, doubts: [], links: [] }
      const router = { dials: ['default'], listens: ['default'] }
      const report = formatMeshJson(
        {
          routers: ['a', 'b', 'c'].map((name) => ({ name, ...router })),
          links: [outline],
          outlines: [outline],
          missing: [{ from: 'a', to: 'c', why: 'c is disabled', cause: 'not running' }],
        },
        { real: [], missing: [link], unexpected: [{ between: ['b', 'c'], protocol: 'wss' }] },
      )
      await openFiles(page, { 'live.json': [...report].join('') })
      expect(
        (await readRows(page)).map((row) => row.slice(0, 4)),
        [
          ['a', 'b', 'tls', 'should be up and is not'],
          ['b', 'c', 'wss', 'is up unexpectedly'],
        ],
      )
      expect(await page.getByRole('status').innerText(), /0 links up: 2 differ/)
    },
  },
  {
    name: 'the mesh page saves its picture',
    play: async (page, url) => {
      await open(page, url)
      await openFiles(page, small)
      const contents: Buffer[] = []
      for (const type of ['SVG', 'PNG']) {
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: `Save as ${type}` }).click()
        contents.push(readFileSync(await (await download).path()))
      }
      const [svg, png] = contents
      expect(svg?.toString(), /^<svg [^]*>north<[^]*stroke-dasharray[^]*<\/svg>$/)
      expect(png?.subarray(1, 4).toString(), 'PNG')
      expect((png?.length ?? 0) > 5000, true)
    },
  },
  {
    name: 'the mesh page stays usable whatever is dropped on it',
    play: async (page, url) => {
      await open(page, url)
      const before = await page.title()
      await openFiles(page, {
        [`${markup.replaceAll('/', ' ')}.yml`]: `ctrl: { endpoint: "tls:${markup}:1" }\nlink: { dialers: [{ groups: ['${markup}'] }] }`,
        'deep.yml': `ctrl:\n${'  - ['.repeat(20_000)}`,
        'deep.json': '{"routers":['.repeat(50_000),
        'report.yml': 'routers: []\nlinks: []',
        'bytes.yml': '\0\u0001',
        'other.yml': markup,
      })
      expect(await page.getByRole('alert').innerText(), /bytes\.yml is not a text file/)
      await openFiles(page, {
        'odd.json': JSON.stringify({
          routers: [{ name: markup }, { name: 7 }, null, []],
          links: [{ between: [markup] }, { between: [1, 2] }, 5],
          missing: { length: 3 },
          live: { missing: 'all' },
        }),
      })
      await page.getByRole('button', { name: 'Remove odd.json' }).click()
      await openFiles(page, small)
      expect((await readRows(page)).length > 0, true)
      expect(await page.title(), before)
      expect(await page.locator('.mesh img, .mesh script').count(), 0)
    },
  },
  {
    name: 'the mesh page takes huge files and reports with hostile names',
    play: async (page, url) => {
      await recordLongTasks(page)
      await open(page, url)
      const names = ['__proto__', 'constructor', 'toString', '\u202Egnp.exe', markup, 'a\nb', '']
      const routers = [...names, ...Array.from({ length: 100_000 }, (_, index) => `r${index}`)]
      const report = {
        routers: routers.map((name) => ({ name, dials: ['default'], listens: ['__proto__'] })),
        links: routers.slice(1).map((name, index) => ({
          between: [routers[index], name],
          protocol: index % 2 === 0 ? 'tls' : '__proto__',
          certain: true,
          doubts: [markup],
          links: [{ dials: [{ from: routers[index], to: name, address: markup }] }],
        })),
        missing: routers.slice(2).map((to) => ({ from: '__proto__', to, why: markup })),
      }
      await openLargeFiles(page, { 'large.json': JSON.stringify(report) })
      await page.getByRole('figure', { name: /^Links between 500 routers/ }).waitFor()
      expect(await page.getByRole('alert').innerText(), /first 500 of 100007 routers/)
      await page.getByRole('button', { name: /^__proto__:/ }).press('Enter')
      const details = page.getByRole('region', { name: 'Details' })
      expect(await details.getByRole('heading', { level: 2 }).innerText(), '__proto__')
      await page.getByRole('button', { name: 'Remove large.json' }).click()
      await openLargeFiles(page, {
        'lines.yml': `${formatFile('long', 'dialers: []')}${'# x\n'.repeat(1_000_000)}`,
        'wide.yml': `${formatFile('wide', 'dialers: []')}# ${'x'.repeat(10_000_000)}\n`,
        'keys.yml': Array.from({ length: 300_000 }, (_, index) => `key${index}: []`).join('\n'),
      })
      for (const name of ['lines.yml', 'wide.yml', 'keys.yml'])
        await page.getByRole('button', { name: `Remove ${name}` }).click()
      await openLargeFiles(
        page,
        Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${index}.yml`, markup])),
      )
      expect(await page.getByRole('alert').innerText(), /up to 1000 files and 50 MB in all/)
      await page.getByRole('button', { name: 'Two regions and a hub' }).click()
      await page.getByRole('figure', { name: /^Links between \d+ routers/ }).waitFor()
      expect(await page.locator('.mesh img, .mesh script').count(), 0)
      const { time, ratio } = await measureLongestTask(page)
      console.log(`        longest task ${time} ms (${ratio.toFixed(1)} units)`)
      expect(ratio < 30, true)
    },
  },
  {
    name: 'nothing of the mesh page and the generator is in the way of anybody',
    play: async (page, url) => {
      await open(page, url)
      await openFiles(page, small)
      await page.getByRole('button', { name: /^quiet:/ }).click()
      expect(await findBarriers(page, { selector: '.tool-page' }), [])
      await page.goto(`${url}generator/`)
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      await page.getByText('north.yml for release').waitFor()
      for (const summary of await page.locator('.generator summary').all()) await summary.click()
      expect(await findBarriers(page, { selector: '.tool-page' }), [])
    },
  },
]
