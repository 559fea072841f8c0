import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { waitForStatus } from './steps.js'

/** Settings of the workspace, and of the user. */
const workspaceSettings = '.vscode/settings.json'
const userSettings = '../data/User/settings.json'

const setTo = (release: string): string => `{ "routerfile.target": "${release}" }\n`

/** The ways to the list of releases. */
const ways: Readonly<Record<string, (workbench: Workbench) => Promise<void>>> = {
  'the command': (workbench) => workbench.run('Router file: Choose Release…'),
  'the lens': ({ page }) =>
    page
      .locator('.codelens-decoration a', { hasText: /^release/ })
      .first()
      .click({
        timeout: 20_000,
      }),
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
        await workbench.pick(/^1\.6 /)
        await until('the configuration file is open', async () =>
          (await workbench.tabs()).some((name) => name.startsWith('routerfile.config.json')),
        )
        await workbench.run('File: Save All')
        await waitForStatus(workbench, /^OpenZiti 1\.6/)
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
        await workbench.pick(/^1\.6 /)
        await waitForStatus(workbench, /^OpenZiti 1\.6/)
        assert.match(workbench.read(workspaceSettings), /"routerfile\.target": "1\.6"/)
        assert.equal(workbench.read(userSettings), user)
        await workbench.create(workspaceSettings, '{}')
      },
    },
  ]),
  {
    name: 'the release is changed in the settings of the user that set it',
    play: async (workbench) => {
      const user = workbench.read(userSettings)
      await workbench.create(workspaceSettings, '{}')
      await workbench.create(userSettings, user.replace('{', '{ "routerfile.target": "1.1",'))
      await openRouter(workbench, 'release-set/user.router.yml')
      await waitForStatus(workbench, /^OpenZiti 1\.1/)
      await workbench.run('Router file: Choose Release…')
      await workbench.pick(/^1\.6 /)
      await waitForStatus(workbench, /^OpenZiti 1\.6/)
      assert.match(workbench.read(userSettings), /"routerfile\.target": "1\.6"/)
      assert.equal(workbench.read(workspaceSettings), '{}')
      await workbench.create(userSettings, user)
    },
  },
  {
    name: 'where nothing sets the release, the user is asked for the place',
    play: async (workbench) => {
      await workbench.create(workspaceSettings, '{}')
      await openRouter(workbench, 'release-set/none.router.yml')
      await waitForStatus(workbench, /^OpenZiti 2\./)
      const settings = readSettings(workbench)
      await workbench.run('Router file: Choose Release…')
      await workbench.pick(/^1\.6 /)
      await until('the place is asked for', async () =>
        (await workbench.picks()).some((label) => label.startsWith('Settings')),
      )
      await workbench.press('Escape')
      assert.deepEqual(readSettings(workbench), settings)
      assert.deepEqual(await workbench.tabs(), ['none.router.yml'])
    },
  },
]

const readSettings = (workbench: Workbench): string[] =>
  [workspaceSettings, userSettings].map((path) =>
    workbench.has(path) ? workbench.read(path) : '(none)',
  )

async function openRouter(workbench: Workbench, path: string): Promise<void> {
  await workbench.create(path, workbench.read('oslo.router.yml'))
  await workbench.open(path)
}
