import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { waitForStatus } from './steps.js'

/** Settings of the workspace, and of the user. */
const workspaceSettings = '.vscode/settings.json'
const userSettings = '../data/User/settings.json'

const setTo = (release: string): string => `{ "routerfile.target": "${release}" }\n`

/** The ways to the list of releases. */
const ways = {
  'the command': (workbench: Workbench): Promise<void> =>
    workbench.run('Router file: Choose Release…'),
  'the lens': ({ page }: Workbench): Promise<void> =>
    page
      .locator('.codelens-decoration a', { hasText: /^release/ })
      .first()
      .click({
        timeout: 20_000,
      }),
  'the status bar': ({ page }: Workbench): Promise<void> =>
    page
      .locator('.statusbar-item a', { hasText: /^OpenZiti/ })
      .first()
      .click({ timeout: 20_000 }),
}

/** The release is changed where it is set. */
export const releases: readonly Scenario[] = [
  ...Object.entries(ways).flatMap(([way, open], index): Scenario[] => [
    {
      name: `${way} changes the release in the configuration file that sets it`,
      // In browsers, configuration files are not read.
      hosts: ['desktop'],
      play: async (workbench) => {
        const folder = `release-${index}`
        await workbench.create(`${folder}/routerfile.config.json`, '{ "target": "1.1" }\n')
        await openRouter(workbench, `${folder}/${index}.router.yml`)
        await waitForStatus(workbench, /^OpenZiti 1\.1/)
        const settings = readSettings(workbench)
        await open(workbench)
        await workbench.pick(/^1\.6\./)
        await until('the configuration file is open', async () =>
          (await workbench.tabs()).some((name) => name.startsWith('routerfile.config.json')),
        )
        await workbench.open(`${folder}/${index}.router.yml`)
        await until('it is said that the configuration is not saved', async () =>
          (await workbench.statusLabel('OpenZiti 1.')).includes(
            'routerfile.config.json is not saved',
          ),
        )
        await workbench.run('File: Save All Files')
        await waitForStatus(workbench, /^OpenZiti 1\.6/)
        await until(
          'nothing is unsaved',
          async () => !(await workbench.statusLabel('OpenZiti 1.')).includes('not saved'),
        )
        assert.equal(workbench.read(`${folder}/routerfile.config.json`), '{ "target": "1.6" }\n')
        assert.deepEqual(readSettings(workbench), settings)
      },
    },
    {
      name: `${way} changes the release in the settings of the workspace that set it`,
      play: async (workbench) => {
        const user = workbench.read(userSettings)
        await workbench.create(workspaceSettings, setTo('1.1'))
        await openRouter(workbench, `release-set/workspace-${index}.router.yml`)
        await waitForStatus(workbench, /^OpenZiti 1\.1/)
        await open(workbench)
        await workbench.pick(/^1\.6\./)
        await waitForStatus(workbench, /^OpenZiti 1\.6/)
        assert.match(workbench.read(workspaceSettings), /"routerfile\.target": "1\.6"/)
        assert.equal(workbench.read(userSettings), user)
        await workbench.create(workspaceSettings, '{}')
      },
    },
  ]),
  {
    name: 'the status says that a configuration which another one extends is not saved',
    // In browsers, configuration files are not read.
    hosts: ['desktop'],
    play: async (workbench) => {
      await workbench.create('extended/base.yml', 'target: "1.1"\n')
      await workbench.create(
        'extended/routerfile.config.json',
        '{ "extends": "./base.yml", "root": true }\n',
      )
      await openRouter(workbench, 'extended/extended.router.yml')
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await workbench.open('extended/base.yml')
      await workbench.goTo(2, 1)
      await workbench.type('# Berlin')
      await workbench.open('extended/extended.router.yml')
      await until('it is said that the configuration is not saved', async () =>
        (await workbench.statusLabel('OpenZiti 1.')).includes('base.yml is not saved'),
      )
      await workbench.run('File: Save All Files')
      await until(
        'nothing is unsaved',
        async () => !(await workbench.statusLabel('OpenZiti 1.')).includes('not saved'),
      )
    },
  },
  {
    name: 'the release is changed in the settings of the user that set it, and removed there',
    play: async (workbench) => {
      await workbench.create(workspaceSettings, '{}')
      await setForUser(workbench, '1.1')
      await openRouter(workbench, 'release-set/user.router.yml')
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await chooseRelease(workbench, '1.6.')
      await waitForStatus(workbench, /^OpenZiti 1\.6/)
      assert.match(workbench.read(userSettings), /"routerfile\.target": "1\.6"/)
      await chooseRelease(workbench, 'No setting')
      await waitForStatus(workbench, /^OpenZiti 2\./)
      assert.doesNotMatch(workbench.read(userSettings), /routerfile\.target/)
      assert.equal(workbench.read(workspaceSettings), '{}')
    },
  },
  {
    name: 'where nothing sets the release, the user is asked for the place',
    play: async (workbench) => {
      await workbench.create(workspaceSettings, '{}')
      await openRouter(workbench, 'release-set/none.router.yml')
      await waitForStatus(workbench, /^OpenZiti 2\./)
      const settings = readSettings(workbench)
      await chooseRelease(workbench, '1.6.')
      await until('the place is asked for', async () =>
        (await workbench.picks()).some((label) => label.startsWith('Settings')),
      )
      await workbench.press('Escape')
      assert.deepEqual(readSettings(workbench), settings)
      assert.deepEqual(await workbench.tabs(), ['none.router.yml'])
    },
  },
]

async function chooseRelease(workbench: Workbench, label: string): Promise<void> {
  await ways['the command'](workbench)
  await until('the current release is first', async () =>
    /, current\b/.test((await workbench.picks())[0] ?? ''),
  )
  // The list has rows for what is on the screen only.
  await workbench.page.keyboard.insertText(label)
  await workbench.pick(new RegExp(`^${label}`))
}

const readSettings = (workbench: Workbench): string[] =>
  [workspaceSettings, userSettings].map((path) =>
    workbench.has(path) ? workbench.read(path) : '(none)',
  )

/** Sets the release in the editor, as the workbench does not notice changes of these settings on the disk. */
async function setForUser(workbench: Workbench, release: string): Promise<void> {
  await workbench.run('Preferences: Open User Settings (JSON)')
  const isOpen = (): Promise<boolean> =>
    workbench.page.locator('.monaco-modal-editor-block').isVisible()
  await until('the settings are open', isOpen)
  await pause(500)
  await workbench.press('Control+Home')
  await workbench.press('ArrowRight')
  await workbench.page.keyboard.insertText(`"routerfile.target": "${release}",`)
  await workbench.press('Control+s')
  await until('the settings are saved', () => workbench.read(userSettings).includes(release))
  await until('the settings are closed', async () => {
    // The first may close a popup.
    await workbench.press('Escape')
    await pause(200)
    return !(await isOpen())
  })
}

async function openRouter(workbench: Workbench, path: string): Promise<void> {
  await workbench.create(path, workbench.read('oslo.router.yml'))
  await workbench.open(path)
}
