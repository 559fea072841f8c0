import { readFileSync } from 'node:fs'
import { targets } from '../src/core.js'
import { viewOf } from '../src/language/view.js'
import { faultsAt, hoverFaultsAt } from '../test/support/accepted.js'
import { listFiles } from './robustness.js'

type Tally = { places: number; thrown: number; kinds: Set<string>; faults: number }

/**
 * Requests completions and a hover at an offset, with the releases in turn, and returns the faults.
 */
function checkPlace(tally: Tally, text: string, offset: number): string[] {
  const lines = targets
  tally.places += 1
  try {
    const view = viewOf(text, { target: lines[tally.places % lines.length]?.newest ?? '' })
    const faults = [...faultsAt(view, offset), ...hoverFaultsAt(view, offset)]
    for (const fault of faults) tally.kinds.add(fault)
    tally.faults += faults.length
    return faults
  } catch (error) {
    tally.thrown += 1
    return [String(error instanceof Error ? error.stack : error)]
  }
}

/**
 * Requests completions and hovers at every few bytes of every file in a folder, and at the end of
 * every truncation: nothing may throw, and every completion must be legal.
 */
export function measure([folder = 'fixtures', step = '7', most = '20']: readonly string[]): void {
  const tally: Tally = { places: 0, thrown: 0, kinds: new Set(), faults: 0 }
  let left = Number(most)
  for (const path of listFiles(folder).filter((name) => /\.ya?ml$/.test(name))) {
    const text = readFileSync(path, 'utf8')
    for (let offset = 0; offset <= text.length; offset += Number(step)) {
      for (const looked of [text.slice(0, offset), text]) {
        for (const fault of checkPlace(tally, looked, offset)) {
          if ((left -= 1) >= 0)
            console.log(
              `${path} ${looked === text ? 'whole' : 'truncated'} at ${offset}: ${fault}\n${looked.slice(Math.max(0, offset - 60), offset)}|${looked.slice(offset, offset + 40)}\n`,
            )
        }
      }
    }
  }
  console.log(
    `${tally.places} places: ${tally.thrown} exceptions, ${tally.faults} faults of ${tally.kinds.size} kinds`,
  )
}
