import type { Page } from 'playwright-core'

/** Records what keeps a page from answering, from its next load on. */
export const recordLongTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    globalThis.longTasks = []
    globalThis.choices = []
    new PerformanceObserver((list) => longTasks.push(...list.getEntries()))
      .observe({ type: 'longtask', buffered: true })
    addEventListener('change', ({ target }) => {
      if (target.type === 'file') choices.push(performance.now())
    }, true)
  `)

/**
 * How long the page did not answer at most, in milliseconds and in times of a fixed piece of work, which takes about
 * 25 ms on a machine with nothing else to do: the figure means the same on a busy one. What the browser does with files
 * before the page hears of them is left out.
 */
export async function measureLongestTask(page: Page): Promise<{ time: number; ratio: number }> {
  const { longest, unit } = await page.evaluate<{ longest: number; unit: number }>(`(() => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      let sum = 0
      for (let step = 0; step < 2e7; step += 1) sum = (sum + step * 7) % 1000003
      return performance.now() - start + (sum < 0 ? 1 : 0)
    }).sort((a, b) => a - b)
    const ours = longTasks.map(({ startTime, duration }) => {
      const end = startTime + duration
      return end - Math.max(startTime, ...choices.filter((time) => time > startTime && time < end))
    })
    return { longest: Math.max(0, ...ours), unit: times[2] }
  })()`)
  return { time: Math.round(longest), ratio: longest / unit }
}
