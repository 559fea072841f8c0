import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { findBarriers } from '../axe.js'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { slowDown } from '../slow.js'

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')

/** One page of each kind. */
export const kinds = [
  '',
  'playground/',
  'generator/',
  'mesh/',
  'guides/start.html',
  'guides/explain.html',
  'rules/index.html',
  'rules/unknown-key.html',
  'keys/index.html',
  'keys/link.dialers.html',
]

export const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** Opens a page and waits until all of its content is there. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  if (address.includes('playground'))
    await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor()
  if (address.includes('mesh')) await page.getByRole('figure', { name: /^Links/ }).waitFor()
  await page.waitForTimeout(500)
}

/**
 * Runs on the page: finds elements in all shadow roots, finds the focused element, and tells
 * whether the outline of an SVG element shows the focus.
 */
export const library = `
  globalThis.findAll = (selector, root = document) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? findAll(selector, shadowRoot) : []),
  ]
  globalThis.findFocus = () => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at
  }
  globalThis.isDrawnAnew = (focused) => {
    const draw = () => JSON.stringify([...focused.querySelectorAll('*')].map((shape) => {
      const { stroke, strokeWidth } = getComputedStyle(shape)
      return [stroke, strokeWidth]
    }))
    const withFocus = draw()
    focused.blur()
    const without = draw()
    focused.focus()
    return withFocus !== without
  }
  globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    .observe({ type: 'layout-shift', buffered: true })
`

/** A check that runs on each page, at each size and in both color schemes. */
type Check = {
  name: string
  /** Returns the violations. */
  find: (page: Page) => Promise<readonly unknown[]>
  schemes?: readonly ('light' | 'dark')[]
}

const ask =
  (expression: string) =>
  (page: Page): Promise<readonly unknown[]> =>
    page.evaluate<unknown[]>(expression)

const findJumps = ask(`(() => {
  const moved = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
  const sum = moved.reduce((all, { value }) => all + value, 0)
  return sum >= 0.01
    ? [sum, ...moved.flatMap(({ sources }) => sources.map(({ node }) => node?.className || node?.nodeName))]
    : []
})()`)

const checks: readonly Check[] = [
  { name: 'nothing jumps', find: findJumps },
  {
    name: 'nothing is wider than the screen',
    find: ask(
      `document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : []`,
    ),
    schemes: ['light'],
  },
  {
    name: 'a page has one heading of the first level, a title, and names for its pictures',
    find: ask(`[
      ...(findAll('h1').length === 1 ? [] : [findAll('h1').length + ' h1']),
      ...(/\\S/.test(document.title) && !/undefined|null/.test(document.title) ? [] : [document.title]),
      ...findAll('img:not([alt]), svg[role=img]:not([aria-label]):not([aria-labelledby])').map(({ outerHTML }) => outerHTML.slice(0, 80)),
    ]`),
    schemes: ['light'],
  },
  {
    name: 'the colors are those of the scheme from the first frame',
    find: ask(`(() => {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      return document.documentElement.classList.contains('dark') === isDark ? [] : [document.documentElement.className]
    })()`),
  },
  {
    name: 'nothing moves for somebody who wants less motion',
    find: ask(`findAll('*').flatMap((element) => element.getAnimations())
      .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > 1)
      .map(({ animationName, transitionProperty }) => animationName ?? transitionProperty)`),
    schemes: ['light'],
  },
  {
    name: 'every block of code has a button that copies it',
    find: ask(`findAll('.vp-doc div[class*="language-"]').filter((block) => !block.querySelector('button'))
      .map(({ innerText }) => innerText.slice(0, 60))`),
    schemes: ['light'],
  },
  {
    name: 'what can be clicked is large enough',
    find: (page) => findBarriers(page, { rules: ['target-size', 'scrollable-region-focusable'] }),
    schemes: ['light'],
  },
]

