import assert from 'node:assert/strict'
import { until } from '../workbench.js'
import type { Workbench } from '../workbench.js'

export async function waitForStatus(workbench: Workbench, expected: RegExp): Promise<void> {
  await until(`the status bar says ${expected.source}`, async () =>
    (await workbench.statusBar()).some((text) => expected.test(text.replace(/\s+/g, ' '))),
  )
}

export async function untilLine(workbench: Workbench, part: string, count: number): Promise<void> {
  await until(`${count} lines contain ${part}`, async () => {
    const lines = await workbench.lines()
    return lines.filter((line) => line.includes(part)).length === count
  })
}

export async function hoverAtCursor(workbench: Workbench): Promise<string> {
  await workbench.run('Show or Focus Hover')
  await until('the hover is there', async () => (await workbench.hoverText()) !== '')
  await until(
    'the hover is filled',
    async () => !(await workbench.hoverText()).startsWith('Loading'),
  )
  return workbench.hoverText()
}

/** Waits until the status bar says that the active file has a language. */
export const untilLanguage = (workbench: Workbench, expected: string): Promise<void> =>
  until(`the language is ${expected}`, async () => (await workbench.language()) === expected)

export async function chooseLanguage(workbench: Workbench, name: string): Promise<void> {
  await workbench.run('Change Language Mode')
  await workbench.page.keyboard.insertText(name)
  await workbench.pick(new RegExp(`^${name}`))
  await untilLanguage(workbench, name)
}

/** Whether a text ends with a line and a new one after it: further keys are indented, and entries of lists get a dash. */
export const assertNewLine = (text: string, line: string): void =>
  assert.match(text, new RegExp(`^${escape(line.trimEnd())} ?\n[ -]*\n?$`))

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Answers from which release an upgrade goes, and to which. */
export async function pickUpgrade(workbench: Workbench): Promise<void> {
  await workbench.pick(/^1\.1\.\d+/)
  await until('the next line with long-term support is first', async () =>
    ((await workbench.picks())[0] ?? '').startsWith('1.6.'),
  )
  await workbench.pick(/^2\.0\./)
}
