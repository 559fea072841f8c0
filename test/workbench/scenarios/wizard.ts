import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'

/** The questions of the wizard in the order in which it asks them, without a token. */
const questions = {
  name: /name of the router/,
  hosts: /host names or addresses/,
  controllers: /controllers/,
}

/** What is said and kept in the fields of the wizard. */
export const wizard: readonly Scenario[] = [
  {
    name: 'the wizard refuses a wrong answer in its field, and keeps the answers on the way back',
    play: async (workbench) => {
      await workbench.run('Router file: Generate Router File…')
      await until('the first step has its number', async () =>
        (await workbench.pickTitle()).includes('(1)'),
      )
      await workbench.pick(/Without a token/)
      await workbench.pick(/^public/)
      await untilQuestion(workbench, questions.name)
      await workbench.enter('../north')
      await until('the name is refused', async () =>
        (await workbench.question()).includes('../north'),
      )
      assert.match(
        await workbench.question(),
        /\. The router name `\.\.\/north` is .*; use letters, digits, .* and `-`\./,
      )
      assert.doesNotMatch(await workbench.question(), /fileName|another name/)
      await workbench.enter('north')
      await untilQuestion(workbench, questions.hosts)
      await workbench.enter('north example com')
      await until('the answer is refused', async () =>
        (await workbench.question()).includes('north example com'),
      )
      assert.equal(await workbench.fieldText(), 'north example com')
      await workbench.enter('north.example.com')
      await untilQuestion(workbench, questions.controllers)
      for (const [question, answer] of [
        [questions.hosts, 'north.example.com'],
        [questions.name, 'north'],
      ] as const) {
        await workbench.goBack()
        await untilQuestion(workbench, question)
        assert.equal(await workbench.fieldText(), answer)
      }
      await workbench.press('Enter')
      await untilQuestion(workbench, questions.hosts)
      await workbench.press('Enter')
      await untilQuestion(workbench, questions.controllers)
      await workbench.enter('ctrl.example.com:6262')
      await workbench.pick(/^2\.0\./)
      await until('the steps are counted', async () =>
        (await workbench.pickTitle()).includes('(7/7)'),
      )
      await workbench.pick(/^With comments/)
      await until('the file has its name', async () =>
        (await workbench.tabs()).some((title) => title.startsWith('north.router.yml')),
      )
      await until('the file is open', async () =>
        (await workbench.lines()).some((line) => line.startsWith('# ')),
      )
      await workbench.press('Control+s')
      await until('it is saved in the folder', () => workbench.has('north.router.yml'))
    },
  },
  {
    name: 'Enter in a list of the wizard takes the first entry, and nothing where none fits',
    play: async (workbench) => {
      await workbench.run('Router file: Generate Router File…')
      await workbench.pick(/Without a token/)
      await until('purposes are offered', async () =>
        (await workbench.picks()).some((label) => label.startsWith('public')),
      )
      await workbench.enter('nothing is called so')
      assert.deepEqual(await workbench.picks(), [])
      await workbench.enter('')
      await untilQuestion(workbench, questions.name)
    },
  },
]

const untilQuestion = (workbench: Workbench, question: RegExp): Promise<void> =>
  until(`${question.source} is asked`, async () => question.test(await workbench.question()))
