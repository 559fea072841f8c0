import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { namedForeignFiles } from '../files.js'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { chooseLanguage, hoverAtCursor, untilLanguage, untilLine, waitForStatus } from './steps.js'

const router = 'OpenZiti Router'

/** The release, which the status bar says of router files only. */
const routerStatus = /^OpenZiti \d/

/** The beginning of a file, in which each line is less than a router file. */
const beginning = 'v: 3\nlisteners:\n  - bin'

/** Which files get the language of router files, and keep it. */
export const languages: readonly Scenario[] = [
  ...Object.keys(namedForeignFiles).map((path): Scenario => ({
    name: `${path} stays YAML`,
    play: async (workbench) => {
      await workbench.open(path)
      for (let count = 0; count < 20; count++) {
        assert.equal(await workbench.language(), 'YAML')
        await pause(100)
      }
    },
  })),
  {
    name: 'a new router.yml is a router file, and stays one while it is begun',
    play: async (workbench) => {
      await workbench.create('new/router.yml', '')
      await workbench.open('new/router.yml')
      await untilLanguage(workbench, router)
      await typeBeginning(workbench)
    },
  },
  {
    name: 'a file of any name stays a router file while it is begun, if the user says that it is one',
    play: async (workbench) => {
      await workbench.create('new/north.yml', '')
      await workbench.open('new/north.yml')
      await chooseLanguage(workbench, router)
      await typeBeginning(workbench)
    },
  },
  {
    name: 'a router file that the user says is YAML stays YAML',
    play: async (workbench) => {
      await workbench.open('paris.router.yml')
      await untilLanguage(workbench, router)
      await chooseLanguage(workbench, 'YAML')
      await workbench.press('Control+End')
      await workbench.type('# x')
      await pause(2_000)
      assert.equal(await workbench.language(), 'YAML')
    },
  },
  {
    name: 'a router file that is closed and opened has its language again',
    play: async (workbench) => {
      for (let count = 0; count < 3; count++) {
        await workbench.open('vienna.router.yml')
        await untilLanguage(workbench, router)
        await workbench.run('View: Revert and Close Editor')
        await until('the file is closed', async () => (await workbench.tabs()).length === 0)
      }
    },
  },
  {
    name: 'a router file keeps its status when its language changes',
    play: async (workbench) => {
      const path = 'new/status.router.yml'
      await workbench.create(path, workbench.read('oslo.router.yml'))
      await workbench.open(path)
      await untilLanguage(workbench, router)
      await waitForStatus(workbench, routerStatus)
      await chooseLanguage(workbench, 'YAML')
      for (let count = 0; count < 40; count++) {
        const statuses = (await workbench.statusBar()).filter((text) => routerStatus.test(text))
        assert.equal(statuses.length, 1)
        await pause(20)
      }
    },
  },
  {
    name: 'the effective configuration follows a file whose language changes',
    play: async (workbench) => {
      const path = 'new/effective.yml'
      await workbench.create(path, 'v: 3\nctrl:\n  endpoint: tls:a.example.com:6262\n')
      await workbench.open(path)
      await chooseLanguage(workbench, router)
      await workbench.run('Router file: Show Effective Configuration')
      await untilLine(workbench, 'tls:a.example.com:6262', 2)
      await workbench.press('Control+1')
      await chooseLanguage(workbench, 'YAML')
      await workbench.goTo(3, 17)
      await workbench.type('b')
      await untilLine(workbench, 'tls:ba.example.com:6262', 2)
    },
  },
  {
    name: 'hover works as soon as a router file is open',
    play: async (workbench) => {
      const path = 'new/hover.router.yml'
      await workbench.create(path, workbench.read('oslo.router.yml'))
      await workbench.open(path)
      await workbench.goTo(33, 7)
      assert.match(await hoverAtCursor(workbench), /address/)
    },
  },
  {
    name: 'completion works as soon as a router file is open',
    play: async (workbench) => {
      const path = 'new/completion.router.yml'
      await workbench.create(path, 'v: 3\n')
      await workbench.open(path)
      await workbench.press('Control+End')
      await workbench.type('ide')
      await until('identity is offered', async () =>
        (await workbench.suggestions()).includes('identity'),
      )
      assert.deepEqual(await workbench.suggestedWords(), [])
    },
  },
]

/** Types the beginning of a router file, and looks at its language and status after each character. */
async function typeBeginning(workbench: Workbench): Promise<void> {
  await waitForStatus(workbench, routerStatus)
  await workbench.press('Control+End')
  for (const character of beginning) {
    if (character === '\n') {
      await workbench.press('Escape')
      await workbench.press('Enter')
      // What the editor writes at the start of a line is typed here.
      await workbench.press('Shift+Home')
    } else await workbench.type(character)
    await pause(400)
    assert.equal(await workbench.language(), router, character)
    const statuses = (await workbench.statusBar()).filter((text) => routerStatus.test(text))
    assert.equal(statuses.length, 1, character)
  }
  await until('binding is offered', async () => (await workbench.suggestions()).includes('binding'))
}
