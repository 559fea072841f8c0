import type { Page } from 'playwright-core'

/** Records tasks that block the page, starting with its next load. */
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
 * Returns the longest time that the page was blocked, in milliseconds and relative to a fixed
 * computation (about 25 ms on an idle machine), so that the ratio is comparable on a busy one. Does
 * not count the time that the browser spends on files before it notifies the page.
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
