import { readFileSync } from 'node:fs'
import { viewOf } from '../src/language/view.js'
import { faultsAt } from '../test/support/legal.js'
import { filesIn } from './robustness.js'

type Tally = { places: number; faults: Map<string, number>; thrown: number }

/** Completes at an offset and notes what is wrong. */
function look(tally: Tally, text: string, offset: number, shown: (fault: string) => void): void {
  tally.places += 1
  try {
    for (const fault of faultsAt(viewOf(text), offset)) {
      tally.faults.set(fault, (tally.faults.get(fault) ?? 0) + 1)
      shown(fault)
    }
  } catch (error) {
    tally.thrown += 1
    shown(String(error instanceof Error ? error.stack : error))
  }
}

/** Completes at every few bytes of every file in a folder, and at the end of every truncation: nothing throws, all that is offered is legal there. */
export function measure([folder = 'fixtures', step = '7', most = '20']: readonly string[]): void {
  const tally: Tally = { places: 0, faults: new Map(), thrown: 0 }
  let left = Number(most)
  for (const path of filesIn(folder).filter((name) => /\.ya?ml$/.test(name))) {
    const text = readFileSync(path, 'utf8')
    for (let offset = 0; offset <= text.length; offset += Number(step)) {
      const places = [{ kind: 'truncated', text: text.slice(0, offset) }, { kind: 'whole', text }]
      for (const { kind, text: looked } of places) {
        look(tally, looked, offset, (fault) => {
          left -= 1
          if (left >= 0) console.log(`${path} ${kind} at ${offset}: ${fault}\n${looked.slice(Math.max(0, offset - 60), offset)}|${looked.slice(offset, offset + 40)}\n`)
        })
      }
    }
  }
  const count = [...tally.faults.values()].reduce((sum, value) => sum + value, 0)
  console.log(`${tally.places} places: ${tally.thrown} exceptions, ${count} wrong offers of ${tally.faults.size} kinds`)
}
