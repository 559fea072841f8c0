import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from '../expect.js'
import type { Scenario } from '../scenario.js'
import { withUi } from './ui.js'

type Role = Parameters<Page['getByRole']>[0]

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')
const broken = sound.replace('v: 3\n', 'v: 3\nforwarder:\n  linkDialWorkerCount: 1\n')

/** Checks that each part is on the page exactly once, with exactly this accessible name. */
async function expectParts(
  page: Page,
  parts: readonly [role: Role, name: string][],
): Promise<void> {
  for (const [role, name] of parts) {
    await page.getByRole(role, { name, exact: true }).first().waitFor()
    const count = await page.getByRole(role, { name, exact: true }).count()
    expect({ role, name, count }, { role, name, count: 1 })
  }
}

/** Opens files through the page's file input. */
export const openFiles = (page: Page, files: Readonly<Record<string, string>>): Promise<void> =>
  page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: 'text/yaml',
      buffer: Buffer.from(text),
    })),
  )

/** Accessible names of the parts of each tool. Scripts of other people may depend on them. */
export const names: readonly Scenario[] = [
  {
    name: 'each name that scripts hold on to is on its page once, and a page has one choice of a release',
    play: async (page, url) => {
      const once: Readonly<Record<string, readonly [role: Role, name: string][]>> = {
        'playground/': [
          ['textbox', 'Router file'],
          ['list', 'Findings'],
          ['combobox', 'Release'],
          ['button', 'Fix all'],
        ],
        'mesh/': [
          ['table', 'Links'],
          ['combobox', 'Release'],
        ],
        'generator/': [
          ['textbox', 'Enrollment token'],
          ['combobox', 'Purpose'],
          ['textbox', 'Advertised host'],
          ['combobox', 'Release'],
        ],
        'rules/unknown-key.html': [['combobox', 'Release']],
        'keys/link.dialers.html': [['combobox', 'Release']],
      }
      for (const [path, parts] of Object.entries(once)) {
        await page.goto(url + path)
        await expectParts(page, parts)
        // Release choices that are hidden at this screen size must also be hidden from scripts.
        expect(await page.getByRole('combobox', { name: /release/i }).count(), 1)
      }
      await page.goto(`${url}mesh/`)
      const figure = page.getByRole('figure', { name: /^Links/ })
      await figure.waitFor()
      expect(await figure.count(), 1)
    },
  },
  {
    name: 'the parts of a folder keep their roles and names, each once',
    play: (page) =>
      withUi(broken, async (address) => {
        await page.goto(address)
        await expectParts(page, [['list', 'Files']])
        await page
          .getByRole('list', { name: 'Files', exact: true })
          .getByRole('button', { name: 'router.yml' })
          .click()
        await expectParts(page, [
          ['textbox', 'Router file'],
          ['list', 'Findings'],
          ['list', 'Files'],
          ['button', 'Save'],
        ])
        const word = page.getByRole('status').filter({ hasText: /^(?:Saved|Unsaved)$/ })
        await word.waitFor()
        expect(await word.allInnerTexts(), ['Saved'])
        await page.getByRole('textbox', { name: 'Router file' }).click()
        await page.keyboard.type('#')
        await page.getByRole('status').getByText('Unsaved', { exact: true }).waitFor()
        expect(await word.allInnerTexts(), ['Unsaved'])
      }),
  },
  {
    name: 'the parts of the playground keep their roles and names',
    play: async (page, url) => {
      await page.goto(`${url}playground/`)
      await expectParts(page, [
        ['textbox', 'Router file'],
        ['list', 'Findings'],
        ['combobox', 'Release'],
        ['tab', 'Effective'],
        ['tab', 'Upgrade'],
        ['tab', 'Explain'],
        ['tab', 'Links'],
        ['button', 'Fix all'],
        ['button', 'Share'],
        ['button', 'Download'],
      ])
      await openFiles(page, { 'broken.yml': broken })
      const findings = page.getByRole('list', { name: 'Findings', exact: true })
      await findings.getByText('value-out-of-range', { exact: true }).waitFor()
      expect(await findings.getByRole('listitem').count(), 1)
      for (const name of ['Effective', 'Upgrade', 'Explain', 'Links']) {
        await page.getByRole('tab', { name, exact: true }).click()
        await expectParts(page, [['tabpanel', name]])
      }
    },
  },
  {
    name: 'the parts of the mesh page keep their roles and names',
    play: async (page, url) => {
      await page.goto(`${url}mesh/`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await openFiles(page, {
        'north.yml': sound,
        'south.yml': sound.replaceAll('router.example.com', 'south.example.com'),
      })
      await page
        .getByRole('img', { name: /^Links/ })
        .or(page.getByRole('figure', { name: /^Links/ }))
        .first()
        .waitFor()
      await expectParts(page, [['table', 'Links']])
      const rows = page.getByRole('table', { name: 'Links', exact: true }).locator('tbody tr')
      expect(await rows.count(), 1)
      expect((await rows.getByRole('cell').allInnerTexts()).slice(0, 3), ['north', 'south', 'tls'])
    },
  },
  {
    name: 'the parts of the generator keep their roles and names',
    play: async (page, url) => {
      await page.goto(`${url}generator/`)
      await expectParts(page, [
        ['textbox', 'Enrollment token'],
        ['combobox', 'Purpose'],
        ['textbox', 'Advertised host'],
      ])
      await page.getByRole('button', { name: 'Fill in an example' }).click()
      await expectParts(page, [['region', 'Router file']])
      await page.getByText('north.yml for release').waitFor()
      const file = page.getByRole('region', { name: 'Router file', exact: true })
      expect(await file.innerText(), /^(?:#.*\n)*v: 3\n/)
    },
  },
]
