import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** By default, inspects the whole page with all rules. */
type BarrierOptions = { selector?: string; rules?: readonly string[] }

/** Returns the accessibility violations that axe rates serious or critical, with their elements. */
export async function findBarriers(
  page: Page,
  { selector = 'html', rules }: BarrierOptions = {},
): Promise<string[]> {
  // Evaluated by the driver, because the content security policy would block a script element.
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
