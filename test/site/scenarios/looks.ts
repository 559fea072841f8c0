import type { Page } from 'playwright-core'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { kinds, library, open } from './checks.js'

/**
 * Runs on the page: reads the style of a control, and the contrast ratio of a text to its
 * background, from 1 to 21.
 */
const looks = `
  globalThis.isShown = (element) =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  globalThis.getAbove = (element) => element.parentElement ?? element.getRootNode().host
  globalThis.readLook = (element) => {
    const style = getComputedStyle(element)
    return ['color', 'backgroundColor', 'borderTopColor', 'borderTopStyle', 'borderBottomColor', 'outlineStyle',
      'outlineColor', 'boxShadow', 'textDecorationLine', 'textDecorationThickness', 'translate', 'opacity', 'filter', 'fontWeight', 'transform']
      .map((name) => style[name]).join('; ')
  }
  const pixel = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d', { willReadFrequently: true })
  globalThis.paint = (colors) => {
    pixel.clearRect(0, 0, 1, 1)
    for (const color of colors) {
      pixel.fillStyle = color
      pixel.fillRect(0, 0, 1, 1)
    }
    return [...pixel.getImageData(0, 0, 1, 1).data]
  }
  globalThis.readGrounds = (element) => {
    const grounds = []
    for (let at = element; at; at = getAbove(at)) grounds.unshift(getComputedStyle(at).backgroundColor)
    return ['white', ...grounds]
  }
  globalThis.measureContrast = (front, grounds) => {
    const [dim, bright] = [paint(grounds), paint([...grounds, front])]
      .map((color) => color.slice(0, 3)
        .map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
      .sort((a, b) => a - b)
    return (bright + 0.05) / (dim + 0.05)
  }
`

/** Marks one control of each distinct style on the page, and returns how many there are. */
const markControls = `(() => {
  const seen = new Set()
  let count = 0
  for (const control of findAll('button, a.button, .actions a, [role=tab], select, input, textarea, summary')) {
    if (!isShown(control) || control.closest('[inert], .cm-editor') || control.type === 'file') continue
    const { top, left, width, height } = control.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    const kind = [control.localName, control.type, control.disabled, control.getAttribute('role'), readLook(control)].join()
    if (seen.has(kind)) continue
    seen.add(kind)
    control.setAttribute('data-control', String(count++))
  }
  return count
})()`

type Looks = { look: string; contrast: number; html: string; isOff: boolean; isText: boolean }

const readControl = (page: Page, index: number): Promise<Looks | null> =>
  page.evaluate(`(() => {
    const [control] = findAll('[data-control="${index}"]')
    if (!control || !isShown(control)) return null
    return {
      // A sign, a label or the row may show what the control itself does not.
      look: [control, control.closest('label'), getAbove(control), ...control.children].filter(Boolean).map(readLook).join(' | '),
      contrast: measureContrast(getComputedStyle(control).color, readGrounds(control)),
      html: control.outerHTML.replaceAll(/\\s+/g, ' ').slice(0, 220),
      isOff: control.disabled === true,
      isText: /\\S/.test(control.innerText ?? ''),
    }
  })()`)

/** Returns what is wrong with a control when it is hovered, pressed and focused. */
async function findFaults(page: Page, index: number): Promise<string[]> {
  const rest = await readControl(page, index)
  if (!rest) return []
  const control = page.locator(`[data-control="${index}"]`)
  const box = await control.boundingBox()
  if (!box) return []
  const faults: string[] = []
  await control.scrollIntoViewIfNeeded()
  await control.hover({ force: true, timeout: 5_000 })
  // The theme animates color changes.
  await page.waitForTimeout(300)
  const hovered = await readControl(page, index)
  if (!hovered) return []
  if (hovered.isText && !hovered.isOff && hovered.contrast < 4.5)
    faults.push(`${hovered.contrast.toFixed(2)} under the mouse: ${rest.html}`)
  const isField = /^<(?:input|textarea|select)/.test(rest.html)
  if (rest.isOff) return faults
  // A field shows the text pointer instead; a selected control cannot be selected again.
  const isChosen = /aria-(?:pressed|selected)="true"/.test(rest.html)
  if (!isField && !isChosen && hovered.look === rest.look)
    faults.push(`the same under the mouse: ${rest.html}`)
  if (/^<button|role="tab"/.test(rest.html)) {
    await page.mouse.down()
    const pressed = await readControl(page, index)
    // Releasing the button elsewhere does not click the control.
    await page.mouse.move(0, 0)
    await page.mouse.up()
    if (pressed?.look === hovered.look) faults.push(`the same when pressed: ${rest.html}`)
  }
  await page.mouse.move(0, 0)
  return faults
}

/** Returns children of flex and grid containers whose reading order differs from their position. */
const findDisorder = `findAll('*').flatMap((container) => {
  if (!/flex|grid/.test(getComputedStyle(container).display) || container.closest('svg')) return []
  const parts = [...container.children]
    // The headings of a guide are read before it, and stand at its side.
    .filter((part) => isShown(part) && !part.matches('.VPDoc .aside') && !/absolute|fixed/.test(getComputedStyle(part).position))
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  return parts.slice(1).flatMap(({ part, box }, index) => {
    const before = parts[index].box
    const isAbove = box.bottom <= before.top + 1 && box.left < before.right - 1
    const isLeft = box.right <= before.left + 1 && box.top < before.bottom - 1 && before.top < box.bottom - 1
    const hasControls = (element) => element.matches('a, button, input, select, textarea') || element.querySelector('a, button, input, select, textarea')
    return (isAbove || isLeft) && hasControls(part) && hasControls(parts[index].part)
      ? [part.localName + '.' + part.className + ' stands before ' + parts[index].part.className] : []
  })
}).concat(findAll('[tabindex]').filter(({ tabIndex }) => tabIndex > 0).map(({ outerHTML }) => outerHTML.slice(0, 100)))`

