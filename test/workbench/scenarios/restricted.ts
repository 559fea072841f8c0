import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { waitForStatus } from './steps.js'

const folder = 'restricted'
const router = `${folder}/north.router.yml`

/** A folder whose configuration names a release, and a router whose certificate is not one. */
async function createRouter(workbench: Workbench): Promise<void> {
  await workbench.create(`${folder}/routerfile.config.json`, '{ "target": "1.6" }\n')
  await workbench.create(`${folder}/pki/router.cert`, 'not a certificate\n')
  await workbench.create(router, workbench.read('oslo.router.yml'))
}

/** A folder that the user does not trust. They are played in this order: the last one trusts it. */
export const restricted: readonly Scenario[] = [
  {
    name: 'configuration is not read in a restricted folder, and that is said',
    isRestricted: true,
    play: async (workbench) => {
      await createRouter(workbench)
      await workbench.open(router)
      await waitForStatus(workbench, /^OpenZiti 2\./)
      await waitForStatus(workbench, /\(config not read\)/)
      const reason =
        workbench.host === 'web'
          ? 'not read in the browser'
          : 'ignored because this folder is not trusted'
      assert.ok(
        (await workbench.statusLabel('OpenZiti')).includes(
          `(the default). Configuration files are ${reason}`,
        ),
      )
    },
  },
  {
    name: 'no file that a router names is read in a restricted folder',
    isRestricted: true,
    play: async (workbench) => {
      await createRouter(workbench)
      await workbench.create(router, workbench.read(router).replace('mode: host', 'mode: hosts'))
      await workbench.open(router)
      await waitForStatus(workbench, /^OpenZiti 2\./)
      await workbench.showProblems()
      await until('the misspelled mode is found', async () =>
        (await workbench.problems()).some((text) => text.includes('hosts')),
      )
      const problems = (await workbench.problems()).join('\n')
      assert.doesNotMatch(problems, /does not exist|certificate of|cannot be read/)
    },
  },
  {
    name: 'no program is offered or started in a restricted folder',
    isRestricted: true,
    hosts: ['desktop'],
    play: async (workbench) => {
      await workbench.create('../bin/routerfile', '#!/bin/sh\n: > "$HOME/started"\n')
      await createRouter(workbench)
      await workbench.open(router)
      await waitForStatus(workbench, /^OpenZiti 2\./)
      const command = 'Router file: Compare with Running Routers'
      assert.ok(!(await workbench.commands(command)).includes(command))
      await workbench.run('Explorer: Focus on Routers View')
      await workbench.run('Explorer: Focus on Folders View')
      assert.equal(workbench.has('../started'), false)
    },
  },
  {
    name: 'configuration and certificates are read once the folder is trusted',
    isRestricted: true,
    hosts: ['desktop'],
    play: async (workbench) => {
      await createRouter(workbench)
      await workbench.open(router)
      await waitForStatus(workbench, /^OpenZiti 2\./)
      await workbench.run('Workspaces: Manage Workspace Trust')
      const button = workbench.page.locator('.workspace-trust-editor .monaco-button', {
        hasText: /^Trust$/,
      })
      await button.first().click({ timeout: 20_000 })
      await workbench.open(router)
      await waitForStatus(workbench, /^OpenZiti 1\.6/)
      await workbench.showProblems()
      await until('the certificate is checked', async () =>
        (await workbench.problems()).some((text) => text.includes('pki/router.cert')),
      )
    },
  },
]
