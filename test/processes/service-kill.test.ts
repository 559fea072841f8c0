import { describe, expect, test } from 'vitest'
import { folderWith, program } from '../support/program.js'
import { after, life } from '../support/service-kills/lives.js'
import {
  createSurvivingState,
  createTally,
  resumed,
  round,
} from '../support/service-kills/rounds.js'

describe('a service that is killed', () => {
  test('while it starts, and while clients write, loses nothing that it answered, and leaves nothing half done', async () => {
    const [kept, tally, folder] = [createSurvivingState(4), createTally(), folderWith({})]
    // Writers get as much further on a slow machine as a service that starts.
    const write = (share: number): number => Math.max(100, share * kept.start)
    const rounds = [
      () => ({ early: [0.6, 1], late: write(0.4) }),
      () => ({ early: [], late: write(0.6) }),
      () => ({ early: [0.8] }),
    ]
    for (const getMoments of rounds)
      await round({ cli: program, folder }, kept, { moments: getMoments(), tally })
    expect(tally).toMatchObject({ kills: 2, looks: 3, faults: [] })
    expect(tally.starting + tally.started).toBe(3)
    expect(tally.acknowledged).toBeGreaterThan(3)
  })

  const position = { number: 1, life: 0, done: 3, isPending: true }
  const found = (steps: number) => ({ description: after(steps), ids: new Map() })

  test.each([
    { name: 'the last request had no effect', there: 3, faults: 0, next: 3 },
    { name: 'the last request had its effect', there: 4, faults: 0, next: 4 },
    { name: 'a request that was answered had none', there: 2, faults: 1, next: 3 },
    { name: 'there is more than was asked for', there: 5, faults: 1, next: 3 },
  ])('would be seen by its records, where $name', ({ there, faults, next }) => {
    const own = { ...position }
    expect(resumed(own, found(there), createTally())).toHaveLength(faults)
    expect(own).toEqual({ ...position, done: next, isPending: false })
  })

  test('would be seen by half of a request', () => {
    const { description } = found(4)
    const { 'enrollments person ott': _, ...half } = description
    expect(Object.keys(half)).toHaveLength(Object.keys(description).length - 1)
    expect(
      resumed({ ...position }, { description: half, ids: new Map() }, createTally()),
    ).toHaveLength(1)
  })

  test('is written to by requests that each leave something else behind', () => {
    for (const steps of life.keys())
      expect(after(steps), `step ${steps}`).not.toEqual(after(steps + 1))
    expect(after(life.length)).toEqual({})
  })
})
