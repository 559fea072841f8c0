import { Buffer } from 'node:buffer'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { formatMeshJson } from '../../../src/cli/commands/mesh/json.js'
import { findBarriers } from '../axe.js'
import { expect } from '../expect.js'
import { measureLongestTask, recordLongTasks } from '../long-tasks.js'
import type { Scenario } from '../scenario.js'

const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}mesh/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Opens files with the given names, and waits until the page has read them. */
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

/** Opens files from a folder on the disk: large files that a script passes take the browser long. */
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

/** Returns the names of the files that are open in the playground. */
const readOpenFiles = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Files' })
    .getByRole('button', { name: /^(?!Close)/ })
    .allInnerTexts()

/** Returns the rows of the table of links, as arrays of cell texts. */
async function readRows(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Links' }).locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()))
}

type Network = {
  files: Readonly<Record<string, string>>
  routers: readonly { name: string; disabled?: boolean }[]
  links: readonly { from: string; to: string; protocol: string }[]
}

/** Networks whose links were recorded, and those in the folder that `MESH_NETWORKS` names. */
const networks = ['fixtures/mesh', process.env['MESH_NETWORKS'] ?? '']
  .filter(Boolean)
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^(?!answers).*\.json$/.test(name))
      .map((name) => join(folder, name)),
  )

const formatPairs = (pairs: readonly (readonly string[])[]): string[] =>
  [...new Set(pairs.map((pair) => [...pair].sort().join(' - ')))].sort()

/** Two routers with a link, and one without listeners and dialers. */
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

