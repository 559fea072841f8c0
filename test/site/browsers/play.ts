import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'puppeteer-core'
import puppeteer from 'puppeteer-core'
import type { BrowserScenario } from './scenarios.js'
import { harm } from './scenarios.js'
import { createTab } from './tab.js'

type BrowserPaths = { chromium: string; firefox: string }

/**
 * Plays the scenarios in Chromium and Firefox with one driver, prints which ones failed, and
 * returns how many. Skips a browser that is not installed, and lists it at the end.
 */
export async function playInBothBrowsers(
  { chromium, firefox }: BrowserPaths,
  url: string,
  isWanted: (name: string) => boolean,
): Promise<number> {
  const browsers: readonly (LaunchOptions & { name: string; executablePath: string })[] = [
    { name: 'Chromium', browser: 'chrome', executablePath: chromium, args: ['--no-sandbox'] },
    { name: 'Firefox', browser: 'firefox', executablePath: firefox },
  ]
  let failed = 0
  const missing: string[] = []
  for (const { name, ...options } of browsers) {
    const scenarios = harm.filter((scenario) => isWanted(`${scenario.name} (${name})`))
    if (scenarios.length === 0) continue
    if (!existsSync(options.executablePath)) {
      missing.push(
        `${name} was not found at ${options.executablePath}: ${scenarios.length} scenarios not played.`,
      )
      continue
    }
    const browser = await puppeteer.launch({
      ...options,
      headless: true,
      protocol: 'webDriverBiDi',
    })
    try {
      for (const scenario of scenarios) {
        const context = await browser.createBrowserContext()
        if (!(await playOne(scenario, name, createTab(await context.newPage()), url))) failed++
        await context.close()
      }
    } finally {
      await browser.close()
    }
  }
  for (const sentence of missing) console.log(sentence)
  return failed
}

async function playOne(
  { name, play, causes }: BrowserScenario,
  browser: string,
  tab: ReturnType<typeof createTab>,
  url: string,
): Promise<boolean> {
  const problems: string[] = []
  tab.page.on('pageerror', (error) => {
    if (!causes?.test(String(error))) problems.push(String(error))
  })
  tab.page.on('request', (request) => {
    const address = request.url()
    if (/^https?:/.test(address) && !/^https?:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(address))
      problems.push(`asked ${address}`)
  })
  try {
    await play(tab, url)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    console.log(`ok      ${name} (${browser})`)
    return true
  } catch (error) {
    console.log(`failed  ${name} (${browser})\n${String(error)}`)
    return false
  }
}