/** Tabs through the first 30 controls of a page, and returns those without a visible focus indicator. */
export async function findHiddenFocus(page: Page): Promise<unknown[]> {
  const hidden: unknown[] = []
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate<string | null>(`(() => {
      const at = findFocus()
      if (!at || at === document.body) return null
      const box = at.getBoundingClientRect()
      const style = getComputedStyle(at)
      const around = [at, at.parentElement, at.closest('.cm-editor')].filter(Boolean).map((element) => getComputedStyle(element))
      const isSeen = box.width > 0 && box.height > 0 && style.visibility !== 'hidden'
      const isOutlined = around.some(({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none')
      const isMarked = isOutlined || (at instanceof SVGElement && isDrawnAnew(at))
      return isSeen && isMarked ? '' : at.outerHTML.slice(0, 120)
    })()`)
    if (found === null) break
    if (found !== '') hidden.push(found)
  }
  return hidden
}

/** Returns the page and the parts of the playground that overflow horizontally. */
export const findSpills = ask(`[document.documentElement, ...findAll('.found, [role=tabpanel]')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((element) => [element.nodeName, element.className, element.scrollWidth - element.clientWidth])`)

/** Returns controls that are too small for touch. Links in sentences and disabled controls are exempt. */
const findSmallTargets =
  ask(`findAll('button, select, textarea, summary, [role=tab], input:not([type=file]), .button')
  .filter((control) => {
    const { width, height } = (control.closest('label, .file') ?? control).getBoundingClientRect()
    // A sign may be smaller than its place.
    const place = parseFloat(getComputedStyle(control, '::after').height) || 0
    const isSeen = width > 1 && height > 1 && control.checkVisibility({ visibilityProperty: true })
    const isInSentence = getComputedStyle(control).display === 'inline' || control.closest('p, .cm-editor')
    return isSeen && !isInSentence && (Math.max(height, place) < 39.5 || width < 24)
  })
  .map((control) => control.outerHTML.slice(0, 90) + ' ' + Math.round(control.getBoundingClientRect().height))`)

