import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { foreignFiles, namedForeignFiles, otherLanguages } from '../files.js'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import { emptyRoutersView } from './routers.js'
import { waitForStatus } from './steps.js'

/** When the language server has a process. These are played before a router file is open. */
export const processes: readonly Scenario[] = [
  {
    name: 'no process starts for files of other programs',
    hosts: ['desktop'],
    beforeRouterFiles: true,
    play: async (workbench) => {
      await workbench.create('app/tsconfig.json', '{ "compilerOptions": {} }')
      await workbench.create('app/settings.yaml', 'v: 3\ntotal: 17\nmean: 4.2\n')
      const paths = [
        ...Object.keys(foreignFiles),
        ...Object.keys(namedForeignFiles),
        'app/tsconfig.json',
        'app/settings.yaml',
      ]
      for (const path of paths) {
        await workbench.open(path)
        await pause(500)
        await workbench.press('Control+End')
        await workbench.type('\n# link: x')
        await pause(500)
        assert.deepEqual(workbench.serverProcesses(), [], path)
        await workbench.run('View: Revert and Close Editor')
      }
    },
  },
  emptyRoutersView,
  {
    name: 'the process starts once the version of a router file is typed',
    beforeRouterFiles: true,
    play: async (workbench) => {
      await workbench.create('app/begun.yaml', '')
      await workbench.open('app/begun.yaml')
      await pause(1_000)
      assert.deepEqual(workbench.serverProcesses(), [])
      await workbench.type('v: 3\nlink:')
      if (workbench.host === 'desktop')
        await until('there is a process', () => workbench.serverProcesses().length === 1)
      await workbench.press('Escape')
      await workbench.press('Enter')
      await workbench.type('ctrl:\n  endpoint: tls:ctrl.example.com:6262')
      await waitForStatus(workbench, /^OpenZiti \d/)
    },
  },
  ...Object.keys(otherLanguages).map((path): Scenario => ({
    name: `router files in ${path} are found`,
    play: async (workbench) => {
      await workbench.open(path)
      await waitForStatus(workbench, /^OpenZiti \d/)
    },
  })),
]
