import type { Page } from 'playwright-core'

/** Records what keeps a page from answering, from its next load on. */
export const recordLongTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    globalThis.longTasks = []
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)))
      .observe({ type: 'longtask', buffered: true })
  `)

/**
 * How long the page did not answer at most, in milliseconds and in times of a fixed piece of work, which takes about
 * 25 ms on a machine with nothing else to do: the figure means the same on a busy one.
 */
export async function measureLongestTask(page: Page): Promise<{ time: number; ratio: number }> {
  const { longest, unit } = await page.evaluate<{ longest: number; unit: number }>(`(() => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      let sum = 0
      for (let step = 0; step < 2e7; step += 1) sum = (sum + step * 7) % 1000003
      return performance.now() - start + (sum < 0 ? 1 : 0)
    }).sort((a, b) => a - b)
    return { longest: Math.max(0, ...longTasks), unit: times[2] }
  })()`)
  return { time: Math.round(longest), ratio: longest / unit }
}
