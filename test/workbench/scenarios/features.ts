import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { tokenWith } from '../../support/enrollment.js'
import { files, foreignFiles } from '../files.js'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { hoverAtCursor, pickUpgrade, untilLine, waitForStatus } from './steps.js'

/** Where an upgrade can be applied. */
const upgradeButtons: Readonly<Record<string, (workbench: Workbench) => Promise<void>>> = {
  'its message': (workbench) => workbench.answer('Apply'),
  'the title bar': (workbench) => pressTitleButton(workbench, 'Apply Upgrade'),
}

/** Presses a button in the title bar of the preview of an upgrade, whose message may be gone. */
async function pressTitleButton(workbench: Workbench, label: string): Promise<void> {
  await until('a message offers the upgrade', async () =>
    (await workbench.notifications()).some((message) => /\b(?:upgrade|change)/i.test(message)),
  )
  await workbench.run('Notifications: Clear All Notifications')
  await workbench.page
    .locator(`.editor-actions .action-label[aria-label="${label}"]`)
    .click({ timeout: 20_000 })
}

const folderUpgradeButtons: typeof upgradeButtons = {
  ...upgradeButtons,
  'its message': (workbench) => workbench.answer('Apply to All'),
}

/** Shows the upgrade of all files of the workspace. */
async function openFolderUpgrade(workbench: Workbench): Promise<void> {
  await workbench.run('Router file: Preview Upgrade of Workspace…')
  await workbench.pick(/^The release of each file/)
  await workbench.pick(/^2\.0/)
  await until('the diff is open', async () =>
    (await workbench.tabs()).some((title) => /^Upgrade of .* to 2\.0/.test(title)),
  )
  const entries = workbench.page.locator('.multiDiffEntry')
  await until('its files are listed', async () => (await entries.count()) > 0)
  assert.equal(await entries.locator('.status.renamed').count(), 0)
}

/** Shows the links between the routers of the workspace, and returns their page. */
async function openLinks(workbench: Workbench) {
  await workbench.open('oslo.router.yml')
  await waitForStatus(workbench, /^OpenZiti/)
  await workbench.run('Router file: Show Links Between Routers')
  const page = workbench.webview()
  await page.locator('#picture svg').first().waitFor({ timeout: 20_000 })
  return page
}

const broken = 'broken/madrid.router.yml'

