import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What keeps people from using a part of a page: what axe calls serious or critical, with the elements. */
export async function findBarriers(page: Page, selector: string): Promise<string[]> {
  // Runs apart from the page, whose content security policy would refuse it.
  await page.evaluate(axe.source)
  return page.evaluate(async (include) => {
    const { violations } = await axe.run({ include: [include] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  }, selector)
}
