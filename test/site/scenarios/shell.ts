import type { Page } from 'playwright-core'
import { findBarriers } from '../axe.js'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'

/** Pages of each kind. */
const kinds = [
  '',
  'playground/',
  'generator/',
  'mesh/',
  'guides/explain.html',
  'rules/index.html',
  'rules/unknown-key.html',
  'keys/index.html',
  'keys/link.dialers.html',
]

const waitForTool = async (page: Page): Promise<void> => {
  if (!page.url().includes('playground')) return
  await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor()
  await page.getByText('sendInterval').first().waitFor()
}

/** Waits until the site is kept for times without a network. */
const waitForWorker = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    'navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)',
  )

/** What all pages have in common. */
export const shell: readonly Scenario[] = [
  ...(['light', 'dark'] as const).map((colors) => ({
    name: `nothing stands in the way of somebody with a screen reader, ${colors}`,
    play: async (page: Page, url: string) => {
      await page.emulateMedia({ colorScheme: colors, reducedMotion: 'reduce' })
      for (const path of kinds) {
        await page.goto(url + path)
        await waitForTool(page)
        expect({ path, barriers: await findBarriers(page) }, { path, barriers: [] })
      }
    },
  })),
  {
    name: 'no page is wider than a small phone',
    play: async (page, url) => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const path of kinds) {
        await page.goto(url + path)
        await waitForTool(page)
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect({ path, width }, { path, width: 360 })
      }
    },
  },
  {
    name: 'the policy refuses scripts and requests of others',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      const policy = await page
        .locator('meta[http-equiv="Content-Security-Policy"]')
        .getAttribute('content')
      expect(policy, /^default-src 'none'; script-src 'self'/)
      expect(policy?.includes('unsafe'), false)
    },
  },
  {
    name: 'the front page loads less than 100 kB',
    play: async (page, url) => {
      const { gzipSync } = await import('node:zlib')
      const sizes: Promise<number>[] = []
      page.on('response', (response) => {
        if (/\.(?:js|css|html)$|\/$/.test(new URL(response.url()).pathname))
          sizes.push(
            response.body().then(
              (body) => gzipSync(body).length,
              () => 0,
            ),
          )
      })
      await page.addInitScript('delete Navigator.prototype.serviceWorker')
      await page.goto(url, { waitUntil: 'networkidle' })
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      console.log(`        ${Math.round(total / 1000)} kB`)
      expect(total > 10_000 && total < 100_000, true)
    },
  },
  {
    name: 'the playground is ready within two seconds, and a thousand edits leave no memory behind',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      await waitForTool(page)
      const start = Date.now()
      await page.goto(`${url}playground/`)
      await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor()
      const ready = Date.now() - start
      const memory = async (): Promise<number> => {
        const session = await page.context().newCDPSession(page)
        await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = await session.send('Runtime.getHeapUsage')
        await session.detach()
        return usedSize
      }
      const workerMemory = (): Promise<number | undefined> | undefined =>
        page.workers()[0]?.evaluate<number | undefined>('performance.memory?.usedJSHeapSize')
      const before = [await memory(), await workerMemory()]
      await page.getByRole('textbox', { name: 'Router file' }).click()
      await page.keyboard.press('Control+End')
      for (let edit = 0; edit < 1000; edit += 1)
        await page.keyboard.press(edit % 2 === 0 ? '#' : 'Backspace')
      await page.waitForTimeout(1000)
      const after = [await memory(), await workerMemory()]
      const format = (bytes: number | undefined): string => ((bytes ?? 0) / 1e6).toFixed(1)
      console.log(
        `        ready after ${ready} ms; page ${format(before[0])} MB, after 1,000 edits ${format(after[0])} MB; worker ${format(before[1])} and ${format(after[1])} MB`,
      )
      expect(ready < 2000, true)
      expect((after[0] ?? 0) < (before[0] ?? 0) + 10_000_000, true)
    },
  },
  {
    name: 'the site works without a network after the first visit',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      await waitForWorker(page)
      await page.context().setOffline(true)
      await page.reload()
      await waitForTool(page)
      await page.goto(url)
      await page.getByRole('link', { name: 'Playground' }).first().click()
      await waitForTool(page)
      // A page that was never visited.
      await page.goto(`${url}rules/unknown-key.html`)
      await page.getByRole('heading', { name: 'unknown-key', level: 1 }).waitFor()
      await page.context().setOffline(false)
    },
  },
]
