import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ElementHandle, HTTPRequest, KeyInput, Page } from 'puppeteer-core'

/** A tab of either browser. Selectors also match inside shadow roots. */
export type Tab = {
  page: Page
  /** Types of the dialogs that the browser opened; each was accepted. */
  dialogs: readonly string[]
  open: (address: string) => Promise<void>
  /** Opens an address in another tab of the same browser. */
  openOther: (address: string) => Promise<Tab>
  /** Waits for a visible element that matches the selector and whose name or text matches. */
  find: (selector: string, text?: RegExp) => Promise<ElementHandle>
  click: (selector: string, text?: RegExp) => Promise<void>
  focus: (selector: string, text?: RegExp) => Promise<void>
  /** Waits until no visible element matches the selector and text. */
  waitForNone: (selector: string, text?: RegExp) => Promise<void>
  count: (selector: string, text?: RegExp) => Promise<number>
  /** Waits until an expression evaluated on the page is true. */
  waitUntil: (expression: string) => Promise<void>
  read: <Value>(expression: string) => Promise<Value>
  type: (text: string) => Promise<void>
  /** Presses keys at the same time, such as Control and Home. */
  press: (...keys: readonly KeyInput[]) => Promise<void>
  select: (selector: string, value: string) => Promise<void>
  /** Opens files through the page's first file input. */
  upload: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>
  /** Opens a folder through the first folder input, by script: Firefox does not accept a folder from its driver. */
  uploadFolder: (files: Readonly<Record<string, string>>) => Promise<void>
  /** Drops files on an element, by script. */
  drop: (selector: string, files: Readonly<Record<string, string>>) => Promise<void>
  /** Blocks requests whose address matches; replaces the previous pattern. */
  block: (address: RegExp) => Promise<void>
}

/** How long an element may take to appear, in milliseconds. Long, because the machine may be busy. */
const patience = 30_000

/** Runs on the page: finds elements in all shadow roots, their names, and the focused element. */
const library = `globalThis.site ??= {
  all(selector, root = document) {
    return [
      ...root.querySelectorAll(selector),
      ...[...root.querySelectorAll('*')].flatMap((element) =>
        element.shadowRoot ? site.all(selector, element.shadowRoot) : []),
    ]
  },
  name: (element) => element.getAttribute('aria-label') ?? element.innerText ?? element.textContent,
  visible(selector, pattern) {
    const text = pattern && new RegExp(pattern[0], pattern[1])
    return site.all(selector).filter((element) =>
      element.getClientRects().length > 0 &&
      (!text || text.test(site.name(element)) || text.test(element.innerText ?? '')))
  },
  focused() {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at
  },
};`

export function createTab(page: Page): Tab {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept().catch(() => undefined)
  })
  const toQuery = (selector: string, text?: RegExp): string =>
    `site.visible(${JSON.stringify(selector)}${text ? `, ${JSON.stringify([text.source, text.flags])}` : ''})`
  const read = async <Value>(expression: string): Promise<Value> => {
    return (await page.evaluate(`${library} ${expression}`)) as Value
  }
  const waitUntil = async (expression: string): Promise<void> => {
    const deadline = Date.now() + patience
    for (;;) {
      // Evaluation fails during a navigation.
      const isTrue = await read<boolean>(`Boolean(${expression})`).catch(() => false)
      if (isTrue) return
      if (Date.now() > deadline) throw new Error(`not within ${patience} ms: ${expression}`)
      await wait(50)
    }
  }
  const find = async (selector: string, text?: RegExp): Promise<ElementHandle> => {
    const query = toQuery(selector, text)
    await waitUntil(`${query}.length > 0`)
    const handle = await page.evaluateHandle(`${library} ${query}[0]`)
    const element = handle.asElement()
    if (!element) throw new Error(`gone: ${query}`)
    return element as ElementHandle
  }
  let blocked: RegExp | undefined
  const answer = (request: HTTPRequest): void =>
    void (blocked?.test(request.url()) ? request.abort() : request.continue()).catch(
      () => undefined,
    )
  return {
    page,
    dialogs,
    open: async (address) => void (await page.goto(address)),
    openOther: async (address) => {
      const other = createTab(await page.browserContext().newPage())
      await other.page.bringToFront()
      await other.open(address)
      return other
    },
    find,
    click: async (selector, text) => {
      const deadline = Date.now() + patience
      for (;;)
        try {
          await (await find(selector, text)).click()
          return
        } catch (error) {
          // The element may be rendered again before the click.
          if (Date.now() > deadline || !/detached|not clickable|gone/.test(String(error)))
            throw error
        }
    },
    focus: async (selector, text) => {
      await find(selector, text)
      await read(`${toQuery(selector, text)}[0].focus()`)
    },
    waitForNone: (selector, text) => waitUntil(`${toQuery(selector, text)}.length === 0`),
    count: (selector, text) => read(`${toQuery(selector, text)}.length`),
    waitUntil,
    read,
    type: (text) => page.keyboard.type(text),
    press: async (...keys) => {
      const held = keys.slice(0, -1)
      for (const key of held) await page.keyboard.down(key)
      const last = keys.at(-1)
      if (last !== undefined) await page.keyboard.press(last)
      for (const key of held.toReversed()) await page.keyboard.up(key)
    },
    select: async (selector, value) => {
      await waitUntil(
        `${toQuery(selector)}.some((select) => [...select.options].some((option) => option.value === ${JSON.stringify(value)}))`,
      )
      await (await find(selector)).select(value)
    },
    upload: async (files) => {
      const query = "site.all('input[type=file]:not([webkitdirectory])')"
      await waitUntil(`${query}.length > 0`)
      const handle = await page.evaluateHandle(`${library} ${query}[0]`)
      const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
      try {
        const paths = Object.entries(files).map(([name, text]) => {
          writeFileSync(join(folder, name), text)
          return join(folder, name)
        })
        await handle.asElement()?.uploadFile(...paths)
        await wait(500)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    uploadFolder: async (files) => {
      await waitUntil("site.all('input[webkitdirectory]').length > 0")
      await read(`(() => {
        const [input] = site.all('input[webkitdirectory]')
        const value = ${JSON.stringify(Object.entries(files))}.map(([path, text]) =>
          Object.defineProperty(new File([text], path.split('/').at(-1)), 'webkitRelativePath', { value: path }))
        Object.defineProperty(input, 'files', { value })
        input.dispatchEvent(new Event('change'))
      })()`)
    },
    drop: (selector, files) =>
      read(`(() => {
        const dataTransfer = new DataTransfer()
        for (const [name, text] of ${JSON.stringify(Object.entries(files))})
          dataTransfer.items.add(new File([text], name, { type: 'text/yaml' }))
        const [target] = ${toQuery(selector)}
        for (const type of ['dragenter', 'dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { bubbles: true, composed: true, cancelable: true, dataTransfer }))
      })()`),
    block: async (address) => {
      if (!blocked) {
        await page.setRequestInterception(true)
        page.on('request', answer)
      }
      blocked = address
    },
  }
}
