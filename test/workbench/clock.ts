import { setTimeout as pause } from 'node:timers/promises'
import type { Workbench } from './workbench.js'

/** How long a person looks before a line is indented less, in milliseconds. */
const timeOfLook = 300

/** How long a person takes after keys that are pressed together, in milliseconds. */
const timeOfChord = 300

/** Types at a fixed rate, as a person does who watches the keys: no key waits for the page. */
export class Clock {
  private readonly workbench: Workbench
  private readonly interval: number
  private next = performance.now()
  private readonly sent: Promise<void>[] = []

  /** The time from one key to the next, in milliseconds. */
  constructor(workbench: Workbench, interval: number) {
    this.workbench = workbench
    this.interval = interval
  }

  /** Sends keys, each at its time. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await pause(Math.max(0, this.next - performance.now()))
      this.next = Math.max(this.next, performance.now() - this.interval) + this.interval
      this.sent.push(this.workbench.press(key))
      if (!key.includes('+')) continue
      // What is held down would be held down with the next key, too.
      await this.end()
      await pause(timeOfChord)
    }
  }

  /** Types characters; Enter for the end of a line. */
  type(text: string): Promise<void> {
    return this.press(...[...text].map((character) => (character === '\n' ? 'Enter' : character)))
  }

  /** Types a file from nothing. The editor indents lines; where one needs less, or more, the keys for that are pressed. */
  async typeFile(text: string): Promise<void> {
    const lines = text.trimEnd().split('\n')
    for (const [index, line] of lines.entries()) {
      const content = line.trimStart()
      const before = lines[index - 1]
      if (before !== undefined) {
        await this.press('Enter')
        await this.indent(line.length - content.length, getNextIndent(before))
      }
      await this.type(content)
    }
  }

  /** Brings the cursor from the column where the editor puts it to another. */
  private async indent(column: number, expected: number): Promise<void> {
    if (column > expected) return this.type(' '.repeat(column - expected))
    if (column === expected) return undefined
    await this.end()
    await pause(timeOfLook)
    const line = (await this.workbench.lines()).at(-1) ?? ''
    const dash = line.trimStart().length
    const steps = Math.ceil((line.length - dash - column) / 2)
    return this.press(...Array.from({ length: dash + steps }, () => 'Backspace'))
  }

  /** Waits until the page has got all keys. */
  async end(): Promise<void> {
    await Promise.all(this.sent)
  }
}

/** The column where the editor puts the cursor after a line. */
function getNextIndent(line: string): number {
  const indent = line.length - line.trimStart().length
  const dashes = /^(?:- +)*/.exec(line.trimStart())?.[0].length ?? 0
  if (/^\s*#/.test(line)) return indent
  if (/(?::|[|])(?:\s+#.*)?$/.test(line)) return indent + dashes + 2
  return /^\s*(?:- +)+[^\s"'[{][^:]*:\s/.test(line) ? indent + dashes : indent
}
