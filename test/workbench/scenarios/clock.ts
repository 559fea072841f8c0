import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { typedFiles } from '../../support/typed-files.js'
import { Clock } from '../clock.js'
import type { Scenario } from '../scenario.js'
import { untilLanguage } from './steps.js'

/** Times from one key to the next, in milliseconds: a fast typist, one who types well, and one in no hurry. */
const intervals = [40, 60, 100]

/** No key is lost and none altered, however fast they are: keys are sent by the clock, and never wait for the page. */
export const clock: readonly Scenario[] = intervals.flatMap((interval) =>
  typedFiles.map((text, index): Scenario => ({
    name: `file ${index} typed at ${interval} ms a key is as typed`,
    play: async (workbench) => {
      const path = `clock/${interval}-${index}.router.yml`
      await workbench.create(path, '')
      await workbench.open(path)
      await untilLanguage(workbench, 'OpenZiti Router')
      const typist = new Clock(workbench, interval)
      await typist.typeFile(text)
      await typist.end()
      await pause(300)
      await workbench.press('Escape')
      assert.equal(trimLines(await workbench.text(path)), trimLines(text))
    },
  })),
)

const trimLines = (text: string): string => text.replace(/[ \t]+$/gm, '').trimEnd()
