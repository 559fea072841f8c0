import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { findSpills, library, open, sizes } from './checks.js'
import { openFiles } from './names.js'
import { withUi } from './ui.js'

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')

const measureButtons = (page: Page): Promise<number[]> =>
  page.evaluate("findAll('.toolbar button').map(({ offsetWidth }) => offsetWidth)")

/** Scenarios of pages that are empty, loading, or have a lot to show. */
export const states: readonly Scenario[] = [
  {
    name: 'the playground says what is empty and what to do about it',
    play: async (page, url) => {
      await open(page, `${url}playground/`)
      await page.getByRole('textbox', { name: 'Router file' }).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page.getByText('Paste, drop or open a router file').waitFor()
      await page.getByText('An empty file has no findings').waitFor()
      const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem')
      expect(await findings.count(), 0)
      expect(await page.locator('.cm-lintPoint, .cm-lint-marker, [data-message]').count(), 0)
      expect(await page.getByRole('region', { name: 'Story of the sample' }).isVisible(), false)
      await page.getByRole('tab', { name: 'Links' }).click()
      await page.getByText('None of the open files is a router file').waitFor()
      await page.getByRole('tab', { name: 'Effective' }).click()
      await page.getByText('An empty file has no values').waitFor()
      await page.getByRole('tab', { name: 'Upgrade' }).click()
      await page.getByText('An empty file does not change').waitFor()
      await page.getByRole('tab', { name: 'Explain' }).click()
      await page.getByLabel('Key or rule').fill('nosuchthing')
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.getByText('Unknown key or rule "nosuchthing"').waitFor()
      expect(await page.getByRole('button', { name: 'Fix all' }).isDisabled(), true)
      await openFiles(page, { 'sound.yml': sound })
      await page.getByText('No findings: a router of release').waitFor()
      const tabs = page.getByRole('navigation', { name: 'Files' }).getByRole('listitem')
      expect(await tabs.allInnerTexts(), ['sound.yml'])
    },
  },
  {
    name: 'the mesh page says what is empty and what to do about it',
    play: async (page, url) => {
      await open(page, `${url}mesh/`)
      await openFiles(page, { 'a.yml': sound })
      await page.getByRole('button', { name: 'Remove a.yml' }).click()
      await page.getByText('There are no router files. Open some, or choose an example.').waitFor()
      await page.getByRole('button', { name: 'Two regions and a hub' }).click()
      await page.getByRole('searchbox', { name: 'Find a router' }).fill('nosuchthing')
      await page.getByText('No router has this in its name.').waitFor()
    },
  },
  {
    name: 'the board says what is empty and what to do about it',
    play: (page) =>
      withUi('a: 1\n', async (address, path) => {
        rmSync(path)
        await page.goto(address)
        await page.getByText('put one there, or generate one').waitFor()
        writeFileSync(path, sound)
        await page.getByRole('button', { name: 'router.yml' }).first().waitFor()
        await page.getByText('No findings.').waitFor()
        await page.getByRole('searchbox', { name: 'Filter files' }).fill('nosuchthing')
        await page.getByText('Clear the filter to see all').waitFor()
      }),
  },
  {
    name: 'a check that takes too long is stopped and says so, and no button changes its width meanwhile',
    play: async (page, url) => {
      await page.addInitScript(library)
      await open(page, `${url}playground/`)
      const widths = await measureButtons(page)
      const other = await page.context().newPage()
      await other.addInitScript('delete Navigator.prototype.serviceWorker')
      await other.addInitScript(library)
      await other.route('**/tools/language-server.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => undefined' }),
      )
      await other.goto(`${url}playground/`)
      await other.getByText('Checking …').first().waitFor()
      expect(
        await other.evaluate(`(async () => {
          const [word] = findAll('.outcome .late')
          const copy = word.cloneNode(true)
          word.after(copy)
          const before = getComputedStyle(copy).visibility
          await new Promise((resolve) => setTimeout(resolve, 300))
          const after = getComputedStyle(copy).visibility
          copy.remove()
          return [before, after]
        })()`),
        ['hidden', 'visible'],
      )
      expect(await measureButtons(other), widths)
      await other.getByRole('status').getByText('The check took too long').waitFor()
    },
  },
  {
    name: 'two hundred files and five hundred findings spill nowhere',
    play: (page) => {
      const unknown = Array.from(
        { length: 500 },
        (_, index) => `unknown${index}: ${'v'.repeat(40)}\n`,
      )
      const others = Object.fromEntries(
        Array.from({ length: 199 }, (_, index) => [
          `${String(index).padStart(3, '0')}-${'n'.repeat(100)}.yml`,
          index % 10 === 0 ? `${sound}unknown: 1\n` : sound,
        ]),
      )
      return withUi(
        `${sound}${unknown.join('')}`,
        async (address) => {
          await page.addInitScript(library)
          await page.goto(address)
          await page
            .getByText('This folder: 200 files')
            .or(page.getByText(': 200 files'))
            .first()
            .waitFor({ timeout: 60_000 })
          const found: unknown[] = []
          const measure = async (what: string): Promise<void> => {
            for (const viewport of sizes) {
              await page.setViewportSize(viewport)
              await page.waitForTimeout(300)
              for (const spill of await findSpills(page))
                found.push(`${what} at ${viewport.width}: ${String(spill)}`)
            }
          }
          await measure('board')
          await page
            .getByRole('list', { name: 'Files', exact: true })
            .getByRole('button', { name: 'router.yml' })
            .click()
          await page.getByRole('list', { name: 'Findings' }).getByText('unknown499').waitFor()
          await measure('editor')
          expect(found, [])
        },
        others,
      )
    },
  },
]
