import type { Page } from 'playwright-core'

/** Simulates a slow phone and network on a first visit: nothing is cached or prefetched. */
export async function slowDown(page: Page): Promise<void> {
  await page.addInitScript('delete Navigator.prototype.serviceWorker')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