/** What users do with router files. */
export const features: readonly Scenario[] = [
  {
    name: 'the extension runs in its host',
    play: async (workbench) => {
      await workbench.open('oslo.router.yml')
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.run('Developer: Show Running Extensions')
      const rows = '.runtime-extensions-editor .extension'
      await workbench.page.locator(rows).first().click({ timeout: 20_000 })
      const extension = workbench.page.locator(rows, { hasText: 'routerfile' })
      // The list has rows for what is on the screen only.
      await until('the extension is listed', async () => {
        const isListed = (await extension.count()) > 0
        if (!isListed) await workbench.press('PageDown')
        return isListed
      })
      const text = await extension.first().innerText()
      assert.equal(/web worker/i.test(text), workbench.host === 'web', text)
    },
  },
  {
    name: 'a router file opens with its release in the status bar',
    play: async (workbench) => {
      await workbench.open('oslo.router.yml')
      await waitForStatus(workbench, /^OpenZiti \d+\.\d+\.\d+/)
      assert.deepEqual(await workbench.squiggles(), [])
    },
  },
  {
    name: 'a router file of any name is recognized by its content',
    play: async (workbench) => {
      await workbench.open('config.yaml')
      await waitForStatus(workbench, /^OpenZiti \d/)
    },
  },
  {
    name: 'findings are underlined and listed',
    play: async (workbench) => {
      await workbench.open(broken)
      await waitForStatus(workbench, /^OpenZiti .* 4\b/)
      await until('findings are underlined', async () => (await workbench.squiggles()).length > 0)
      await workbench.showProblems()
      await until('the problem is listed', async () =>
        (await workbench.problems()).some((text) =>
          text.includes('`minRetryInterval` (10m) is longer than `maxRetryInterval` (5m)'),
        ),
      )
    },
  },
  {
    name: 'findings of changes that are dropped go away with the file',
    play: async (workbench) => {
      const path = 'dropped.router.yml'
      await workbench.create(path, workbench.read('oslo.router.yml').replaceAll('oslo', 'lima'))
      await workbench.open(path)
      await waitForStatus(workbench, /^OpenZiti \S+(?: \(config not read\))?$/)
      await workbench.showProblems()
      const isListed = async (): Promise<boolean> =>
        (await workbench.problems()).some((text) => text.includes('dropped.router.yml'))
      await workbench.press('Control+1')
      await workbench.goTo(2, 5)
      await workbench.type('x')
      await until('the problem is listed', isListed)
      await workbench.run('View: Revert and Close Editor')
      await until('the problem is gone', async () => !(await isListed()))
      await pause(3_000)
      assert.equal(await isListed(), false)
    },
  },
  {
    name: 'findings of a closed file are those of the file on disk',
    hosts: ['desktop'],
    play: async (workbench) => {
      await workbench.showProblems()
      const listsAddress = async (): Promise<boolean> =>
        (await workbench.problems()).some((text) => text.includes('adress'))
      await workbench.open(broken)
      await until('the problem is listed', listsAddress)
      await workbench.run('Router file: Fix All Problems')
      await until('the problem is fixed', async () => !(await listsAddress()))
      await workbench.run('View: Revert and Close Editor')
      await until('the problem of the file on disk is listed', listsAddress)
    },
  },
  {
    name: 'hover says what the router uses',
    play: async (workbench) => {
      await workbench.open('oslo.router.yml')
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.goTo(33, 7)
      assert.match(await hoverAtCursor(workbench), /address/)
    },
  },
  {
    name: 'completion offers keys and accepts one',
    play: async (workbench) => {
      const path = 'complete.router.yml'
      await workbench.create(path, 'v: 3\n')
      await workbench.open(path)
      await workbench.press('Control+End')
      await workbench.type('ide')
      await until('identity is offered', async () =>
        (await workbench.suggestions()).includes('identity'),
      )
      await workbench.press('Enter')
      await pause(300)
      await workbench.press('Escape')
      assert.match(await workbench.text(path), /^v: 3\nidentity:/)
    },
  },
  {
    name: 'completion opens the values of an accepted key',
    play: async (workbench) => {
      const path = 'values.router.yml'
      await workbench.create(path, 'listeners:\n  - binding: tunnel\n    options:\n      ')
      await workbench.open(path)
      await workbench.press('Control+End')
      await workbench.type('mo')
      await until('mode is offered', async () =>
        (await workbench.suggestions()).some((label) => label.startsWith('mode')),
      )
      await workbench.press('Enter')
      await until('its values are offered', async () =>
        (await workbench.suggestions()).includes('host'),
      )
    },
  },
  {
    name: 'a quick fix corrects a key',
    play: async (workbench) => {
      const path = 'fix.router.yml'
      await workbench.create(
        path,
        'v: 3\nlisteners:\n  - binding: edge\n    adress: tls:0.0.0.0:3022\n',
      )
      await workbench.open(path)
      await until('findings are underlined', async () => (await workbench.squiggles()).length > 0)
      await workbench.goTo(4, 6)
      await until('the fix is offered', async () => {
        // The menu stays closed while the cursor still moves.
        if ((await workbench.actions()).length === 0) await workbench.press('Control+.')
        await pause(500)
        return (await workbench.actions()).some((title) =>
          /rename .*adress.* to .*address/i.test(title),
        )
      })
      await workbench.chooseAction(/rename .*adress.* to .*address/i)
      await until('the key is corrected', async () =>
        (await workbench.lines()).some((line) => line.includes('    address: tls:0.0.0.0:3022')),
      )
    },
  },
  {
    name: 'fix all applies the safe fixes',
    play: async (workbench) => {
      await workbench.open(broken)
      await waitForStatus(workbench, /^OpenZiti .* 4\b/)
      await workbench.run('Router file: Fix All Problems')
      await waitForStatus(workbench, /^OpenZiti \S+(?: \(config not read\))? 1$/)
      await workbench.press('Control+End')
      await untilLine(workbench, '    address: tls:0.0.0.0:3022', 1)
      await untilLine(workbench, '      mode: host', 1)
    },
  },
  {
    name: 'format on type, where it is on, adds the dash of a list and removes it again',
    play: async (workbench) => {
      const path = 'format.router.yml'
      const settings = '{ "[openziti-router]": { "editor.formatOnType": true } }'
      await workbench.create('.vscode/settings.json', settings)
      await workbench.create(path, 'v: 3\ncsr:\n  sans:\n    dns:\n      - localhost')
      await workbench.open(path)
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.press('Control+End')
      // VS Code reads changed settings a while later, and says nowhere when it has.
      await pause(3000)
      await workbench.press('Enter')
      await untilLine(workbench, '      - ', 2)
      await workbench.press('Escape')
      await workbench.press('Enter')
      await untilLine(workbench, '      - ', 1)
      await workbench.create('.vscode/settings.json', '{}')
    },
  },
  {
    name: 'a router file of any name is formatted, and other files have no second formatter',
    play: async (workbench) => {
      await workbench.create(
        'format/site.yaml',
        workbench.read('config.yaml').replace('v: 3', 'v:   3'),
      )
      await workbench.open('format/site.yaml')
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.run('Format Document')
      await untilLine(workbench, 'v: 3', 1)
      await workbench.create('format/app.json', '{"a":1}')
      await workbench.open('format/app.json')
      await workbench.run('Format Document')
      await untilLine(workbench, '"a": 1', 1)
    },
  },
  {
    name: 'the effective configuration opens beside and follows the file',
    play: async (workbench) => {
      const path = 'effective.router.yml'
      await workbench.create(path, 'v: 3\nctrl:\n  endpoint: tls:a.example.com:6262\n')
      await workbench.open(path)
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.run('Router file: Show Effective Configuration')
      await untilLine(workbench, 'tls:a.example.com:6262', 2)
      await workbench.goTo(3, 17)
      await workbench.type('b')
      await untilLine(workbench, 'tls:ba.example.com:6262', 2)
    },
  },
  ...Object.entries(upgradeButtons).map(([where, press], index): Scenario => ({
    name: `the upgrade is shown as a diff and applied from ${where}`,
    play: async (workbench) => {
      const path = `upgrade/paris-${index}.router.yml`
      await workbench.create(path, workbench.read('upgrade/berlin.router.yml'))
      // In browsers, configuration files are not read.
      if (workbench.host === 'web')
        await workbench.create('.vscode/settings.json', '{ "routerfile.target": "1.1" }')
      await workbench.open(path)
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await workbench.run('Router file: Preview Upgrade…')
      await pickUpgrade(workbench)
      await until('the diff is open', async () =>
        (await workbench.tabs()).some((title) =>
          /Upgrade of paris-\d.router.yml from 1\.1\.\d+ to 2\.0/.test(title),
        ),
      )
      await until('its text has the language of the file', async () =>
        /OpenZiti Router|YAML/.test(await workbench.language()),
      )
      await until(
        'the change is marked',
        async () => (await workbench.page.locator('.line-insert').count()) > 0,
      )
      await press(workbench)
      await until('the file is changed', async () => {
        const text = (await workbench.lines()).join('\n')
        return text.includes('\n  rateLimiter:\n    minSize: 5')
      })
      if (workbench.host === 'web') await workbench.create('.vscode/settings.json', '{}')
    },
  })),
  ...Object.entries(folderUpgradeButtons).map(([where, press]): Scenario => ({
    name: `the upgrade of a folder is one diff, and applied to all files from ${where}`,
    play: async (workbench) => {
      const text = workbench.read('upgrade/berlin.router.yml')
      for (const name of ['x', 'y']) await workbench.create(`upgrade/${name}.router.yml`, text)
      if (workbench.host === 'web')
        await workbench.create('.vscode/settings.json', '{ "routerfile.target": "1.1" }')
      await workbench.open('upgrade/x.router.yml')
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await openFolderUpgrade(workbench)
      await press(workbench)
      await workbench.open('upgrade/y.router.yml')
      await untilLine(workbench, 'minSize: 5', 1)
      await workbench.run('File: Revert File')
      if (workbench.host === 'web') await workbench.create('.vscode/settings.json', '{}')
    },
  })),
  {
    name: 'after the upgrade of a folder, its release is changed in the configuration file that sets it',
    // In browsers, configuration files are not read.
    hosts: ['desktop'],
    play: async (workbench) => {
      const configuration = 'upgrade-release/routerfile.config.json'
      const otherConfiguration = 'upgrade/routerfile.config.json'
      const otherText = workbench.read(otherConfiguration)
      await workbench.create(configuration, '{ "target": "1.1" }\n')
      const text = workbench.read('upgrade/berlin.router.yml')
      const paths = ['x', 'y'].map((name) => `upgrade-release/${name}.router.yml`)
      for (const path of paths) await workbench.create(path, text)
      await workbench.open('upgrade-release/x.router.yml')
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await openFolderUpgrade(workbench)
      await workbench.answer('Apply to All')
      await until('it is said for which release the files are checked', async () =>
        (await workbench.notifications()).some((message) =>
          /still checked for .*set in upgrade-release\/routerfile\.config\.json:1/.test(message),
        ),
      )
      await workbench.answer('Check for Release 2.0.')
      await until('the configuration file is open', async () =>
        (await workbench.tabs()).some((name) => name.startsWith('routerfile.config.json')),
      )
      // The other files are upgraded, too: they keep their texts for the scenarios that follow.
      await workbench.open(configuration)
      await workbench.press('Control+s')
      await until('the release is set', () =>
        /^\{ "target": "2\.0\.\d+" \}\n$/.test(workbench.read(configuration)),
      )
      // What follows upgrades the workspace, too.
      for (const path of [...paths, configuration]) workbench.remove(path)
      await workbench.create(otherConfiguration, otherText)
    },
  },
  {
    name: 'the notes of the upgrade of a folder name the files that cannot be upgraded',
    play: async (workbench) => {
      const path = 'upgrade/unread.router.yml'
      await workbench.create(path, workbench.read('upgrade/berlin.router.yml') + 'forwarder: [\n')
      if (workbench.host === 'web')
        await workbench.create('.vscode/settings.json', '{ "routerfile.target": "1.1" }')
      await workbench.open('upgrade/berlin.router.yml')
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await openFolderUpgrade(workbench)
      await until('they are counted', async () =>
        (await workbench.notifications()).some((message) => message.includes('cannot be upgraded')),
      )
      await pressTitleButton(workbench, 'Show Upgrade Notes')
      await until('the notes are open', async () =>
        (await workbench.tabs()).some((title) => title.includes('Upgrade notes')),
      )
      await workbench
        .webview()
        .locator('h1', { hasText: `${path}: not upgraded` })
        .first()
        .waitFor({ timeout: 20_000 })
      workbench.remove(path)
      if (workbench.host === 'web') await workbench.create('.vscode/settings.json', '{}')
    },
  },
  {
    name: 'the upgrade of a router file in a ConfigMap is offered in the palette',
    play: async (workbench) => {
      await workbench.open('languages/configmap.yaml')
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.run('Router file: Preview Upgrade…')
      await workbench.pick(/^1\.1\.\d+/)
      await workbench.pick(/^2\.0\./)
      await until('the diff is open', async () =>
        (await workbench.tabs()).some((title) =>
          /Upgrade of configmap\.yaml from 1\.1\.\d+ to 2\.0/.test(title),
        ),
      )
    },
  },
  {
    // The editor itself does not restore the diff of one file.
    name: 'the preview of an upgrade says after a reload of the window how to see it again',
    play: async (workbench) => {
      if (workbench.host === 'web')
        await workbench.create('.vscode/settings.json', '{ "routerfile.target": "1.1" }')
      await workbench.open('upgrade/berlin.router.yml')
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await openFolderUpgrade(workbench)
      await workbench.reload()
      await until('it is said how to see it again', async () =>
        (await workbench.lines()).some((line) =>
          line.includes('Run the command "Preview Upgrade" to see it again.'),
        ),
      )
      const button = '.editor-actions .action-label[aria-label="Apply Upgrade"]'
      assert.equal(await workbench.page.locator(button).count(), 0)
      if (workbench.host === 'web') await workbench.create('.vscode/settings.json', '{}')
    },
  },
  {
    name: 'the effective view says on top that the file cannot be read',
    play: async (workbench) => {
      const path = 'unread.router.yml'
      await workbench.create(path, 'v: 3\nctrl:\n  endpoint: tls:a.example.com:6262\n')
      await workbench.open(path)
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.run('Router file: Show Effective Configuration')
      await untilLine(workbench, 'Effective configuration of', 1)
      await workbench.goTo(3, 13)
      await workbench.type('[')
      await untilLine(workbench, 'NOT VALID YAML, line', 1)
      await workbench.press('Backspace')
      await untilLine(workbench, 'NOT VALID YAML, line', 0)
      await workbench.press('Control+a')
      await workbench.page.keyboard.insertText('kind: Pod\napiVersion: v1\nmetadata: {}\n')
      await untilLine(workbench, 'THE FILE CANNOT BE READ', 1)
    },
  },
  {
    name: 'a command of the walkthrough asks for the file',
    play: async (workbench) => {
      await workbench.run('Welcome: Open Walkthrough...')
      await workbench.pick(/Get Started with Router Files/)
      const step = workbench.page.locator('.getting-started-step', {
        hasText: 'See what the router uses',
      })
      await step.first().click({ timeout: 20_000 })
      await step.locator('.monaco-button').first().click({ timeout: 20_000 })
      await workbench.pick('oslo.router.yml')
      await until('the view is open', async () =>
        (await workbench.tabs()).some((title) => title.startsWith('Effective configuration of')),
      )
      await workbench.run('View: Revert and Close Editor')
      await workbench.run('Welcome: Open Walkthrough...')
      await workbench.pick(/Get Started with Router Files/)
      await until(
        'the step is done',
        async () => (await step.locator('.codicon-getting-started-step-checked').count()) > 0,
      )
    },
  },
  {
    name: 'a rule is explained',
    play: async (workbench) => {
      await workbench.open('oslo.router.yml')
      await waitForStatus(workbench, /^OpenZiti/)
      await workbench.run('Router file: Explain Key or Rule…')
      await until('keys and rules are offered', async () =>
        (await workbench.picks()).includes('Key at the cursor'),
      )
      await workbench.page.keyboard.insertText('same-address')
      await workbench.pick(/^same-address/)
      await until('the explanation is open', async () => (await workbench.tabs()).length > 1)
    },
  },
  {
    name: 'the wizard makes a file from an enrollment token',
    play: async (workbench) => {
      await workbench.run('Router file: Generate Router File…')
      await workbench.pick(/Paste an enrollment token/)
      const expires = Math.floor(Date.now() / 1000) + 3600
      await workbench.enter(tokenWith({ exp: expires, sub: 'kX3.router' }))
      await workbench.pick(/^\S+/)
      const { length: before } = await workbench.tabs()
      for (let step = 0; step < 8 && (await workbench.tabs()).length === before; step++)
        await answerStep(workbench)
      await until('the file is open', async () =>
        (await workbench.lines()).some((line) => line.includes('tls:ctrl.example.com:6262')),
      )
      const [status = ''] = (await workbench.statusBar()).filter((text) =>
        /^OpenZiti \d/.test(text),
      )
      assert.doesNotMatch(status, /[\d)] \d/)
    },
  },
  {
    name: 'the links between routers are shown',
    play: async (workbench) => {
      const page = await openLinks(workbench)
      await until('the routers are counted', async () =>
        (await page.locator('#summary').innerText()).includes('routers'),
      )
      await until(
        'routers are drawn',
        async () => (await page.locator('#picture svg text').allInnerTexts()).length >= 4,
      )
      await page.locator('table[aria-label="Links"] tbody tr').first().waitFor()
      await page.locator('#mesh-find').click()
      await workbench.type('oslo')
      await page.locator('.found button', { hasText: 'oslo' }).click()
      await page.locator('.details h2', { hasText: 'oslo' }).waitFor()
      await page.locator('.details label', { hasText: 'Switch this router off' }).click()
      await page.locator('.details', { hasText: 'is disabled' }).waitFor()
    },
  },
  {
    name: 'the links between routers follow the files on disk, with groups and zoom',
    play: async (workbench) => {
      const path = 'bern.router.yml'
      const page = await openLinks(workbench)
      const group = page.locator('.groups li', { hasText: 'alpine' })
      assert.equal(await group.count(), 0)
      await workbench.create(
        path,
        files['oslo.router.yml']
          .replaceAll('oslo', 'bern')
          .replaceAll('- binding: transport\n', '- binding: transport\n      groups: [alpine]\n'),
      )
      await group.first().waitFor({ timeout: 20_000 })
      await group.locator('button').first().click()
      await page.locator('.groups button[aria-pressed="true"]').first().waitFor()
      const scale = async (): Promise<string | undefined> =>
        /scale\(.*\)/.exec(
          (await page.locator('#picture svg g[transform]').first().getAttribute('transform')) ?? '',
        )?.[0]
      const before = await scale()
      await page.locator('button[aria-label="Zoom in"]').click()
      await until('the picture is larger', async () => (await scale()) !== before)
      await page.locator('button[aria-label="Fit the picture"]').click()
      workbench.remove(path)
      await group.first().waitFor({ state: 'hidden', timeout: 20_000 })
    },
  },
  {
    name: 'findings, links and the view Routers follow a folder that comes and goes with its files',
    play: async (workbench) => {
      const path = 'site-of-bern'
      const page = await openLinks(workbench)
      const group = page.locator('.groups li', { hasText: 'alpine' })
      assert.equal(await group.count(), 0)
      await workbench.createFolder(
        path,
        'bern.router.yml',
        files['oslo.router.yml']
          .replaceAll('oslo', 'bern')
          .replaceAll(
            '- binding: transport\n',
            '- binding: transport\n      groups: [alpine]\n      bernkey: 1\n',
          ),
      )
      await group.first().waitFor({ timeout: 20_000 })
      await workbench.showProblems()
      // Rows of other files would leave no room for those of this one.
      await workbench.page.locator('.viewpane-filter input').first().click()
      await workbench.type('bernkey')
      const isFound = async (): Promise<boolean> =>
        (await workbench.problems()).some((row) => row.includes('bernkey'))
      // In a browser, closed files are not checked.
      if (workbench.host === 'desktop') await until('its findings are listed', isFound)
      workbench.remove(path)
      await group.first().waitFor({ state: 'hidden', timeout: 20_000 })
      await until('its findings are gone', async () => !(await isFound()))
      await workbench.page.locator('.viewpane-filter input').first().click()
      await workbench.press('Control+a')
      await workbench.press('Delete')
      // The list follows the filter a moment later, and must before it is closed.
      await pause(1_000)
    },
  },
  {
    name: 'the links of router files in JSON and in a ConfigMap are shown',
    play: async (workbench) => {
      const page = await openLinks(workbench)
      const links = page.locator('table[aria-label="Links"] tbody tr')
      // Named by its folder, and by its key in the ConfigMap.
      for (const router of ['languages', 'ziti-router'])
        await links.filter({ hasText: 'oslo' }).filter({ hasText: router }).first().waitFor()
    },
  },
  {
    name: 'nothing happens in files of other programs',
    play: async (workbench) => {
      for (const [path, text] of Object.entries(foreignFiles)) {
        await workbench.open(path)
        await pause(1_200)
        const where = (what: string): string => `${what} in ${path}`
        assert.deepEqual(await workbench.squiggles(), [], where('findings'))
        const status = (await workbench.statusBar()).filter((item) => item.includes('OpenZiti'))
        assert.deepEqual(status, [], where('status'))
        const commands = await workbench.commands('Router file: Fix All')
        assert.ok(!commands.includes('Router file: Fix All Problems'), where('command'))
        await workbench.press('Control+End')
        await workbench.type('\nlis')
        await pause(500)
        // The editor itself offers words there.
        assert.deepEqual(
          await workbench.suggestions(),
          await workbench.suggestedWords(),
          where('completion'),
        )
        await workbench.press('Escape')
        await workbench.run('View: Revert and Close Editor')
        assert.equal(workbench.read(path), text, where('an edit'))
      }
    },
  },
]

/** Answers one step of the wizard: with the first row, or with its proposal or a plausible name. */
async function answerStep(workbench: Workbench): Promise<void> {
  await pause(700)
  const question = await workbench.question()
  if (/host names or addresses/i.test(question)) await workbench.enter('north.example.com')
  else if (/name of the router/i.test(question)) await workbench.enter('north')
  else await workbench.press('Enter')
}
