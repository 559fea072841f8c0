import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createSurvivingState, createTally, round } from '../test/support/service-kills/rounds.js'
import { random } from '../test/support/mutate.js'

const writers = 6

/** Number of successive rounds that use the same data folder. */
const roundsPerFolder = 10

/**
 * Kills the built service at random moments while clients write over HTTPS, and sometimes while it
 * starts, also with a new folder; then checks for lost and partial records.
 */
export async function measure([
  count = '100',
  seed = '1',
  longest = '400',
]: readonly string[]): Promise<void> {
  const chance = random(Number(seed))
  const next = (below: number): number => Math.floor(chance() * below)
  const tally = createTally()
  const begun = Date.now()
  let start = 500
  const told = (): string =>
    JSON.stringify({
      ...tally,
      faults: tally.faults.length,
      minutes: Math.round((Date.now() - begun) / 6000) / 10,
    })
  while (tally.kills < Number(count) && tally.faults.length === 0) {
    const folder = mkdtempSync(join(tmpdir(), 'kill-service-'))
    const kept = createSurvivingState(writers, start)
    for (
      let turn = 0;
      turn < roundsPerFolder && tally.kills < Number(count) && tally.faults.length === 0;
      turn += 1
    ) {
      const early = Array.from(
        { length: turn === 0 ? 3 : next(4) === 0 ? 1 : 0 },
        () => chance() * 1.5,
      )
      await round({ cli: resolve('dist/cli.cjs'), folder }, kept, {
        moments: { early, late: next(Number(longest)) },
        tally,
      })
      if (tally.kills % 50 === 0) console.log(told())
    }
    if (tally.faults.length === 0)
      await round({ cli: resolve('dist/cli.cjs'), folder }, kept, { moments: { early: [] }, tally })
    start = kept.start
    for (const fault of tally.faults)
      console.log(`seed ${seed}, kill ${tally.kills}, ${folder}: ${fault}`)
    if (tally.faults.length === 0) rmSync(folder, { recursive: true })
  }
  console.log(told())
}
