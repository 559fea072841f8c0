import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { signIn, startController } from '../network.js'
import type { Scenario } from '../scenario.js'
import { until, windowSize } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { waitForStatus } from './steps.js'

/** Played before a router file is open. */
export const emptyRoutersView: Scenario = {
  name: 'the view Routers says calmly that there is nothing, and starts no process',
  beforeRouterFiles: true,
  play: async (workbench) => {
    const settings = '.vscode/settings.json'
    const header = workbench.page.locator('.pane-header', { hasText: 'Routers' }).first()
    await workbench.create(
      settings,
      '{ "files.exclude": { "**/*.yml": true, "**/*.yaml": true, "**/*.json": true } }',
    )
    try {
      await untilYamlIsShown(workbench, false)
      await header.click()
      await workbench.page
        .locator('.welcome-view-content', {
          hasText: 'There are no router files in this workspace.',
        })
        .first()
        .waitFor({ timeout: 20_000 })
      assert.deepEqual(await workbench.notifications(), [])
      assert.deepEqual(await rows(workbench), [])
      assert.deepEqual(workbench.serverProcesses(), [])
      // A view that is hidden does not start the server when the files are shown again.
      await header.click()
    } finally {
      await workbench.create(settings, '{}')
      await untilYamlIsShown(workbench, true)
    }
    await workbench.run('Explorer: Focus on Folders View')
  },
}

/** The view of router files in the side bar. */
export const routers: readonly Scenario[] = [
  {
    name: 'the view Routers lists files with findings and links',
    play: async (workbench) => {
      await showAllRows(workbench)
      await workbench.run('Explorer: Focus on Routers View')
      await until('the files are listed', async () =>
        (await rows(workbench)).some((text) => text.includes('madrid')),
      )
      assert.match((await rows(workbench)).join('\n'), / link/)
      await workbench.page.setViewportSize(windowSize)
      await workbench.run('Explorer: Focus on Folders View')
    },
  },
  {
    name: 'the view Routers shows what runs, the difference, and pulls a file',
    // What runs is asked for by the command line, which a browser does not have.
    hosts: ['desktop'],
    play: async (workbench) => {
      const oslo = workbench.read('oslo.router.yml')
      const controller = await startController({
        oslo: oslo.replace('mode: host', 'mode: host\n      svcPollRate: 30s'),
        paris: workbench.read('paris.router.yml'),
        helsinki: oslo.replaceAll('oslo', 'helsinki'),
      })
      try {
        await showAllRows(workbench)
        await workbench.run('Explorer: Focus on Routers View')
        await workbench.run('Router file: Compare with Running Routers')
        await until('it is said that nobody signed in', async () =>
          (await workbench.notifications()).some(
            (text) => text.includes('login') && !text.startsWith('Install'),
          ),
        )
        await signIn(dirname(workbench.folder), controller.url)
        await workbench.run('Router file: Compare with Running Routers')
        const untilRow = (row: RegExp): Promise<void> =>
          until(`there is a row ${row.source}`, async () =>
            (await rows(workbench)).some((text) => row.test(text)),
          )
        await untilRow(/oslo.*runs other values/)
        await untilRow(/paris.*runs the (?:file|same)/)
        await untilRow(/lisbon.*is not running/)
        await untilRow(/helsinki.*runs without a file/)
        await pressInRow(workbench, 'helsinki', 'Pull Running Configuration')
        await until('the file is there', () => workbench.has('helsinki.router.yml'))
        assert.match(workbench.read('helsinki.router.yml'), /tls:helsinki\.example\.com:10080/)
        await waitForStatus(workbench, /^OpenZiti \d/)
        await workbench.run('Explorer: Focus on Routers View')
        const file = workbench.page.locator(row, { hasText: 'oslo' }).first()
        await file.locator('.monaco-tl-twistie').first().click()
        await pressInRow(workbench, /runs other values, release/, 'Show Difference')
        await until('the difference is open', async () =>
          (await workbench.lines()).some((line) => line.includes('svcPollRate: 30s')),
        )
      } finally {
        await controller.close()
        await workbench.page.setViewportSize(windowSize)
        await workbench.run('Explorer: Focus on Folders View')
      }
    },
  },
]

const row = '.tree-explorer-viewlet-tree-view .monaco-list-row'

/** Makes room for the view, as rows that do not fit into it are not drawn. */
async function showAllRows(workbench: Workbench): Promise<void> {
  await workbench.page.setViewportSize({ ...windowSize, height: 2_000 })
  await workbench.run('Explorer: Focus on Folders View')
  await workbench.page.locator('.pane-header', { hasText: 'network' }).first().click()
}

/** Presses the button of a row, which is shown under the mouse. */
async function pressInRow(
  { page }: Workbench,
  text: string | RegExp,
  button: string,
): Promise<void> {
  const found = page.locator(row, { hasText: text }).last()
  await found.hover({ timeout: 20_000 })
  await found.locator(`.action-label[aria-label^="${button}"]`).first().click({ timeout: 20_000 })
}

const rows = async ({ page }: Workbench): Promise<string[]> =>
  (await page.locator(row).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))

/** Waits until the list of files has YAML files, or none: VS Code reads changed settings a while later. */
async function untilYamlIsShown(workbench: Workbench, isShown: boolean): Promise<void> {
  const names = workbench.page.locator('.explorer-folders-view .monaco-list-row')
  await until(
    'the list of files follows the settings',
    async () =>
      (await names.allInnerTexts()).some((name) => /\.ya?ml$/.test(name.trim())) === isShown,
  )
}
