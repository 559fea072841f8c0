import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Acknowledged } from '../test/support/store-kill.js'
import { faultsAfter, kill } from '../test/support/store-kill.js'
import { random } from '../test/support/mutate.js'

/** Kills a process with eight writers at random moments, from its start on, and checks for lost and partial records. */
export async function measure([count = '100', seed = '1']: readonly string[]): Promise<void> {
  const chance = random(Number(seed))
  const next = (below: number): number => Math.floor(chance() * below)
  const tally = { runs: 0, kills: 0, beforeTheFirst: 0, acknowledged: 0, faults: 0 }
  let folder = ''
  let acknowledged: Acknowledged = new Map()
  while (tally.runs < Number(count)) {
    // Several runs share a folder, to test interrupted recoveries, too.
    if (tally.runs % 10 === 0) {
      rmSync(folder, { recursive: true, force: true })
      folder = mkdtempSync(join(tmpdir(), 'kill-'))
      acknowledged = new Map()
    }
    const sum = (): number =>
      [...acknowledged.values()].reduce((total, number) => total + number, 0)
    for (let kills = next(4) === 0 ? 2 : 1; kills > 0; kills -= 1) {
      const before = sum()
      const complaint = await kill(
        ['.cache/run/bench/writer.js', folder],
        acknowledged,
        next(2) === 0 ? { start: next(150) } : { first: next(60) },
      )
      tally.kills += 1
      tally.acknowledged += sum() - before
      if (sum() === before) tally.beforeTheFirst += 1
      if (complaint !== '') console.log(complaint)
    }
    const faults = await faultsAfter(folder, acknowledged)
    tally.faults += faults.length
    for (const fault of faults) console.log(`run ${tally.runs}: ${fault}`)
    tally.runs += 1
    if (tally.runs % 100 === 0) console.log(JSON.stringify(tally))
  }
  rmSync(folder, { recursive: true, force: true })
  console.log(JSON.stringify(tally))
  if (tally.acknowledged === 0) throw new Error('nothing was written before the kills')
}