/** Signs of a polished page, as far as a script can measure them. */
export const finish: readonly Scenario[] = [
  {
    name: 'what a finger operates is 40 pixels high',
    play: async (first, url) => {
      const context = await first
        .context()
        .browser()
        ?.newContext({ hasTouch: true, isMobile: true })
      const page = await context?.newPage()
      if (!page) throw new Error('there is no other context')
      await page.addInitScript(library)
      const found: unknown[] = []
      for (const viewport of sizes) {
        await page.setViewportSize(viewport)
        for (const path of kinds) {
          await open(page, url + path)
          for (const what of await findSmallTargets(page))
            found.push(`${path} at ${viewport.width}: ${String(what)}`)
        }
      }
      await context?.close()
      expect(found, [])
    },
  },
  ...(['light', 'dark'] as const).map((scheme): Scenario => ({
    name: `every kind of page is finished at three sizes, ${scheme}`,
    play: async (page, url) => {
      await page.addInitScript(library)
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const found: unknown[] = []
      for (const viewport of sizes) {
        await page.setViewportSize(viewport)
        for (const path of kinds) {
          await open(page, url + path)
          for (const { name, find, schemes = ['light', 'dark'] } of checks) {
            if (!schemes.includes(scheme)) continue
            for (const what of await find(page))
              found.push(`${path} at ${viewport.width}: not true that ${name}: ${String(what)}`)
          }
        }
      }
      expect(found, [])
    },
  })),
  {
    name: 'nothing jumps while a page comes over a slow network',
    play: async (page, url) => {
      await page.addInitScript(library)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await slowDown(page)
      const found: unknown[] = []
      for (const viewport of sizes) {
        await page.setViewportSize(viewport)
        for (const path of [...kinds, '404.html']) {
          await page.goto(url + path, { waitUntil: 'networkidle' })
          await page.waitForTimeout(500)
          for (const what of await findJumps(page))
            found.push(`${path} at ${viewport.width}: ${String(what)}`)
        }
      }
      expect(found, [])
    },
  },
  {
    name: 'where the browser refuses to copy, the text is selected or said',
    play: async (page, url) => {
      // As on pages without HTTPS.
      await page.addInitScript(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
      )
      await open(page, `${url}playground/`)
      await page.getByRole('button', { name: 'Copy as command' }).click()
      await page.getByRole('status').getByText('The command is: routerfile lint').waitFor()
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('dialog').getByText('Copy it from the field.').waitFor()
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
      expect(await page.evaluate('String(getSelection())'), link)
      await open(page, `${url}generator/`)
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      // Manual steps are not commands and have no copy button.
      const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
      const step = steps.filter({ has: page.getByRole('button') }).first()
      await step.getByRole('button', { name: /^Copy/ }).click()
      await step.getByRole('button', { name: 'Press Ctrl+C' }).waitFor()
      expect(
        (await page.evaluate<string>('String(getSelection())')).trim(),
        (await step.locator('code').innerText()).trim(),
      )
      for (const path of ['', 'guides/start.html']) {
        await open(page, url + path)
        const block = page.locator('.language-sh').first()
        await block.getByRole('button').click()
        await page.getByRole('status').getByText('Press Ctrl+C').waitFor()
        expect(
          (await page.evaluate<string>('String(getSelection())')).trim(),
          (await block.locator('pre').innerText()).trim(),
        )
      }
    },
  },
  {
    name: 'the focus is seen on every kind of page',
    play: async (page, url) => {
      await page.addInitScript(library)
      await page.setViewportSize({ width: 1280, height: 800 })
      const found: unknown[] = []
      for (const path of kinds) {
        await open(page, url + path)
        for (const what of await findHiddenFocus(page)) found.push(`${path}: ${String(what)}`)
      }
      expect(found, [])
    },
  },
  {
    name: 'pages fit at 320 pixels, at twice the zoom, and with text of twice the size',
    play: async (page, url) => {
      const found: unknown[] = []
      const measure = async (what: string): Promise<void> => {
        const wide = await page.evaluate<number>(
          'document.documentElement.scrollWidth - innerWidth',
        )
        if (wide > 0) found.push(`${what}: ${wide} px too wide`)
      }
      for (const path of kinds) {
        await page.setViewportSize({ width: 320, height: 640 })
        await open(page, url + path)
        await measure(`${path} at 320`)
        await page.setViewportSize({ width: 640, height: 400 })
        await page.waitForTimeout(100)
        await measure(`${path} at 200 %`)
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        await page.waitForTimeout(100)
        await measure(`${path} with large text`)
      }
      expect(found, [])
    },
  },
  {
    name: 'long names, keys and values spill nowhere',
    play: async (page, url) => {
      await page.addInitScript(library)
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, `${url}playground/`)
      const long = `${'k'.repeat(80)}: ${'v'.repeat(300)}\n`
      // Router files and other files alternate, because the panels differ between them.
      const files = Array.from({ length: 60 }, (_, index) => ({
        name: `${String(index).padStart(3, '0')}-${'n'.repeat(110)}.yml`,
        mimeType: 'text/yaml',
        buffer: Buffer.from(index % 2 === 0 ? `${sound}${long}` : `v: 3\n${long}`),
      }))
      await page.getByLabel('Open files').setInputFiles(files)
      await page.getByRole('list', { name: 'Findings' }).getByText('kkkk').first().waitFor()
      const found: unknown[] = []
      for (const name of ['000-', '001-']) {
        await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
        for (const viewport of sizes) {
          await page.setViewportSize(viewport)
          await page.waitForTimeout(200)
          for (const what of await findSpills(page))
            found.push(`${name} at ${viewport.width}: ${String(what)}`)
        }
      }
      expect(found, [])
    },
  },
]
