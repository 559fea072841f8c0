import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { untilLine, waitForStatus } from './steps.js'

const keys =
  'v identity ctrl link dialers listeners edge csr forwarder healthChecks metrics trace profile transport connectEvents interfaceDiscovery proxy ha tls enableDebugOps'

/** Texts that are less than a router file, by what a person has done to them, with what is said of them. */
const begun: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  'a list that is begun': ['v: 3\nlink: [', /\[/],
  'an open quote': [
    'v: 3\nidentity:\n  cert: pki/router.cert\n  key: pki/router.key\nctrl:\n  endpoint: "tls:',
    /quote|"/,
  ],
  'misspelled keys alone': [
    keys
      .split(' ')
      .map((key) => `${key}x: {}\n`)
      .join(''),
    /listenersx/,
  ],
}

/** What is found in router files, and what is offered for it. */
export const findings: readonly Scenario[] = [
  ...Object.entries(begun).map(([what, [text, message]], index): Scenario => ({
    name: `a router file with ${what} has findings`,
    play: async (workbench) => {
      const path = `begun/begun-${index}.router.yml`
      await workbench.create(path, text)
      await workbench.open(path)
      await workbench.showProblems()
      await until('the problem is listed', async () =>
        (await workbench.problems()).some((row) => message.test(row) && row.includes('routerfile')),
      )
      await until('it is underlined', async () => (await workbench.squiggles()).length > 0)
      workbench.remove(path)
    },
  })),
  {
    name: 'a rule is explained from the quick fixes of its finding',
    play: async (workbench) => {
      await openMisspelled(workbench, 'fixes/explained.router.yml')
      await workbench.goTo(4, 6)
      await until('the explanation is offered', async () => {
        // The menu stays closed while the cursor still moves.
        if ((await workbench.actions()).length === 0) await workbench.press('Control+.')
        await pause(500)
        return (await workbench.actions()).some((title) => title.startsWith('Explain '))
      })
      await workbench.chooseAction(/^Explain /)
      await until('it is open', async () =>
        (await workbench.tabs()).some((title) => title.includes('Explanation of')),
      )
    },
  },
  {
    name: 'the code of a finding is a link to the page of its rule',
    play: async (workbench) => {
      await openMisspelled(workbench, 'fixes/linked.router.yml')
      await workbench.showProblems()
      const link = workbench.page.locator('.markers-panel .monaco-list-row a', {
        hasText: 'unknown-key',
      })
      await link.first().waitFor({ timeout: 20_000 })
      assert.match((await link.first().getAttribute('href')) ?? '', /unknown-key/)
    },
  },
  {
    name: 'the fixes of a folder are applied from their preview',
    play: async (workbench) => {
      const path = 'fixes-of-folder/one.router.yml'
      await openMisspelled(workbench, path)
      await workbench.run('View: Revert and Close Editor')
      await workbench.run('Explorer: Focus on Folders View')
      await workbench.page
        .locator('.explorer-folders-view .monaco-list-row', { hasText: 'fixes-of-folder' })
        .first()
        .click({ button: 'right', timeout: 20_000 })
      await workbench.page
        .locator('.monaco-menu .action-item', { hasText: 'Fix All Problems of Router Files in' })
        .first()
        .hover({ timeout: 20_000 })
      await workbench.press('Enter')
      const preview = workbench.page.locator('.bulk-edit-panel')
      const checkbox = preview.locator('.edit-checkbox').first()
      await checkbox.waitFor({ timeout: 20_000 })
      assert.match(workbench.read(path), /adress/)
      await checkbox.click()
      await preview.locator('.monaco-button', { hasText: 'Apply' }).first().click()
      await workbench.open(path)
      await untilLine(workbench, '    address: tls:0.0.0.0:3022', 1)
      await workbench.run('View: Revert and Close Editor')
      workbench.remove(path)
    },
  },
]

/** Opens a router file with a misspelled key. */
async function openMisspelled(workbench: Workbench, path: string): Promise<void> {
  await workbench.create(
    path,
    'v: 3\nlisteners:\n  - binding: edge\n    adress: tls:0.0.0.0:3022\n',
  )
  await workbench.open(path)
  await waitForStatus(workbench, /^OpenZiti/)
  await until('findings are underlined', async () => (await workbench.squiggles()).length > 0)
}
