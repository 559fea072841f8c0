import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { compressPng } from '../support/compress-png.js'

const requirePackage = createRequire(resolve('.cache/site/package.json'))

/** The views of the site: their address, and what to do before the screenshot. */
const views: Readonly<
  Record<string, { path: string; prepare?: (page: Page) => Promise<unknown> }>
> = {
  front: { path: '' },
  playground: {
    path: 'playground/#sample=misspelled-key',
    prepare: (page) => page.getByText('sendInterval').first().waitFor(),
  },
  upgrade: {
    path: 'playground/#sample=written-for-another-release',
    prepare: (page) => page.getByText('changes from').first().waitFor(),
  },
  generator: {
    path: 'generator/',
    prepare: (page) => page.getByRole('button', { name: 'Fill in an example' }).click(),
  },
  mesh: {
    path: 'mesh/',
    prepare: (page) => page.getByRole('button', { name: 'Two regions and a hub' }).click(),
  },
  rule: { path: 'rules/unknown-key.html' },
  key: { path: 'keys/link.dialers.html' },
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** Takes a screenshot of each view in both color schemes and at each screen size. */
export async function takePictures(browser: Browser, url: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of sizes)
      for (const [name, { path, prepare }] of Object.entries(views)) {
        const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await page.goto(url + path, { waitUntil: 'networkidle' })
        await prepare?.(page)
        // Waits until the last changes are drawn.
        await page.waitForTimeout(500)
        const picture = compressPng(await page.screenshot(), requirePackage('upng-js'))
        writeFileSync(`${folder}/${name}-${colorScheme}-${viewport.width}.png`, picture)
        await context.close()
      }
}
