import type { CDPSession, Page } from 'playwright-core'
import { findBarriers } from '../axe.js'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { slowDown } from '../slow.js'

/** One page of each kind. */
const kinds = [
  '',
  'playground/',
  'generator/',
  'mesh/',
  'guides/explain.html',
  'rules/index.html',
  'rules/unknown-key.html',
  'keys/index.html',
  'keys/link.dialers.html',
]

const waitForTool = async (page: Page): Promise<void> => {
  if (!page.url().includes('playground')) return
  await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor()
  await page.getByText('sendInterval').first().waitFor()
}

/** Waits until the site is cached for offline use. */
const waitForWorker = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    'navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)',
  )

/** Measures the time until a new language server answers its first request, in milliseconds. Runs on the page. */
const measureWorkerStart = `new Promise((resolve, reject) => {
  const start = performance.now()
  const worker = new Worker('../tools/language-server.js', { type: 'module' })
  worker.onerror = () => reject(new Error('the worker does not start'))
  worker.onmessage = ({ data }) => {
    if (data.id !== 1) return
    worker.terminate()
    resolve(Math.round(performance.now() - start))
  }
  const params = { processId: null, rootUri: null, capabilities: {} }
  worker.postMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
})`

/** Returns the imports of the playground that were only requested after its main script had loaded. */
const listLateParts = `(() => {
  const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/tools/'))
  const find = (end) => loaded.find(({ name }) => name.endsWith(end))
  const [from, to] = [find('playground.js').responseEnd, find('language-server.js')?.startTime ?? Infinity]
  return loaded.filter(({ startTime }) => startTime > from && startTime < to).map(({ name }) => name)
})()`

/** Formats the fastest time and the median. */
function formatTimes(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  return `${sorted[0]} (median ${sorted[Math.floor(sorted.length / 2)]})`
}

/** Returns a function that measures the memory of the page's worker after garbage collection, in bytes. */
async function inspectWorker(session: CDPSession): Promise<() => Promise<number>> {
  const attached = new Promise<string>((resolve) =>
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.url.includes('language-server')) resolve(sessionId)
    }),
  )
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  const sessionId = await attached
  const ask = (id: number, method: string): Promise<{ usedSize?: number }> => {
    const answered = new Promise<{ usedSize?: number }>((resolve) =>
      session.on('Target.receivedMessageFromTarget', ({ message }) => {
        const answer = JSON.parse(message) as { id?: number; result?: { usedSize?: number } }
        if (answer.id === id) resolve(answer.result ?? {})
      }),
    )
    void session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method }),
    })
    return answered
  }
  let id = 0
  return async () => {
    await ask((id += 1), 'HeapProfiler.collectGarbage')
    const { usedSize = 0 } = await ask((id += 1), 'Runtime.getHeapUsage')
    return usedSize
  }
}

