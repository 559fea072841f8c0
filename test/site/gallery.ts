import { Buffer } from 'node:buffer'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { withUi } from './scenarios/ui.js'

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')

const openFiles = (page: Page, files: Readonly<Record<string, string>>): Promise<void> =>
  page
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles(
      Object.entries(files).map(([name, text]) => ({
        name,
        mimeType: 'text/yaml',
        buffer: Buffer.from(text),
      })),
    )

/** Router files of a network; each router is in the group of its region. */
const createNetwork = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const region = `region-${index % 7}`
      const text = sound
        .replaceAll('router.example.com', `router-${index}.example.com`)
        .replace(/(- binding: transport\n)/g, `$1      groups: [${region}, core]\n`)
      return [`router-${index}.yml`, text]
    }),
  )

const showNetwork =
  (count: number) =>
  async (page: Page): Promise<void> => {
    await openFiles(page, createNetwork(count))
    await page.getByRole('figure', { name: new RegExp(`^Links between ${count} router`) }).waitFor()
  }

type View = { path: string; prepare?: (page: Page) => Promise<unknown> }

const findings = (page: Page): Promise<void> =>
  page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor()

/** Every kind of page in every state. */
const views: Readonly<Record<string, View>> = {
  front: { path: '' },
  'front-healed': {
    path: '',
    prepare: (page) => page.getByRole('button', { name: 'Fix it' }).click(),
  },
  start: { path: 'guides/start.html' },
  guide: { path: 'guides/explain.html' },
  'playground-findings': { path: 'playground/#sample=misspelled-key', prepare: findings },
  'playground-error': { path: 'playground/#sample=duration-without-unit', prepare: findings },
  'playground-empty': {
    path: 'playground/',
    prepare: async (page) => {
      await findings(page)
      await page.getByRole('textbox', { name: 'Router file' }).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
    },
  },
  'playground-diff': {
    path: 'playground/#sample=misspelled-key',
    prepare: async (page) => {
      await findings(page)
      await page.getByRole('button', { name: 'Fix all' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'playground-upgrade': {
    path: 'playground/#sample=written-for-another-release',
    prepare: async (page) => {
      await findings(page)
      await page.getByRole('tab', { name: 'Upgrade' }).click()
    },
  },
  'playground-sound': {
    path: 'playground/',
    prepare: async (page) => {
      await findings(page)
      await openFiles(page, { 'sound.yml': sound })
    },
  },
  'mesh-example': { path: 'mesh/' },
  'mesh-1': { path: 'mesh/', prepare: showNetwork(1) },
  'mesh-6': { path: 'mesh/', prepare: showNetwork(6) },
  'mesh-30': { path: 'mesh/', prepare: showNetwork(30) },
  'mesh-200': { path: 'mesh/', prepare: showNetwork(200) },
  'generator-empty': { path: 'generator/' },
  'generator-filled': {
    path: 'generator/',
    prepare: (page) => page.getByRole('button', { name: 'Fill in an example' }).click(),
  },
  'generator-error': {
    path: 'generator/',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Enrollment token' }).fill('not a token')
      await page.getByRole('textbox', { name: 'Advertised host' }).fill('https://x.example.com')
      await page.keyboard.press('Tab')
    },
  },
  rules: { path: 'rules/index.html' },
  rule: { path: 'rules/unknown-key.html' },
  keys: { path: 'keys/index.html' },
  'rule-edited': {
    path: 'rules/unknown-key.html',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit here' }).first().click()
      await findings(page)
    },
  },
  key: { path: 'keys/link.dialers.html' },
  'key-leaf': { path: 'keys/forwarder.linkDialWorkerCount.html' },
  missing: { path: '404.html' },
}

const shots = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 1920, height: 1080 },
] as const

/** Takes screenshots of the wanted views for manual review. They are not part of the repository. */
export async function takeGallery(
  browser: Browser,
  url: string,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const take = async (name: string, address: string, prepare: View['prepare']): Promise<void> => {
    if (!isWanted(name)) return
    for (const { colorScheme, width, height } of shots) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      try {
        await page.goto(address)
        // Pages of `routerfile ui` always have a request open that waits for changes, so they never
        // become idle.
        if (address.startsWith(url)) await page.waitForLoadState('networkidle')
        await prepare?.(page)
        await page.waitForTimeout(700)
      } catch (error) {
        console.log(`${name}: ${String(error)}`)
      }
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) })
      await context.close()
    }
  }
  for (const [name, { path, prepare }] of Object.entries(views))
    await take(name, url + path, prepare)
  const others = {
    'north.yml': `${sound}forwarder:\n  latencyProbeInterval: 10\n`,
    'south.yml': sound.replaceAll('router.example.com', 'south.example.com'),
    'west.yml': sound.replace('v: 3\n', 'v: 3\nforwarder:\n  linkDialWorkerCount: 1\n'),
  }
  await withUi(
    sound,
    async (address) => {
      const list = (page: Page) => page.getByRole('list', { name: 'Files', exact: true })
      await take('board', address, (page) => list(page).getByText('west.yml').waitFor())
      await take('board-editor', address, async (page) => {
        await list(page).getByRole('button', { name: 'west.yml' }).click()
        await page.getByRole('textbox', { name: 'Router file' }).waitFor()
        await findings(page)
      })
    },
    others,
  )
}
