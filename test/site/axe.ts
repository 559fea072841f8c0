import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** What of a page is inspected: by default everything. */
type BarrierOptions = { selector?: string; rules?: readonly string[] }

/** What keeps people from using a page: what axe calls serious or critical, with the elements. */
export async function findBarriers(
  page: Page,
  { selector = 'html', rules }: BarrierOptions = {},
): Promise<string[]> {
  // Runs apart from the page, whose content security policy would refuse it.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  }
  const { violations } = await page.evaluate(
    ([include, given]) => axe.run({ include: [include] }, given),
    [selector, options] as const,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.flat().join(' ')}`))
}
