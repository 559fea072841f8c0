import { execFileSync, spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { launchBrowser } from './browser.js'
import type { Frame, Locator, Page } from './browser.js'
import { cacheFolder, server } from './install.js'

/** Where the extension runs: in a process of Node as on a desktop, or in a web worker of the page. */
export type Host = 'desktop' | 'web'

export type WorkbenchOptions = {
  host: Host
  /** The package of the extension. */
  vsix: string
  /** Files of the folder that is open. */
  files: Readonly<Record<string, string>>
  settings?: Readonly<Record<string, unknown>>
  /** Whether the folder is one that the user does not trust. */
  isRestricted?: boolean
}

/** The size of the window, in pixels. */
export const windowSize = { width: 1200, height: 750 }

const folderName = 'network'

const extensionId = 'routerfile.routerfile'

/** Starts a workbench in a browser, with a folder of some files open. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const home = mkdtempSync(join(tmpdir(), 'workbench-'))
  const folder = join(home, folderName)
  for (const [path, text] of Object.entries(options.files)) writeTo(join(folder, path), text)
  writeTo(join(home, 'data/User/settings.json'), JSON.stringify(settingsOf(options)))
  writeTo(join(home, 'config.yaml'), '')
  writeTo(join(home, 'bin/routerfile'), commandLine)
  chmodSync(join(home, 'bin/routerfile'), 0o755)
  // The environment of extensions is that of a login shell, which sets PATH anew.
  writeTo(join(home, '.profile'), 'PATH="$HOME/bin:$PATH"\n')

  const port = await findFreePort()
  const log = openSync(join(cacheFolder, `${options.host}.log`), 'w')
  const places = [
    server.entry,
    ...['--config', join(home, 'config.yaml')],
    ...['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')],
  ]
  const running = {
    cwd: home,
    stdio: ['ignore', log, log] satisfies StdioOptions,
    env: environmentOf(home),
  }
  execFileSync(server.node, [...places, '--install-extension', resolve(options.vsix)], running)
  const process = spawn(
    server.node,
    [
      ...places,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--disable-telemetry', '--disable-update-check'],
      ...(options.isRestricted ? [] : ['--disable-workspace-trust']),
    ],
    { ...running, detached: true },
  )
  const browser = await launchBrowser()
  const close = async (): Promise<void> => {
    await browser.close()
    const ended = new Promise((done) => process.on('exit', done))
    // The whole group: code-server starts further processes.
    if (process.exitCode === null) globalThis.process.kill(-Number(process.pid), 'SIGKILL')
    await ended
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const page = await browser.newPage({
      viewport: windowSize,
      colorScheme: 'dark',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const url = `http://127.0.0.1:${port}`
    await until('the server answers', () => answers(`${url}/healthz`))
    await page.goto(`${url}/?folder=${encodeURIComponent(folder)}`)
    const workbench = new Workbench(page, folder, options.host, close)
    await workbench.waitForWindow()
    return workbench
  } catch (error) {
    await close()
    throw error
  }
}

const settingsOf = ({ host, settings, isRestricted }: WorkbenchOptions): object => ({
  // Nothing but the editor and the extension.
  'chat.disableAIFeatures': true,
  'workbench.colorTheme': 'Dark 2026',
  'workbench.startupEditor': 'none',
  // In browsers the default saves by itself.
  'files.autoSave': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // No animation to wait for.
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  ...(isRestricted && {
    'security.workspace.trust.startupPrompt': 'never',
    'security.workspace.trust.untrustedFiles': 'open',
  }),
  ...(host === 'web' && { 'remote.extensionKind': { [extensionId]: ['web'] } }),
  ...settings,
})

/** The command line that is built here, as the user has it installed. */
const commandLine = `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli.cjs')}" "$@"\n`

/** What the processes of the workbench know of this machine: as little as possible. */
const environmentOf = (home: string): Record<string, string> => ({
  PATH: `${join(home, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  HOME: home,
  LANG: 'C.UTF-8',
})

/** A workbench as a user sees it. Commands are run by their title, and what is read is what is on the screen. */
export class Workbench {
  readonly page: Page
  readonly folder: string
  readonly host: Host
  readonly close: () => Promise<void>

  constructor(page: Page, folder: string, host: Host, close: () => Promise<void>) {
    this.page = page
    this.folder = folder
    this.host = host
    this.close = close
  }

  async waitForWindow(): Promise<void> {
    await this.page
      .locator('.monaco-workbench .explorer-viewlet')
      .first()
      .waitFor({ timeout: 60_000 })
    await this.page.locator('.statusbar').first().waitFor()
  }

  /** Reloads the window, with what was open in it. */
  async reload(): Promise<void> {
    // In browsers, the editor writes down what is open every five seconds, and not when it is left.
    await pause(6_000)
    const loaded = this.page.waitForEvent('load', { timeout: 60_000 })
    await this.run('Developer: Reload Window')
    await loaded
    await this.waitForWindow()
  }

  /** The processes of the language server, by their numbers. */
  serverProcesses(): string[] {
    return readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name)) return false
      const command = readCommand(name)
      return command.includes(dirname(this.folder)) && command.includes('server.js')
    })
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys)
  }

  /** Types characters as a person does, with time for the popup to follow. */
  type(text: string, delay = 60): Promise<void> {
    return this.page.keyboard.type(text, { delay })
  }

  /** Opens a file of the folder by its path, and waits until its text is there. */
  async open(path: string): Promise<void> {
    const name = path.split('/').at(-1) ?? ''
    const field = this.page.locator('.quick-input-widget input').first()
    let isAsked = false
    await until(`${path} is open`, async () => {
      // A window whose extensions start again drops keys.
      if (!isAsked && !(await field.isVisible())) {
        await this.press('Control+o')
        await pause(300)
      }
      // The dialog drops what is typed while it reads a folder.
      if (await field.isVisible()) {
        isAsked = true
        await this.press('Control+a')
        await this.page.keyboard.insertText(join(this.folder, path))
        await pause(200)
        await this.press('Enter')
        await pause(500)
      }
      return isAsked && !(await field.isVisible()) && (await this.activeTab()) === name
    })
    await this.page.locator('.editor-instance .view-line').first().waitFor()
  }

  async create(path: string, text: string): Promise<void> {
    writeTo(join(this.folder, path), text)
    await pause(100)
  }

  /** Makes a folder with a file in one step, as moving it from elsewhere does. */
  async createFolder(path: string, name: string, text: string): Promise<void> {
    const origin = join(this.folder, '..', 'elsewhere')
    writeTo(join(origin, name), text)
    renameSync(origin, join(this.folder, path))
    await pause(100)
  }

  /** Removes a file, or a folder with its files. */
  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true })
  }

  /** The text of a file on the disk. */
  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  /** Whether there is a file on the disk. */
  has(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  /** Runs a command of the palette by its title, as `Router file: Restart Language Server`. */
  async run(title: string, timeout?: number): Promise<void> {
    await this.press('F1')
    await this.page.locator('.quick-input-widget input').first().waitFor()
    await this.page.keyboard.insertText(title)
    await this.pick(title, timeout)
  }

  /** Picks a row of the open quick pick by its label. */
  async pick(label: string | RegExp, timeout?: number): Promise<void> {
    const fits = (text: string): boolean =>
      typeof label === 'string' ? text === label : label.test(text)
    await until(`"${label}" is offered`, async () => (await this.picks()).some(fits), timeout)
    const picks = await this.picks()
    await this.page.locator('.quick-input-list .monaco-list-row').nth(picks.findIndex(fits)).click()
    // A list that follows may offer the same row at another place.
    await until(
      `the list with "${label}" is gone`,
      async () =>
        // The row may have been the command that loads the window again.
        String(await this.picks().catch(() => [])) !== String(picks) ||
        !(await this.page.locator('.quick-input-widget').first().isVisible()),
      timeout,
    )
  }

  /** The titles of commands that the palette offers for some words. */
  async commands(words: string): Promise<string[]> {
    await this.press('F1')
    await this.page.locator('.quick-input-widget input').first().waitFor()
    await this.page.keyboard.insertText(words)
    await pause(600)
    const titles = await this.page.locator('.quick-input-list .monaco-list-row').allInnerTexts()
    await this.press('Escape')
    return titles.map(firstLine)
  }

  /** The rows of an open quick pick. */
  async picks(): Promise<string[]> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row')
    return (await rows.allInnerTexts()).map(firstLine)
  }

  /** The title of the open quick pick or field, with its step. */
  async pickTitle(): Promise<string> {
    const titles = this.page.locator('.quick-input-titlebar .quick-input-title')
    return (await titles.allInnerTexts()).join(' ')
  }

  /** What the open quick pick or field asks for. */
  async question(): Promise<string> {
    const parts = this.page.locator('.quick-input-widget .quick-input-message')
    return (await parts.allInnerTexts()).join(' ')
  }

  /** The text in the open field. */
  fieldText(): Promise<string> {
    return this.page.locator('.quick-input-widget input').first().inputValue()
  }

  /** Returns to the step before the open one. */
  goBack(): Promise<void> {
    return this.page.locator('.quick-input-titlebar .codicon-quick-input-back').first().click()
  }

  /** Replaces the text of the open field, and accepts it. */
  async enter(text: string): Promise<void> {
    await pause(300)
    await this.press('Control+a')
    await this.page.keyboard.insertText(text)
    await pause(300)
    await this.press('Enter')
  }

  async goTo(line: number, column: number): Promise<void> {
    await this.press('Control+g')
    await this.page.locator('.quick-input-widget input').first().waitFor()
    await this.page.keyboard.insertText(`${line}:${column}`)
    await this.press('Enter')
    await until('the cursor is there', async () =>
      (await this.statusBar()).some((text) => text === `Ln ${line}, Col ${column}`),
    )
  }

  /** The text of the active editor, to the letter: saved, and read from the disk. */
  async text(path: string): Promise<string> {
    await this.press('Control+s')
    await until(`${path} is saved`, async () => (await this.dirtyTabs()) === 0)
    return this.read(path)
  }

  /** The lines on the screen of the last or only editor, hints within them included. */
  async lines(editor: Locator | Page = this.page): Promise<string[]> {
    const lines = await editor.locator('.editor-instance .view-line').evaluateAll((elements) =>
      elements.map((element) => ({
        top: parseFloat(element.style['top'] ?? '0'),
        text: element.textContent ?? '',
      })),
    )
    return lines
      .sort((left, right) => left.top - right.top)
      .map(({ text }) => text.replaceAll('\u00a0', ' ').replace(/[\u200b-\u200d]/g, ''))
  }

  /** The labels in the popup of completions; none if it is closed. */
  suggestions(rows = '.monaco-list-row'): Promise<string[]> {
    return this.page.locator(`.suggest-widget.visible ${rows} .label-name`).allInnerTexts()
  }

  /** All rows of the popup with what they say beside their labels: it has elements for those on the screen only. */
  async suggestionRows(): Promise<{ label: string; detail: string }[]> {
    const rows = new Map<string, string>()
    const focused = this.page.locator('.suggest-widget.visible .monaco-list-row.focused')
    for (;;) {
      const [label = ''] = await focused.locator('.label-name').allInnerTexts()
      if (rows.has(label)) return [...rows].map(([name, detail]) => ({ label: name, detail }))
      const details = focused.locator('.details-label')
      rows.set(label, (await details.allInnerTexts()).join(' ').trim())
      await this.press('ArrowDown')
      await pause(100)
    }
  }

  /** Those of them that are words which the editor itself finds in texts. */
  suggestedWords(): Promise<string[]> {
    return this.suggestions('.monaco-list-row:has(.codicon-symbol-text)')
  }

  /** The name of the language of the active file. */
  async language(): Promise<string> {
    const [name = ''] = await this.page.locator('#status\\.editor\\.mode').allInnerTexts()
    return name.trim()
  }

  async hoverText(): Promise<string> {
    const hovers = this.page.locator(
      '.monaco-resizable-hover .hover-contents, .monaco-hover:not(.hidden) .hover-contents',
    )
    return [...new Set(await hovers.allInnerTexts())].join('\n')
  }

  /** The titles in the menu of quick fixes. */
  async actions(): Promise<string[]> {
    const rows = this.page.locator('.action-widget .monaco-list-row.action .title')
    return rows.allInnerTexts()
  }

  async chooseAction(title: RegExp): Promise<void> {
    const index = (await this.actions()).findIndex((action) => title.test(action))
    await this.page.locator('.action-widget .monaco-list-row.action').nth(index).click()
  }

  /** The classes of the underlines of findings on the screen. */
  async squiggles(): Promise<string[]> {
    const underlines = this.page.locator(
      '.view-overlays .squiggly-error, .view-overlays .squiggly-warning, .view-overlays .squiggly-info',
    )
    return underlines.evaluateAll((elements) => elements.map(({ className }) => className))
  }

  /** Opens the list of problems; `reset` closes it. */
  async showProblems(): Promise<void> {
    if (!(await this.hasProblems())) await this.press('Control+Shift+m')
    await until('the problems are open', () => this.hasProblems())
  }

  private hasProblems(): Promise<boolean> {
    return this.page.locator('.markers-panel').first().isVisible()
  }

  async problems(): Promise<string[]> {
    const rows = this.page.locator('.markers-panel .monaco-list-row')
    return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  }

  async statusBar(): Promise<string[]> {
    const items = this.page.locator('.statusbar-item')
    return (await items.allInnerTexts()).map((text) => text.trim()).filter(Boolean)
  }

  /** What a screen reader says of an entry of the status bar. */
  async statusLabel(text: string): Promise<string> {
    const entry = this.page.locator('.statusbar-item', { hasText: text }).first()
    return (await entry.getAttribute('aria-label')) ?? ''
  }

  /** Chooses a button of a notification. */
  async answer(button: string): Promise<void> {
    await this.page
      .locator('.notification-toast .monaco-button', { hasText: button })
      .first()
      .click({ timeout: 20_000 })
  }

  async notifications(): Promise<string[]> {
    return this.page.locator('.notification-list-item-message').allInnerTexts()
  }

  /** The name in the active tab. */
  async activeTab(): Promise<string> {
    const [name = ''] = await this.tabs('.editor-group-container.active .tab.active')
    return name
  }

  /** The names in the tabs. */
  tabs(selector = '.tab'): Promise<string[]> {
    return this.page
      .locator(selector)
      .evaluateAll((tabs) =>
        tabs.map((tab) => (tab.getAttribute('aria-label') ?? '').replace(/, .*/, '')),
      )
  }

  private dirtyTabs(): Promise<number> {
    return this.page.locator('.editor-group-container.active .tab.active.dirty').count()
  }

  /** The document in a webview. */
  webview(): Frame {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe')
  }

  async screenshot(path: string): Promise<Buffer> {
    mkdirSync(dirname(path), { recursive: true })
    return this.page.screenshot({ path })
  }

  /** Closes what a scenario left open, and drops what it did not save. */
  async reset(): Promise<void> {
    for (let count = 0; count < 3; count++) await this.press('Escape')
    if (await this.hasProblems()) await this.press('Control+j')
    for (let count = 0; count < 20 && (await this.tabs()).length > 0; count++) {
      // What opens meanwhile takes the focus from the palette.
      await this.run('View: Revert and Close Editor', 5_000).catch(() => this.press('Escape'))
      await pause(100)
    }
    await this.run('Notifications: Clear All Notifications', 5_000).catch(() =>
      this.press('Escape'),
    )
  }
}

/** The command line of a process; empty if it has ended. */
function readCommand(number: string): string {
  try {
    return readFileSync(`/proc/${number}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const firstLine = (text: string): string => text.split('\n')[0]?.trim() ?? ''

/** Waits until something is so, and says what was not if it takes too long. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeout = 20_000,
): Promise<void> {
  const end = Date.now() + timeout
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not within ${timeout / 1000} s: ${what}`)
    await pause(50)
  }
}

function writeTo(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
