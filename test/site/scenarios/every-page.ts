import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { findBarriers } from '../axe.js'
import { crawl } from '../crawl.js'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { withUi } from './ui.js'

const paths = readdirSync('build/site', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html') && !path.endsWith('404.html'))
  .map((path) => path.replace(/(^|\/)index\.html$/, '$1'))
  .sort()

/** Number of pages that are open at the same time. */
const lanes = 2

/** Checks of all pages; takes minutes. */
export const everyPage: readonly Scenario[] = [
  {
    name: 'no link is dead, and links lead to every page',
    play: async (_page, url) => {
      const { pages, dead } = await crawl(url)
      console.log(`        ${pages.size} pages`)
      expect(dead, [])
      const reached = new Set([...pages].map((address) => address.slice(url.length)))
      const isReached = (path: string): boolean =>
        reached.has(path) || reached.has(path.replace(/\.html$/, ''))
      expect(
        paths.filter((path) => !isReached(path)),
        [],
      )
    },
  },
  {
    name: 'no link is dead where `routerfile ui` serves the pages',
    play: () =>
      withUi('v: 3\n', async (address) => {
        const { pages, dead } = await crawl(
          address.replace(/\?.*/, '').replace(/playground\/$/, ''),
        )
        console.log(`        ${pages.size} pages`)
        expect(dead, [])
        expect(pages.size > paths.length, true)
      }),
  },
  {
    name: 'nothing of any page is in the way of anybody, in light and dark, on large and small screens',
    play: async (page, url) => {
      await page.context().addInitScript('delete Navigator.prototype.serviceWorker')
      const open = [...paths]
      // The layout around the text is the same on all pages of a folder, so it is inspected once.
      const frames = new Set<string>()
      const found: string[] = []
      const start = Date.now()
      const checkAll = async (own: Page): Promise<void> => {
        for (let path = open.shift(); path !== undefined; path = open.shift()) {
          await own.setViewportSize({ width: 1280, height: 800 })
          await own.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
          await own.goto(url + path)
          await own.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
          const frame = path.replace(/[^/]*$/, '')
          const selector = frames.has(frame) ? '.VPContent' : 'html'
          frames.add(frame)
          const light = await findBarriers(own, { selector })
          await own.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
          await own.setViewportSize({ width: 390, height: 844 })
          const dark = await findBarriers(own, {
            selector,
            rules: ['color-contrast', 'link-in-text-block', 'target-size'],
          })
          const width = await own.evaluate<number>('document.documentElement.scrollWidth')
          for (const barrier of [...light, ...dark]) found.push(`${path}: ${barrier}`)
          if (open.length % 100 === 0)
            console.log(`        ${open.length} left, ${found.length} found`)
          if (width > 390) found.push(`${path}: ${width} px wide`)
        }
      }
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          const own = await page.context().newPage()
          own.on('console', (message) => {
            if (message.type() === 'error') found.push(`${own.url()}: ${message.text()}`)
          })
          own.on('pageerror', (error) => found.push(`${own.url()}: ${error.message}`))
          own.on('request', (request) => {
            const { protocol, origin } = new URL(request.url())
            if (protocol.startsWith('http') && origin !== new URL(url).origin)
              found.push(`${own.url()}: asked ${request.url()}`)
          })
          await checkAll(own)
        }),
      )
      console.log(`        ${paths.length} pages in ${Math.round((Date.now() - start) / 1000)} s`)
      expect(found, [])
    },
  },
]
