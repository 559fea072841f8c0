import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { playInBothBrowsers } from './browsers/play.js'
import { takeGallery } from './gallery.js'
import { takePictures } from './pictures.js'
import type { Scenario } from './scenario.js'
import { finish } from './scenarios/checks.js'
import { drops } from './scenarios/drops.js'
import { everyPage } from './scenarios/every-page.js'
import { generator } from './scenarios/generator.js'
import { looksOfPages } from './scenarios/looks.js'
import { mesh } from './scenarios/mesh.js'
import { names } from './scenarios/names.js'
import { pages } from './scenarios/pages.js'
import { playground } from './scenarios/playground.js'
import { otherSenses } from './scenarios/senses.js'
import { shell } from './scenarios/shell.js'
import { states } from './scenarios/states.js'
import { ui } from './scenarios/ui.js'
import { serveFolder } from './serve.js'

/**
 * Plays scenarios on the built site in a real browser and prints which ones failed. Scenarios about
 * data loss run in Chromium and in Firefox. `--all` also checks every page. `--pictures` writes
 * `docs/images` instead, `--gallery FOLDER` screenshots of all pages and their states. `--only`
 * selects scenarios and pictures by parts of their names.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    base: { type: 'string', default: '/' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
    firefox: { type: 'string', default: '/usr/bin/firefox-esr' },
    pictures: { type: 'boolean', default: false },
    gallery: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
})

const scenarios: readonly Scenario[] = [
  ...names,
  ...playground,
  ...generator,
  ...mesh,
  ...drops,
  ...pages,
  ...shell,
  ...finish,
  ...looksOfPages,
  ...otherSenses,
  ...states,
  ...ui,
  ...(values.all ? everyPage : []),
]
const folder = 'build/site'
const pictures = '.cache/site-failures'

if (!existsSync(`${folder}/index.html`)) throw new Error(`${folder} is missing: npm run site`)
rmSync(pictures, { recursive: true, force: true })
mkdirSync(pictures, { recursive: true })
const site = await serveFolder(folder, values.base)
const browser = await chromium.launch({
  executablePath: values.browser,
  args: ['--no-sandbox'],
})
const isWanted = (name: string): boolean => values.only.some((part) => name.includes(part))
let failed = 0
if (values.pictures) await takePictures(browser, site.url, 'docs/images')
else if (values.gallery !== undefined)
  await takeGallery(browser, site.url, values.gallery, isWanted)
else {
  for (const scenario of scenarios.filter(({ name }) => isWanted(name)))
    if (!(await play(scenario))) failed++
  const paths = { chromium: values.browser, firefox: values.firefox }
  failed += await playInBothBrowsers(paths, site.url, isWanted)
}
await browser.close()
site.close()
process.exitCode = failed > 0 ? 1 : 0

/** Plays a scenario on a new page. Requests to other hosts, policy violations and script errors fail it. */
async function play({ name, play: act }: Scenario): Promise<boolean> {
  const context = await browser.newContext({
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('request', (request) => {
    const address = request.url()
    if (/^https?:/.test(address) && new URL(address).hostname !== new URL(site.url).hostname)
      problems.push(`asked ${address}`)
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  try {
    await act(page, site.url)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    console.log(`ok      ${name}`)
    return true
  } catch (error) {
    await page.screenshot({ path: `${pictures}/${name.replaceAll(/\W+/g, '-')}.png` })
    console.log(`failed  ${name}\n${String(error)}`)
    return false
  } finally {
    await context.close()
  }
}
