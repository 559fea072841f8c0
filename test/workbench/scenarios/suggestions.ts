import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { tunnel } from '../../support/typing.js'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { assertNewLine, untilLanguage } from './steps.js'

/** Who types fast presses Enter while the popup still follows. */
const timeOfKey = 60

/** Some faults depend on how the popup and the keys meet. */
const times = 3

/** A list of names below a key that begins like one of them. */
const names = 'v: 3\nhealthChecks:\n  ctrlPingCheck:\n    interval: 30s\nweb:\n  '

/** Values, with the text before their line. */
const values: readonly (readonly [before: string, line: string])[] = [
  [tunnel, 'mode: host'],
  ['v: 3\nlisteners:\n  - ', 'binding: edge'],
  ['v: 3\ndialers:\n  - ', 'binding: transport'],
  [tunnel, 'svcPollRate: 3s'],
]

/** Enter in the popup of router files. */
export const suggestions: readonly Scenario[] = [
  {
    name: 'Enter after a name that begins like another word writes the name',
    play: (workbench) => typeRepeatedly(workbench, 'name', names, '- name: health-check'),
  },
  ...values.map(([before, line], index): Scenario => ({
    name: `Enter in the instant after ${line} makes a new line`,
    play: (workbench) => typeRepeatedly(workbench, `instant-${index}`, before, line),
  })),
  {
    name: 'each row of the popup says type and default, and what people set most is first',
    play: async (workbench) => {
      const path = 'suggestions/rows.router.yml'
      await workbench.create(path, `v: 3\nlisteners:\n  - binding: tunnel\n    options:\n      `)
      await workbench.open(path)
      await untilLanguage(workbench, 'OpenZiti Router')
      await workbench.press('Control+End')
      await workbench.press('Control+Space')
      await until('rows are offered', async () => (await workbench.suggestions()).length > 3)
      const rows = await workbench.suggestionRows()
      assert.equal(rows[0]?.label, 'mode')
      assert.ok(rows.length > 12, 'rows below those on the screen')
      assert.equal(rows[0]?.detail, 'string, default tproxy')
      assert.deepEqual(
        rows.filter(({ detail }) => detail === ''),
        [],
      )
    },
  },
  {
    name: 'the popup has no words of the text',
    play: async (workbench) => {
      const path = 'suggestions/words.router.yml'
      await workbench.create(path, names)
      await workbench.open(path)
      await untilLanguage(workbench, 'OpenZiti Router')
      await workbench.press('Control+End')
      await workbench.type('- name: heal', timeOfKey)
      await pause(700)
      assert.deepEqual(await workbench.suggestions(), [])
      await workbench.press('Enter')
      await workbench.press('Escape')
      await workbench.press('Shift+Home')
      await workbench.type('    bi', timeOfKey)
      await until('keys are offered', async () => (await workbench.suggestions()).length > 0)
      assert.deepEqual(await workbench.suggestedWords(), [])
    },
  },
]

/** Types a line and Enter into several files without a pause. The file must then have exactly that. */
async function typeRepeatedly(
  workbench: Workbench,
  name: string,
  before: string,
  line: string,
): Promise<void> {
  for (let index = 0; index < times; index++) {
    const path = `suggestions/${name}-${index}.router.yml`
    await workbench.create(path, before)
    await workbench.open(path)
    await untilLanguage(workbench, 'OpenZiti Router')
    await workbench.press('Control+End')
    await workbench.type(line, timeOfKey)
    await workbench.press('Enter')
    await pause(500)
    await workbench.press('Escape')
    assertNewLine(await workbench.text(path), `${before}${line}`)
    await workbench.run('View: Revert and Close Editor')
  }
}
