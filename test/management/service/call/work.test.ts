import { expect, test } from 'vitest'
import {
  countSteps,
  isPartOver,
  runToCompletion,
  runPart,
  type Work,
} from '../../../../src/management/service/call/work.js'

function* doSteps(count: number): Work<number> {
  let done = 0
  while (done < count) {
    while (done < count && !isPartOver()) {
      countSteps(1)
      done += 1
    }
    if (done < count) yield
  }
  return done
}

function* doBoth(first: number, second: number): Work<number> {
  countSteps(first)
  const done = runToCompletion(doSteps(second))
  if (isPartOver()) yield
  return done
}

const maxSteps = 50_000

test.each([
  ['a part that is over', maxSteps, 10],
  ['work of many parts', 0, 3 * maxSteps],
])('work at once ends inside %s, and its steps count', (_, first, second) => {
  const work = doBoth(first, second)
  expect(runPart(work)).toEqual({ done: false, value: undefined })
  expect(runPart(work)).toEqual({ done: true, value: second })
})
