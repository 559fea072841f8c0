import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import encodeQR from 'qr'
import { tokenWith } from '../../support/enrollment.js'
import { drop, withFolder } from '../drop.js'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')
const broken = sound.replace('v: 3\n', 'v: 3\nforwarder:\n  linkDialWorkerCount: 1\n')

const listFiles = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Files' })
    .getByRole('button', { name: /^(?!Close)/ })
    .allInnerTexts()

/** Files that a user drags from the desktop onto a page. */
export const drops: readonly Scenario[] = [
  {
    name: 'a file and a folder are dropped on the playground',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem')
      await findings.first().waitFor()
      const files = {
        'broken.yml': broken,
        'site/north.yml': sound,
        'site/picture.png': '\0',
        'site/.git/config.yml': sound,
        'site/deep/south.yml': sound,
      }
      await withFolder(files, async (folder) => {
        await drop(page, [join(folder, 'broken.yml')])
        await findings.filter({ hasText: 'value-out-of-range' }).waitFor()
        await drop(page, [join(folder, 'site')])
        await page.getByRole('status').getByText('2 files opened').waitFor()
        const names = await listFiles(page)
        expect(names.filter((name) => name.startsWith('site/')).sort(), [
          'site/deep/south.yml',
          'site/north.yml',
        ])
      })
    },
  },
  {
    name: 'a folder is dropped on the mesh page',
    play: async (page, url) => {
      await page.goto(`${url}mesh/`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const south = sound.replaceAll('router.example.com', 'south.example.com')
      await withFolder({ 'site/north.yml': sound, 'site/a/south.yml': south }, async (folder) => {
        await drop(page, [join(folder, 'site')])
        await page.getByRole('figure', { name: /^Links between 2 routers/ }).waitFor()
        await drop(page, [join(folder, 'site/north.yml')])
        await page.getByRole('figure', { name: /^Links between 3 routers/ }).waitFor()
      })
    },
  },
  {
    name: 'a token and the picture of one are dropped on the generator',
    play: async (page, url) => {
      await page.goto(`${url}generator/`)
      const field = page.getByRole('textbox', { name: 'Enrollment token' })
      await field.waitFor()
      const [first, second] = [tokenWith({ exp: 4_000_000_000 }), tokenWith({ exp: 4_100_000_000 })]
      const picture = Buffer.from(encodeQR(second, 'gif', { scale: 4 }))
      await withFolder({ 'router.jwt': `${first}\n`, 'token.gif': picture }, async (folder) => {
        await drop(page, [join(folder, 'router.jwt')])
        await page.getByText('Router id').waitFor()
        expect(await field.inputValue(), first)
        await drop(page, [join(folder, 'token.gif')])
        const deadline = Date.now() + 20_000
        while ((await field.inputValue()) !== second && Date.now() < deadline)
          await page.waitForTimeout(50)
        expect(await field.inputValue(), second)
      })
    },
  },
]
