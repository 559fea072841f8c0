import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { namedForeignFiles } from '../files.js'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { hoverAtCursor, untilLanguage, waitForStatus } from './steps.js'

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

async function chooseLanguage(workbench: Workbench, name: string): Promise<void> {
  await workbench.run('Change Language Mode')
  await workbench.page.keyboard.insertText(name)
  await workbench.pick(new RegExp(`^${name}`))
  await untilLanguage(workbench, name)
}
