import { expect, test } from 'vitest'
import { createLimit } from '../../../src/management/service/auth/passwords.js'

test('a gate lets so many tasks in, the others as they came, and goes on after one that fails', async () => {
  const run = createLimit(2)
  const events: string[] = []
  const ends: (() => void)[] = []
  const task = (name: string) => async (): Promise<string> => {
    events.push(`${name} begins`)
    await new Promise<void>((resolve) => void ends.push(resolve))
    events.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => run(task(name))))
  for (let round = 0; round < 4; round += 1) {
    ends.shift()?.()
    await new Promise((resolve) => void setImmediate(resolve))
  }
  expect(events).toEqual([
    'a begins',
    'b begins',
    'a ends',
    'c begins',
    'b ends',
    'd begins',
    'c ends',
    'd ends',
  ])
  expect(
    (await results).map((result) =>
      result.status === 'fulfilled' ? result.value : String(result.reason),
    ),
  ).toEqual(['a', 'Error: b failed', 'c', 'd'])
  expect(await Promise.all([run(async () => 1), run(async () => 2), run(async () => 3)])).toEqual([
    1, 2, 3,
  ])
})
