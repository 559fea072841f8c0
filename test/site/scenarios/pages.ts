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
