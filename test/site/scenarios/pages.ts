import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'

/** The documentation. */
export const pages: readonly Scenario[] = [
  {
    name: 'the search finds the key for "wrong dial timeout"',
    play: async (page, url) => {
      await page.goto(url)
      await page.getByRole('button', { name: 'Search' }).first().click()
      await page.getByRole('searchbox').fill('wrong dial timeout')
      const first = page.locator('#localsearch-list li').first()
      expect(await first.innerText(), /timeout/i)
    },
  },
]