/**
 * Returns titles that only mouse users can see: the element cannot be focused, and its text and
 * name differ from the title.
 */
const findHiddenTitles = `findAll('[title]').filter((element) => {
  if (!isShown(element) || element.title === '') return false
  const canBeFocused = element.matches('a[href], button, input, select, textarea, summary, [tabindex]')
  const said = [element.innerText, element.getAttribute('aria-label'), getAbove(element)?.innerText].join(' ')
  // Lines are folded by keys, too.
  return !canBeFocused && !element.closest('.cm-gutters') &&
    element.title.split(/[ :,\`;?]+/).some((word) => !said.includes(word))
}).map(({ outerHTML }) => outerHTML.slice(0, 120))`

/** Returns texts that are unreadable while selected. */
const findUnreadableSelections = `findAll('p, li, td, h1, h2, code, code span, input, textarea')
  .filter((element) => isShown(element) && /\\S/.test(element.innerText ?? element.value) && !element.closest('.cm-content, .hidden-input, [aria-hidden=true]'))
  .flatMap((element) => {
    const selected = getComputedStyle(element, '::selection')
    const grounds = [...readGrounds(element), selected.backgroundColor]
    const isMarked = String(paint(grounds)) !== String(paint(readGrounds(element)))
    const contrast = measureContrast(selected.color, grounds)
    return isMarked && contrast >= 4.5 ? []
      : [element.localName + '.' + element.className + ' ' + contrast.toFixed(2) + (isMarked ? '' : ' not marked')]
  })
  .filter((fault, index, faults) => faults.indexOf(fault) === index)`

/** Returns the position of every visible element. */
const readPlaces = `findAll('body *').filter((element) => isShown(element) && !element.closest('[role=switch]')).map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [element.localName, element.className?.baseVal ?? element.className, ...[x, y, width, height].map(Math.round)].join(' ')
})`

/** Opens each kind of page, and fails if `find` reports anything. */
async function askEach(
  page: Page,
  url: string,
  find: (path: string) => Promise<readonly unknown[]>,
): Promise<void> {
  await page.addInitScript(library)
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => { ${looks} })`)
  const found: unknown[] = []
  for (const path of kinds) {
    await open(page, url + path)
    for (const what of await find(path)) found.push(`${path}: ${String(what)}`)
  }
  expect(found, [])
}

/** Scenarios about the appearance of controls, texts and pages in each of their states. */
export const looksOfPages: readonly Scenario[] = [
  ...(['light', 'dark'] as const).map((scheme): Scenario => ({
    name: `controls look different under the mouse and when pressed, and can be read then, ${scheme}`,
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await askEach(page, url, async () => {
        const count = await page.evaluate<number>(markControls)
        const faults: string[] = []
        for (let index = 0; index < count; index += 1)
          faults.push(...(await findFaults(page, index)))
        return faults
      })
    },
  })),
  {
    name: 'controls are reached in the order in which they are read, and no title is for the mouse alone',
    play: async (page, url) => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await askEach(page, url, async () => [
          ...(await page.evaluate<unknown[]>(findDisorder)),
          ...(await page.evaluate<unknown[]>(findHiddenTitles)),
        ])
      }
    },
  },
  ...(['light', 'dark'] as const).map((scheme): Scenario => ({
    name: `what is selected can be read, ${scheme}`,
    play: async (page, url) => {
      await page.emulateMedia({ colorScheme: scheme })
      await askEach(page, url, async (path) => {
        const faults = await page.evaluate<unknown[]>(findUnreadableSelections)
        if (path !== 'playground/') return faults
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.press('Control+a')
        const readGround = `(() => {
          const [mark] = findAll('.cm-selectionBackground')
          return mark ? [getComputedStyle(mark).backgroundColor, getComputedStyle(mark.closest('.cm-editor')).backgroundColor] : []
        })()`
        await page.locator('.cm-selectionBackground').first().waitFor()
        const focused = await page.evaluate<string[]>(readGround)
        await page.getByRole('tab', { name: 'Explain' }).focus()
        const left = await page.evaluate<string[]>(readGround)
        return [
          ...faults,
          ...[focused, left]
            .filter(([mark, ground]) => mark === undefined || mark === ground)
            .map(() => 'a selection that is not seen'),
        ]
      })
    },
  })),
  {
    name: 'the chosen colors are there before the first frame, and nothing moves when they are switched',
    play: async (page, url) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.addInitScript(`
        globalThis.painted = []
        new PerformanceObserver((list) => {
          for (const { name } of list.getEntries())
            painted.push(name + (document.documentElement.classList.contains('dark') ? '' : ' light'))
        }).observe({ type: 'paint', buffered: true })
      `)
      await page.goto(url)
      await page.evaluate("localStorage.setItem('vitepress-theme-appearance', 'dark')")
      await askEach(page, url, async () => {
        const painted = await page.evaluate<string[]>('painted')
        const dark = await page.evaluate<string[]>(readPlaces)
        await page.getByRole('switch').first().click()
        await page.waitForTimeout(300)
        const light = await page.evaluate<string[]>(readPlaces)
        await page.getByRole('switch').first().click()
        await page.waitForTimeout(100)
        const isMoved = dark.length !== light.length
        return [
          ...painted.filter((name) => name.includes('light')),
          ...(painted.length > 0 ? [] : ['nothing was painted']),
          ...(isMoved ? [`${dark.length} parts, then ${light.length}`] : []),
          ...dark.filter((place, index) => !isMoved && place !== light[index]),
        ]
      })
    },
  },
]
