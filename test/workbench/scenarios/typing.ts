import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { beginnings, lines, linesWithColon } from '../../support/typing.js'
import type { Scenario } from '../scenario.js'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'
import { assertNewLine } from './steps.js'

/** Types as a person does: characters with time for the popup to follow, then a look at the line before Enter. */
const timeOfCharacter = 90
const timeBeforeEnter = 500

/** Names by which a file is a router file: with a language of its own, and as YAML that the server recognizes. */
const names = {
  'as router file': (index: number) => `typing/${index}.router.yml`,
  'as YAML': (index: number) => `typing/ziti-${index}.yml`,
}

/** The lines and beginnings of words of the modelled popup, typed into the real one. */
export const typing: readonly Scenario[] = Object.entries(names).flatMap(([kind, nameOf]) => [
  ...linesWithColon.map(([title, before, typed], index): Scenario => ({
    name: `Enter after ${title} with the popup closed makes a new line, ${kind}`,
    play: async (workbench) => {
      const text = await typeAndEnter(workbench, nameOf(100 + index), {
        before,
        typed,
        isClosed: true,
      })
      assertNewLine(text, `${before}${typed}`)
    },
  })),
  ...lines.map(([title, before, typed], index): Scenario => ({
    name: `Enter after ${title} makes a new line, ${kind}`,
    play: async (workbench) => {
      const text = await typeAndEnter(workbench, nameOf(index), { before, typed })
      assertNewLine(text, `${before}${typed}`)
    },
  })),
  ...beginnings.map(([title, before, typed, completed], index): Scenario => ({
    name: `Enter after the beginning of ${title} completes it, ${kind}`,
    play: async (workbench) => {
      const text = await typeAndEnter(workbench, nameOf(lines.length + index), {
        before,
        typed,
        waitsForRow: true,
      })
      assert.equal(text.trimEnd(), completed.trimEnd())
    },
  })),
])

/**
 * What is typed after a text. `isClosed` closes the popup before the last character; `waitsForRow` presses Enter only when
 * a row is on show, as a busy machine may take longer than the usual pause.
 */
type Typing = { before: string; typed: string; isClosed?: boolean; waitsForRow?: boolean }

async function typeAndEnter(
  workbench: Workbench,
  path: string,
  { before, typed, isClosed = false, waitsForRow = false }: Typing,
): Promise<string> {
  await workbench.create(path, before)
  await workbench.open(path)
  await workbench.press('Control+End')
  await pause(400)
  await workbench.type(isClosed ? typed.slice(0, -1) : typed, timeOfCharacter)
  if (isClosed) {
    await pause(timeBeforeEnter)
    await workbench.press('Escape')
    await workbench.type(typed.slice(-1))
  }
  await pause(timeBeforeEnter)
  if (waitsForRow)
    await until('a row is on show', async () => (await workbench.suggestions()).length > 0)
  await workbench.press('Enter')
  await pause(300)
  await workbench.press('Escape')
  return workbench.text(path)
}
