import { expect, test } from 'vitest'
import { createBodyBudget } from '../../../../src/management/service/http/body-budget.js'

/** Opens bodies, and notes the names of those that were given up. */
function subject(maxBytes: number) {
  const budget = createBodyBudget(maxBytes)
  const givenUp: string[] = []
  const open = (name: string, address: string) => budget.open(address, () => givenUp.push(name))
  return { open, givenUp }
}

test('the oldest unfinished body of the client that holds most is given up', () => {
  const { open, givenUp } = subject(100)
  open('own', '192.0.2.1').hold(30)
  const others = ['a', 'b', 'c'].map((name) => open(name, '192.0.2.2'))
  for (const body of others) body.hold(20)
  expect(givenUp).toEqual([])
  open('d', '192.0.2.3').hold(20)
  expect(givenUp).toEqual(['a'])
  others[0]?.release()
  open('e', '192.0.2.3').hold(10)
  expect(givenUp).toEqual(['a'])
})

test('complete bodies count until they are released, and are not given up', () => {
  const { open, givenUp } = subject(100)
  const complete = open('complete', '192.0.2.1')
  complete.hold(90)
  complete.complete()
  open('late', '192.0.2.2').hold(20)
  expect(givenUp).toEqual(['late'])
  complete.release()
  open('later', '192.0.2.2').hold(90)
  expect(givenUp).toEqual(['late'])
})

test('a network of IPv6 is one client', () => {
  const { open, givenUp } = subject(100)
  open('own', '2001:db8:0:1::1').hold(40)
  for (let host = 1; host <= 6; host += 1) open(`${host}`, `2001:db8:0:2::${host}`).hold(11)
  expect(givenUp).toEqual(['1'])
})
