import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mutate, random } from '../test/support/mutate.js'
import { faultsOf } from '../test/support/promises.js'
import { time } from './time.js'

/** Lists all files below a folder that may be router files. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && /\.(ya?ml|txt|tpl|j2|json)$/.test(path))

/** Lints every truncation of every file in a folder, and many random changes: no run may throw, or take a second. */
export function measure([
  folder = 'fixtures',
  changes = '200000',
  seed = '1',
]: readonly string[]): void {
  const texts = listFiles(folder)
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text.length < 100_000)
  const next = random(Number(seed))
  const tally = { texts: 0, faults: 0, slow: 0, longest: 0 }
  const check = (text: string): void => {
    let faults: string[] = []
    const duration = time(() => void (faults = faultsOf(text)))
    tally.texts += 1
    tally.faults += faults.length
    tally.longest = Math.max(tally.longest, duration)
    if (duration > 1000) tally.slow += 1
    if (duration > 1000 || faults.length > 0)
      console.log(
        `${duration.toFixed(0)} ms ${faults.join('\n')} in ${JSON.stringify(text.slice(-200))}`,
      )
  }
  for (const text of texts)
    for (let length = 0; length <= text.length; length += 1) check(text.slice(0, length))
  console.log(`${texts.length} files, every truncation: ${JSON.stringify(tally)}`)
  for (let count = 0; count < Number(changes); count += 1)
    check(mutate(texts[count % texts.length] ?? '', next))
  console.log(`and ${changes} changes: ${JSON.stringify(tally)}`)
}
