import { expect, test, vi } from 'vitest'
import { sayLate } from '../../../web/shared/late.js'

test('a wait is said after 200 ms, and not at all if it is over before', () => {
  vi.useFakeTimers()
  const say = vi.fn()
  const endWait = sayLate(say)
  vi.advanceTimersByTime(199)
  endWait()
  vi.advanceTimersByTime(1000)
  expect(say).not.toHaveBeenCalled()
  sayLate(say)
  vi.advanceTimersByTime(200)
  expect(say).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
