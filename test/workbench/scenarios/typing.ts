import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { beginnings, lines } from '../../support/typing.js'
import type { Scenario } from '../scenario.js'
import type { Workbench } from '../workbench.js'

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
  ...lines.map(([title, before, typed], index): Scenario => ({
    name: `Enter after ${title} makes a new line, ${kind}`,
    play: async (workbench) => {
      const text = await typeAndEnter(workbench, nameOf(index), before, typed)
      const line = `${before}${typed}`.trimEnd()
      const [found, rest] = [text.slice(0, line.length), text.slice(line.length)]
      // Further keys are indented, and entries of lists get a dash.
      assert.match(`${found}${rest}`, new RegExp(`^${escape(line)} ?\n[ -]*\n?$`))
    },
  })),
  ...beginnings.map(([title, before, typed, completed], index): Scenario => ({
    name: `Enter after the beginning of ${title} completes it, ${kind}`,
    play: async (workbench) => {
      const text = await typeAndEnter(workbench, nameOf(lines.length + index), before, typed)
      assert.equal(text.trimEnd(), completed.trimEnd())
    },
  })),
])

async function typeAndEnter(
  workbench: Workbench,
  path: string,
  before: string,
  typed: string,
): Promise<string> {
  await workbench.create(path, before)
  await workbench.open(path)
  await workbench.press('Control+End')
  await pause(400)
  await workbench.type(typed, timeOfCharacter)
  await pause(timeBeforeEnter)
  await workbench.press('Enter')
  await pause(300)
  await workbench.press('Escape')
  return workbench.text(path)
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