/** Scenarios of the parts that all pages share. */
export const shell: readonly Scenario[] = [
  ...(['light', 'dark'] as const).map((colors) => ({
    name: `nothing stands in the way of somebody with a screen reader, ${colors}`,
    play: async (page: Page, url: string) => {
      await page.emulateMedia({ colorScheme: colors, reducedMotion: 'reduce' })
      for (const path of kinds) {
        await page.goto(url + path)
        await waitForTool(page)
        expect({ path, barriers: await findBarriers(page) }, { path, barriers: [] })
      }
    },
  })),
  {
    name: 'no page is wider than a small phone',
    play: async (page, url) => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const path of kinds) {
        await page.goto(url + path)
        await waitForTool(page)
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect({ path, width }, { path, width: 360 })
      }
    },
  },
  {
    name: 'the policy refuses scripts and requests of others',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      const policy = await page
        .locator('meta[http-equiv="Content-Security-Policy"]')
        .getAttribute('content')
      expect(policy, /^default-src 'none'; script-src 'self'/)
      expect(policy?.includes('unsafe'), false)
    },
  },
  {
    name: 'the front page loads less than 100 kB',
    play: async (page, url) => {
      const { gzipSync } = await import('node:zlib')
      const sizes: Promise<number>[] = []
      page.on('response', (response) => {
        if (/\.(?:js|css|html)$|\/$/.test(new URL(response.url()).pathname))
          sizes.push(
            response.body().then(
              (body) => gzipSync(body).length,
              () => 0,
            ),
          )
      })
      await page.addInitScript('delete Navigator.prototype.serviceWorker')
      await page.goto(url, { waitUntil: 'networkidle' })
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      console.log(`        ${Math.round(total / 1000)} kB`)
      expect(total > 10_000 && total < 100_000, true)
    },
  },
  {
    name: 'the playground is ready within two seconds, its language server within one',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      await waitForTool(page)
      const [ready, started] = [[] as number[], [] as number[]]
      for (let run = 0; run < 5; run += 1) {
        const start = Date.now()
        await page.goto(`${url}playground/`)
        await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor()
        ready.push(Date.now() - start)
        started.push(await page.evaluate<number>(measureWorkerStart))
        await page.goto('about:blank')
      }
      console.log(
        `        ready after ${formatTimes(ready)} ms; a language server alone answers after ${formatTimes(started)} ms`,
      )
      expect(Math.min(...ready) < 2000, true)
      expect(Math.min(...started) < 1000, true)
    },
  },
  {
    name: 'on a slow phone, a key can be typed in the playground within four seconds, and is kept',
    play: async (page, url) => {
      await slowDown(page)
      // Makes each visit the first one.
      await page.addInitScript("if (location.protocol !== 'about:') sessionStorage.clear()")
      const editor = page.getByRole('textbox', { name: 'Router file' })
      const ready: number[] = []
      for (let run = 0; run < 5; run += 1) {
        await page.goto(`${url}playground/`, { waitUntil: 'commit' })
        await editor.waitFor()
        await editor.press('Control+Home')
        await page.keyboard.type('# typed ')
        await editor.getByText('# typed').waitFor()
        ready.push(Math.round(await page.evaluate<number>('performance.now()')))
        // The page requests all parts at once, not one after the other.
        expect(await page.evaluate(listLateParts), [])
        await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor()
        expect(await editor.textContent(), /# typed/)
        await page.goto('about:blank')
      }
      console.log(`        typed after ${formatTimes(ready)} ms`)
      expect(Math.min(...ready) < 4000, true)
    },
  },
  {
    name: 'a thousand edits leave no memory behind',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      await waitForTool(page)
      const session = await page.context().newCDPSession(page)
      const memory = async (): Promise<number> => {
        await session.send('HeapProfiler.collectGarbage')
        return (await session.send('Runtime.getHeapUsage')).usedSize
      }
      const workerMemory = await inspectWorker(session)
      await page.getByRole('textbox', { name: 'Router file' }).click()
      await page.keyboard.press('Control+End')
      const edit = async (count: number): Promise<void> => {
        for (let number = 0; number < count; number += 1)
          await page.keyboard.press(number % 2 === 0 ? '#' : 'Backspace')
        await page.waitForTimeout(1000)
      }
      // The first edits load the remaining code.
      await edit(10)
      const before = [await memory(), await workerMemory()] as const
      await edit(1000)
      const after = [await memory(), await workerMemory()] as const
      const format = (bytes: number): string => (bytes / 1e6).toFixed(1)
      console.log(
        `        page ${format(before[0])} MB, after 1,000 edits ${format(after[0])} MB; language server ${format(before[1])} and ${format(after[1])} MB`,
      )
      expect(before[1] > 1e6, true)
      expect(after[0] < before[0] + 10e6, true)
      expect(after[1] < before[1] + 10e6, true)
    },
  },
  {
    name: 'the site works without a network after the first visit',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      await waitForWorker(page)
      await page.context().setOffline(true)
      await page.reload()
      await waitForTool(page)
      await page.goto(url)
      await page.getByRole('link', { name: 'Playground' }).first().click()
      await waitForTool(page)
      // A page that was never visited online.
      await page.goto(`${url}rules/unknown-key.html`)
      await page.getByRole('heading', { name: 'unknown-key', level: 1 }).waitFor()
      await page.context().setOffline(false)
    },
  },
]
