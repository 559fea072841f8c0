import { spawnSync } from 'node:child_process'
import { requirePackage } from './install.js'

/** What is used of Playwright; its types are not at hand, as it is not among the packages of the project. */
export type Locator = {
  locator: (selector: string, options?: { hasText?: string | RegExp }) => Locator
  first: () => Locator
  last: () => Locator
  nth: (index: number) => Locator
  filter: (options: { hasText: string | RegExp }) => Locator
  count: () => Promise<number>
  isVisible: () => Promise<boolean>
  allInnerTexts: () => Promise<string[]>
  inputValue: () => Promise<string>
  innerText: (options?: { timeout: number }) => Promise<string>
  getAttribute: (name: string) => Promise<string | null>
  click: (options?: { timeout?: number; button?: 'left' | 'right' }) => Promise<void>
  hover: (options?: { timeout?: number }) => Promise<void>
  waitFor: (options?: {
    state?: 'attached' | 'visible' | 'hidden'
    timeout?: number
  }) => Promise<void>
  evaluateAll: <T>(read: (elements: PageElement[]) => T) => Promise<T>
  contentFrame: () => Frame
}

/** An element as a function that runs in the page finds it. */
export type PageElement = {
  innerText: string
  textContent: string | null
  className: string
  style: Record<string, string>
  getAttribute: (name: string) => string | null
}

export type Frame = {
  locator: (selector: string, options?: { hasText?: string | RegExp }) => Locator
  frameLocator: (selector: string) => Frame
}

export type Page = Frame & {
  goto: (url: string) => Promise<unknown>
  waitForEvent: (event: 'load', options: { timeout: number }) => Promise<unknown>
  setViewportSize: (size: { width: number; height: number }) => Promise<void>
  keyboard: {
    press: (keys: string) => Promise<void>
    type: (text: string, options?: { delay: number }) => Promise<void>
    insertText: (text: string) => Promise<void>
  }
  mouse: { move: (x: number, y: number) => Promise<void> }
  screenshot: (options: { path?: string }) => Promise<Buffer>
  on: (
    event: 'console',
    listen: (message: { type: () => string; text: () => string }) => void,
  ) => void
}

export type Browser = {
  newPage: (options: {
    viewport: { width: number; height: number }
    colorScheme: 'dark' | 'light'
    permissions?: readonly string[]
  }) => Promise<Page>
  close: () => Promise<void>
}

type Playwright = {
  chromium: {
    launch: (options: { executablePath: string; args: readonly string[] }) => Promise<Browser>
  }
}

/** The browser on this machine, if there is one. */
const findBrowser = (): string | undefined =>
  ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  )

export function launchBrowser(): Promise<Browser> {
  const name = findBrowser()
  if (name === undefined) throw new Error('Chromium is not installed')
  const executablePath = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()
  const { chromium }: Playwright = requirePackage('playwright-core')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