/** Scenarios of the mesh page. */
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
          rows.flatMap(([a = '', b = '', , state]) => (state === 'comes up' ? [[a, b]] : [])),
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
        ['north', 'south', 'tls', 'comes up', 'north → south, south → north'],
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
        ['north', 'south', 'tls', 'comes up', 'north → south, south → north'],
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
      const readName = (): Promise<string> => page.locator(':focus text.name').innerHTML()
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
      await page.getByRole('searchbox', { name: 'Find a router' }).fill('__proto__')
      await page.getByRole('list', { name: 'Routers found' }).getByText('__proto__').click()
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
    name: 'links with findings are drawn, too',
    play: async (page, url) => {
      await open(page, url)
      const names = ['north', 'south', 'west']
      const text = readFileSync('fixtures/samples/public.yaml', 'utf8')
      await openFiles(
        page,
        Object.fromEntries(
          names.map((name) => [
            `${name}.yml`,
            text
              .replaceAll('router.example.com', `${name}.example.com`)
              .replaceAll(
                '- binding: transport\n',
                `- binding: transport\n      groups: [${name}, core]\n`,
              ),
          ]),
        ),
      )
      await page.getByRole('figure', { name: /^Links between 3 routers/ }).waitFor()
      const lines = page.locator('.mesh svg .lines line.certain')
      expect(await lines.count(), 3)
      expect((await page.locator('.mesh svg .lines line.has-findings').count()) > 0, true)
      expect(
        await lines.evaluateAll((all) => all.filter((line) => line.getClientRects().length === 0)),
        [],
      )
    },
  },
  {
    name: 'the mesh page opens with an example, which the first own file replaces',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('figure', { name: /^Links between 8 routers/ }).waitFor()
      await page.getByRole('status').getByText('Example with 8 routers: 7').waitFor()
      await openFiles(page, small)
      await page.getByRole('figure', { name: /^Links between 3 routers/ }).waitFor()
      expect(await page.getByRole('status').innerText(), /^3 routers: 1 of 3 pairs have a link/)
      expect(await page.getByRole('list', { name: 'Files in the picture' }).innerText(), /north/)
    },
  },
  {
    name: 'the picture of the mesh page has each letter on its color, and a legend of what is in it',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('figure', { name: /^Links between 8 routers/ }).waitFor()
      const legend = page.getByRole('list', { name: 'Legend' })
      // Two routers do not run, for different reasons, but look the same.
      expect(await legend.innerText(), /does not run/)
      expect(await page.locator('.stage .router.error').count(), 2)
      expect(await page.locator('.stage .router.warning').count(), 0)
      expect((await legend.innerText()).includes('warnings'), false)
      const hub = page.getByRole('button', { name: /^hub:/ })
      const readMiddles = async (selector: string): Promise<number[]> => {
        const parts = await hub.locator(selector).all()
        const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
        return boxes.map((box) => (box === null ? 0 : box.x + box.width / 2))
      }
      const [sectors, letters] = [await readMiddles('.sector'), await readMiddles('.letters')]
      expect(letters.length, 2)
      letters.forEach((middle, index) => {
        const distances = sectors.map((sector) => Math.abs(sector - middle))
        expect(distances.indexOf(Math.min(...distances)), index)
      })
      await openFiles(page, { 'north.yml': small['north.yml'] })
      await page.getByRole('status').getByText('One router file. Add another').waitFor()
      await page.getByText('There are no pairs.').waitFor()
    },
  },
  {
    name: 'the sentence of the mesh page agrees with its tables',
    play: async (page, url) => {
      await open(page, url)
      for (const name of ['A misspelled group', 'Two regions and a hub']) {
        await page.getByRole('button', { name, exact: true }).click()
        const routers = name === 'A misspelled group' ? 4 : 8
        await page.getByRole('figure', { name: new RegExp(`^Links between ${routers} `) }).waitFor()
        const sentence = await page.getByRole('status').first().innerText()
        const [, linked, all] = /(\d+) of (\d+) pairs? ha/.exec(sentence) ?? []
        const count = async (table: string): Promise<number> =>
          page.getByRole('table', { name: table, exact: true }).locator('tbody tr').count()
        expect(await count('Links'), Number(linked))
        expect(await count('Pairs without a link'), Number(all) - Number(linked))
        expect(await page.getByRole('heading', { name: 'Links', exact: true }).count(), 1)
      }
    },
  },
  {
    name: 'names on the mesh page keep their size, with 8, 30 and 200 routers',
    play: async (page, url) => {
      await open(page, url)
      const readNames = (): Promise<{ size: number; names: number; overlaps: number }> =>
        page.evaluate(`(() => {
          const stage = document.querySelector('.stage').getBoundingClientRect()
          const boxes = [...document.querySelectorAll('.stage text.name')]
            .map((text) => ({ size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, box: text.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom)
          const overlaps = boxes.filter(({ box }, index) => boxes.slice(index + 1).some(({ box: other }) =>
            box.left < other.right - 2 && other.left < box.right - 2 && box.top + 3 < other.bottom - 3 && other.top + 3 < box.bottom - 3)).length
          return { size: Math.min(...boxes.map(({ size }) => size)), names: boxes.length, overlaps }
        })()`)
      await page.getByRole('figure', { name: /^Links between 8 routers/ }).waitFor()
      const few = await readNames()
      expect([few.size >= 12, few.names, few.overlaps], [true, 8, 0])
      const thirty = Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => {
          const name = `site-${String(index).padStart(2, '0')}`
          return [
            `${name}.yml`,
            formatFile(name, `dialers: [{ binding: transport, groups: [g${index % 3}] }]`),
          ]
        }),
      )
      await openFiles(page, thirty)
      await page.getByRole('figure', { name: /^Links between 30 routers/ }).waitFor()
      const middle = await readNames()
      expect([middle.size >= 12, middle.names >= 28, middle.overlaps], [true, true, 0])
      await page.getByRole('button', { name: '200 routers' }).click()
      await page.getByRole('figure', { name: /^Links between 200 routers/ }).waitFor()
      const many = await readNames()
      expect([many.size >= 12, many.names >= 14, many.overlaps], [true, true, 0])
      await page.getByRole('button', { name: /^region-3: 24 routers/ }).press('Enter')
      await page.getByRole('button', { name: /^edge-011:/ }).waitFor()
      const near = await readNames()
      expect([near.size >= 12, near.names >= 20, near.overlaps], [true, true, 0])
      await page.getByRole('button', { name: 'Fit the picture' }).click()
      await page.getByRole('searchbox', { name: 'Find a router' }).fill('edge-199')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^edge-199:/ }).waitFor()
      const details = page.getByRole('region', { name: 'Details' })
      expect(await details.getByRole('heading', { level: 2 }).innerText(), 'edge-199')
    },
  },
  {
    name: 'a router found on the mesh page is selected without moving a picture that fits',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('figure', { name: /^Links between 8 routers/ }).waitFor()
      const search = page.getByRole('searchbox', { name: 'Find a router' })
      const found = page.getByRole('list', { name: 'Routers found' })
      const details = page.getByRole('region', { name: 'Details' })
      const readPlaces = (): Promise<(string | null)[]> =>
        page
          .locator('.stage .router')
          .evaluateAll((all) => all.map((router) => router.getAttribute('transform')))
      const readWidth = async (part: Locator): Promise<number> =>
        (await part.boundingBox())?.width ?? 0
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.getByRole('button', { name: 'Fit the picture' }).click()
        await search.fill('o')
        expect((await readWidth(found)) <= (await readWidth(search.locator('..'))), true)
        const before = await readPlaces()
        await found.getByRole('button', { name: 'porto' }).click()
        await found.waitFor({ state: 'hidden' })
        expect(await details.getByRole('heading', { level: 2 }).innerText(), 'porto')
        expect(await details.evaluate((region) => region.matches(':focus')), true)
        expect(await readPlaces(), before)
      }
      await page.getByRole('button', { name: 'Zoom in' }).click()
      const before = await readPlaces()
      await search.fill('lisbon')
      await page.keyboard.press('Enter')
      await found.waitFor({ state: 'hidden' })
      await page.waitForFunction(
        `document.querySelector('.stage .router').getAttribute('transform') !== ${JSON.stringify(before[0])}`,
      )
    },
  },
  {
    name: 'a router of the mesh page is dragged into a group, and the edit is shown, made and undone',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('button', { name: 'A misspelled group' }).click()
      await page.getByRole('figure', { name: /^Links between 4 routers/ }).waitFor()
      const near = page.getByRole('list', { name: 'Groups with nearly the same name' })
      expect(
        await near.innerText(),
        /Is group backbon \(east\) a misspelling of backbone \(3 routers\)\?/,
      )
      await page
        .getByRole('button', { name: /^east:/ })
        .dragTo(
          page.getByRole('list', { name: 'Groups' }).getByRole('button', { name: 'backbone' }),
        )
      const edit = page.getByRole('region', { name: 'Edit' })
      expect(await edit.innerText(), /- +20 +groups: \[backbon\]\n\+ +20 +groups: \[backbone\]/)
      await page.getByRole('button', { name: 'Make this edit' }).click()
      await page.getByRole('figure', { name: /: 6 linked pairs$/ }).waitFor()
      expect(await near.locator('li').count(), 0)
      await page.getByRole('button', { name: 'Undo the edit of east.yml' }).click()
      await page.getByRole('figure', { name: /: 3 linked pairs$/ }).waitFor()
      await near.getByRole('button', { name: 'Move east', exact: true }).click()
      await edit.waitFor()
      await page.getByRole('radio', { name: 'beside its groups' }).check()
      await edit.getByText('[backbon, backbone]').first().waitFor()
      await page.getByRole('button', { name: 'Make this edit' }).click()
      await page.getByRole('figure', { name: /: 6 linked pairs$/ }).waitFor()
      await page.getByRole('button', { name: 'Open in the editor' }).click()
      await page.getByRole('textbox', { name: 'Router file' }).waitFor()
      await page.locator('.cm-line').getByText('[backbon, backbone]').first().waitFor()
    },
  },
  {
    name: 'a misspelled group is corrected on the mesh page, and the other groups of the router stay',
    play: async (page, url) => {
      await open(page, url)
      const formatDialer = (name: string, groups: string): string =>
        formatFile(name, `dialers: [{ binding: transport, groups: [${groups}] }]`)
      await openFiles(page, {
        'north.yml': formatDialer('north', 'backbone'),
        'south.yml': formatDialer('south', 'backbone'),
        'east.yml': formatDialer('east', 'local, backbon'),
      })
      await page.getByRole('figure', { name: /^Links between 3 routers/ }).waitFor()
      await page.getByRole('button', { name: 'Move east', exact: true }).click()
      const edit = page.getByRole('region', { name: 'Edit' })
      await edit.getByText('[local, backbone]').first().waitFor()
      expect(await edit.locator('.removed').count(), 1)
      expect(await edit.locator('.added').count(), 1)
      await page.getByRole('radio', { name: 'instead of its groups' }).check()
      await edit.getByText('[backbone]').first().waitFor()
      await page.getByRole('radio', { name: 'instead of backbon', exact: true }).check()
      await edit.getByText('[local, backbone]').first().waitFor()
      await page.getByRole('button', { name: 'Make this edit' }).click()
      const near = page.getByRole('list', { name: 'Groups with nearly the same name' })
      await near.getByRole('button').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'the mesh page says what falls apart without a router, and why pairs have no link',
    play: async (page, url) => {
      await open(page, url)
      await page.getByRole('button', { name: /^hub:/ }).click()
      const details = page.getByRole('region', { name: 'Details' })
      expect(
        await details.innerText(),
        /falls into 2 parts:\s+austin, boston and denver\s+alone: lisbon/,
      )
      await details.getByLabel('Switch this router off').check()
      await page.getByRole('status').getByText('3 of 28 pairs have a link').waitFor()
      await details.getByLabel('Switch this router off').uncheck()
      await page.getByRole('status').getByText('7 of 28 pairs have a link').waitFor()
      const absent = page.locator('.stage .absent')
      expect(await absent.count(), 0)
      await page.getByLabel('Show pairs without a link').check()
      expect(await absent.count(), 3)
      await page.locator('.stage').click({ position: { x: 5, y: 5 } })
      expect(await absent.count(), 21)
      const place = await page.evaluate<{ x: number; y: number }>(`(() => {
        const stage = document.querySelector('.stage').getBoundingClientRect()
        const lines = [...document.querySelectorAll('.stage line.absent')]
        const line = lines.find((item) => item.textContent.startsWith('porto – warsaw'))
        const box = line.getBoundingClientRect()
        return { x: box.left + box.width / 2 - stage.left, y: box.top + box.height / 2 - stage.top }
      })()`)
      await page.locator('.stage').click({ position: place })
      expect(await details.innerText(), /porto – warsaw\s+No link, because:/)
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
