import type { Page } from 'playwright-core'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'

/** What operators look for, and the page that answers: among the first results. */
const queries: readonly [query: string, page: RegExp][] = [
  ['wrong dial timeout', /keys\/.*(?:[dD]ial|connect)\w*Timeout|keys\/.*dialers.*connectTimeout/],
  ['unknown key', /rules\/unknown-key/],
  ['port already in use', /rules\/.*(?:port|bind|address)/],
  ['advertise localhost', /rules\/advertise-loopback/],
  ['certificate expired', /rules\/certificate-expired/],
  ['enrollment token', /guides\/generate|keys\/.*|generator/],
  ['heartbeat interval', /keys\/.*heartbeats/],
  ['link groups', /keys\/link\.(?:dialers|listeners)\.groups/],
  ['tproxy mode', /keys\/.*mode|rules\/.*mode/],
  ['helm values', /guides\/(?:templates|embedded|playground)/],
  ['suppress a warning', /guides\/suppressions|rules\/.*-suppression/],
  ['pre-commit', /guides\/ci/],
]

async function search(page: Page, query: string): Promise<string[]> {
  await page.getByRole('searchbox').fill(query)
  await page.locator('#localsearch-list li').first().waitFor()
  // Results of an earlier text are shown until those of this one are there.
  await page.waitForTimeout(500)
  return page
    .locator('#localsearch-list li a')
    .evaluateAll((links) => links.slice(0, 5).map((link) => link.getAttribute('href') ?? ''))
}

/** The documentation. */
export const pages: readonly Scenario[] = [
  {
    name: 'the file of the front page heals on a click, and nothing moves',
    play: async (page, url) => {
      await page.goto(url)
      const file = page.getByRole('region', { name: 'A file with a mistake' })
      const status = file.getByRole('status')
      expect(await status.innerText(), /ignores 1 key/)
      const strip = file.getByRole('list').filter({ visible: true })
      const before = await strip.boundingBox()
      await file.getByRole('button', { name: 'Fix it' }).click()
      expect(await status.locator('.healed').isVisible(), true)
      expect(await status.locator('.broken').isVisible(), false)
      expect(await file.getByText('idleCircuitTimeout: 600000').isVisible(), true)
      expect(await file.getByText('idleCircuitTimeut: 600000').isVisible(), false)
      expect(await strip.boundingBox(), before)
      await file.getByRole('button', { name: 'Break it again' }).click()
      expect(await status.locator('.broken').isVisible(), true)
    },
  },
  {
    name: 'the line that installs the command is copied whole',
    play: async (page, url) => {
      await page.goto(url)
      await page.getByRole('button', { name: 'Copy' }).click()
      const text = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(text, 'npm ci && npm run build && npm install --global .')
    },
  },
  {
    name: 'the guides begin with Getting started',
    play: async (page, url) => {
      await page.goto(url)
      await page.getByRole('link', { name: 'Guides' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor()
      expect(
        await page.locator('.VPSidebar').getByRole('link').first().innerText(),
        'Getting started',
      )
    },
  },
  {
    name: 'the search finds what operators look for',
    play: async (page, url) => {
      await page.goto(url)
      await page.getByRole('button', { name: 'Search' }).first().click()
      const missed: string[] = []
      for (const [query, expected] of queries) {
        const results = await search(page, query)
        if (!results.some((address) => expected.test(address)))
          missed.push(`${query}: ${results.join(', ')}`)
      }
      expect(missed, [])
    },
  },
]
