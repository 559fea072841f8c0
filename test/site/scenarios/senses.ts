import type { Page } from 'playwright-core'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { findHiddenFocus, kinds, library, open } from './checks.js'
import { withUi } from './ui.js'

/** Runs on the page: whether an element is visible, and the brightness of a color, from 0 to 1. */
const senses = `
  globalThis.isSeen = (element) =>
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true })
  globalThis.toLight = (color) => {
    const [red = 255, green = 255, blue = 255, alpha = 1] = (color.match(/[\\d.]+/g) ?? []).map(Number)
    const light = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
    return light * alpha + 1 - alpha
  }
`

async function prepare(page: Page): Promise<void> {
  await page.addInitScript(library)
  await page.addInitScript(senses)
}

/** A router file with an error, a warning and an info. */
const mixed = `v: 3
identity: { cert: a.cert, server_cert: s.cert, key: a.key, ca: ca.cert }
ctrl: { endpoint: tls:ctrl.example.com:6262 }
link: { dialers: [{ binding: transport }] }
csr: { sans: { dns: [router.example.com], ip: [127.0.0.1] } }
listeners:
  - binding: edge
    address: tls:0.0.0.0:3022
    options: { advertise: router.example.com:3022 }
forwarder:
  linkDialWorkerCount: many
  linkDialQueueLenght: 5
trace: { path: a.trace }
`

const openMixed = async (page: Page): Promise<void> => {
  await page
    .getByLabel('Open files')
    .setInputFiles([{ name: 'mixed.yml', mimeType: 'text/yaml', buffer: Buffer.from(mixed) }])
  await page.getByRole('list', { name: 'Findings' }).getByText('trace-enabled').waitFor()
}

/** Returns the signs of elements by their class, which sets the color. */
const readSigns = (page: Page, selector: string): Promise<Record<string, string>> =>
  page.evaluate(`Object.fromEntries(
    findAll(${JSON.stringify(selector)}).filter(isSeen).map((element) => [
      ['error', 'warning', 'info', 'ok'].find((name) => element.closest('.' + name)) ?? 'none',
      (element.querySelector('.sign') ?? element).textContent.trim(),
    ]))`)

const paper: readonly { path: string; prepare?: (page: Page) => Promise<unknown> }[] = [
  { path: 'keys/link.dialers.html' },
  { path: 'rules/unknown-key.html' },
  { path: 'playground/', prepare: openMixed },
  { path: 'mesh/' },
]

/** Returns what is wrong in print: the page must be light, without bars and buttons, and with all of its text. */
const faultsOnPaper = `[
  ...findAll('body, .tool, .playground, main, h1, h2, p, td, li, pre, .cm-line').filter(isSeen).flatMap((element) => {
    let at = element
    while (at && /rgba\\(0, 0, 0, 0\\)|transparent/.test(getComputedStyle(at).backgroundColor))
      at = at.parentElement ?? at.getRootNode().host
    const [front, back] = [getComputedStyle(element).color, at ? getComputedStyle(at).backgroundColor : 'rgb(255 255 255)'].map(toLight)
    return back < 0.8 || front > 0.6 ? ['dark: ' + element.nodeName + ' ' + element.className + ' ' + front + ' on ' + back] : []
  }),
  ...findAll('nav, .VPSidebar, .VPDocAside, header.VPNav, [role=tablist], .toolbar, .bar, select, input[type=search]').filter(isSeen)
    .map((element) => 'a bar: ' + element.outerHTML.slice(0, 80)),
  ...findAll('button').filter((button) => isSeen(button) && !button.matches('.link, .name, .place, .chip'))
    .map((element) => 'a button: ' + element.outerHTML.slice(0, 80)),
  ...findAll('.vp-doc pre').filter((pre) => isSeen(pre) && !getComputedStyle(pre).whiteSpace.startsWith('pre-wrap'))
    .map((element) => 'not wrapped: ' + element.textContent.slice(0, 60)),
  ...findAll('.vp-doc a[href^="http"]').filter((link) => isSeen(link) && !getComputedStyle(link, '::after').content.includes('http'))
    .map((element) => 'no address: ' + element.href),
  ...(document.documentElement.scrollWidth > innerWidth ? ['too wide: ' + document.documentElement.scrollWidth] : []),
  ...findAll('*').filter((element) => isSeen(element) && /auto|scroll|hidden/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 40)
    .map((element) => 'cut: ' + element.nodeName + ' ' + element.className),
]`

/** Returns elements that are invisible when the system sets all colors. */
const faultsInForcedColors = `[
  ...findAll('button, select, input:not([type=file]), textarea, [role=tab]').filter(isSeen).flatMap((control) => {
    const styles = [control, control.parentElement, control.querySelector('*')].filter(Boolean).map((it) => getComputedStyle(it))
    const isMarked = styles.some((style) =>
      ['Top', 'Bottom', 'Left'].some((side) =>
        style['border' + side + 'Style'] !== 'none' && parseFloat(style['border' + side + 'Width']) > 0 && toLight(style['border' + side + 'Color']) > 0.3) ||
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
      style.textDecorationLine.includes('underline'))
    return isMarked || control.matches('[type=checkbox], [type=radio]') ? [] : ['no border: ' + control.outerHTML.slice(0, 100)]
  }),
  ...findAll('[role=tablist]').flatMap((list) => {
    const [chosen, other] = ['true', 'false'].map((state) => list.querySelector('[aria-selected=' + state + ']'))
    const look = (tab) => ['borderBottomColor', 'borderBottomWidth', 'outlineStyle', 'fontWeight'].map((name) => getComputedStyle(tab)[name]).join()
    return chosen && other && look(chosen) === look(other) ? ['no chosen tab'] : []
  }),
  ...findAll('svg .lines line, svg .lines path').filter((line) => toLight(getComputedStyle(line).stroke) < 0.5)
    .map((line) => 'a line like its ground: ' + getComputedStyle(line).stroke),
]`

/** Scenarios for people who cannot see colors, force their own, read on paper, or hear the page title first. */
export const otherSenses: readonly Scenario[] = [
  {
    name: 'what colors say, signs and words say, too',
    play: async (page, url) => {
      await prepare(page)
      await open(page, `${url}playground/`)
      await openMixed(page)
      const all = { error: '✕', warning: '!', info: 'i' }
      expect(await readSigns(page, 'ul[aria-label="Findings"] > li'), all)
      const words = await page
        .getByRole('list', { name: 'Findings' })
        .getByRole('button', { name: /^(?:Error|Warning|Info), line \d+/ })
        .count()
      expect(words, await page.locator('ul[aria-label="Findings"] > li').count())
      const strip = await readSigns(page, 'ul[aria-label="What each release does"] button')
      expect(
        Object.entries(strip).every(
          ([color, sign]) => ({ error: '✕', warning: '!', ok: '✓' })[color] === sign,
        ),
        true,
      )
      const marks = await page.evaluate<string[]>(
        `[...new Set(findAll('.cm-lint-marker').map((mark) => getComputedStyle(mark).content + getComputedStyle(mark, '::before').content + mark.textContent))]`,
      )
      expect(marks.length, 3)
      await page.getByRole('button', { name: 'Fix all' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox').first().waitFor()
      for (const box of await dialog.getByRole('checkbox').all()) await box.check()
      await dialog.locator('.cm-changedLine').first().waitFor()
      const lines = await page.evaluate(
        `['.cm-changedLine', 'div.cm-deletedLine'].map((selector) => getComputedStyle(findAll(selector)[0], '::before').content)`,
      )
      expect(lines, ['"+ "', '"− "'])
      await open(page, `${url}mesh/`)
      const looks = await page.evaluate<string[]>(
        `findAll('.legend line, .legend path').map((line) => getComputedStyle(line).strokeDasharray + getComputedStyle(line).strokeWidth)`,
      )
      expect(new Set(looks).size, looks.length)
      await withUi(mixed, async (address) => {
        await page.goto(address)
        await page.getByRole('table', { name: 'Releases' }).getByText('2.0').waitFor()
        expect(await readSigns(page, '.board-found .row'), all)
        for (const cell of await page.getByRole('table', { name: 'Releases' }).locator('td').all())
          expect(await cell.innerText(), /^[✕!✓]\s*(?:starts|refuses|crashes)/)
      })
    },
  },
  {
    name: 'nothing is lost where the system chooses the colors',
    play: async (page, url) => {
      await prepare(page)
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
      await page.setViewportSize({ width: 1280, height: 800 })
      const found: unknown[] = []
      for (const path of kinds) {
        await open(page, url + path)
        for (const what of await page.evaluate<string[]>(faultsInForcedColors))
          found.push(`${path}: ${what}`)
        for (const what of await findHiddenFocus(page))
          found.push(`${path}: no focus: ${String(what)}`)
      }
      expect(found, [])
    },
  },
  {
    name: 'keys, rules, findings and the mesh are printed in light colors, whole, without bars and buttons',
    play: async (page, url) => {
      await prepare(page)
      const found: unknown[] = []
      for (const { path, prepare: fill } of paper) {
        await page.emulateMedia({ media: 'screen', colorScheme: 'dark', reducedMotion: 'reduce' })
        await page.setViewportSize({ width: 1280, height: 800 })
        await open(page, url + path)
        await fill?.(page)
        // The width of a sheet of paper without its margins, in pixels.
        await page.setViewportSize({ width: 718, height: 1000 })
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
        await page.waitForTimeout(200)
        for (const what of await page.evaluate<string[]>(faultsOnPaper))
          found.push(`${path}: ${what}`)
      }
      expect(found, [])
    },
  },
  {
    name: 'the title says which file is open and how many findings it has, and is that of each page',
    play: async (page, url) => {
      const waitForTitle = async (title: RegExp): Promise<void> => {
        const deadline = Date.now() + 30_000
        while (!title.test(await page.title())) {
          if (Date.now() > deadline) expect(await page.title(), title)
          await page.waitForTimeout(20)
        }
      }
      await open(page, `${url}playground/`)
      await openMixed(page)
      const count = await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').count()
      await waitForTitle(new RegExp(`^mixed\\.yml: ${count} findings \\| Playground$`))
      await page.getByRole('link', { name: 'Mesh' }).first().click()
      await page.getByRole('figure', { name: /^Links/ }).waitFor()
      expect(await page.title(), /^(?!mixed)/)
      await withUi(mixed, async (address) => {
        await page.goto(address)
        const list = page.getByRole('list', { name: 'Files', exact: true })
        await list.getByRole('button', { name: 'router.yml' }).waitFor()
        await waitForTitle(new RegExp(`^routerfile-\\w+: 1 file, ${count} findings \\|`))
        await list.getByRole('button', { name: 'router.yml' }).click()
        await waitForTitle(new RegExp(`^router\\.yml: ${count} findings \\| Playground$`))
        await page.getByRole('button', { name: 'Back to the board' }).click()
        await waitForTitle(/: 1 file, /)
      })
    },
  },
]
