import { describe, expect, test } from 'vitest'
import { createKeySets } from '../../../../src/management/service/auth/key-sets.js'

const endpoint = 'https://idp.example.com/keys'
const key = (kid: string) => ({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid })
const formatKeySet = (...kids: string[]): string => JSON.stringify({ keys: kids.map(key) })

type Answer = string | Error | Response

/** Key sets over answers that are given in turn, the last one again and again; the clock stands until it is told. */
function subject(...answers: [Answer, ...Answer[]]) {
  let second = 1_000_000
  let asked = 0
  const requests: { url: string; redirect: string }[] = []
  const fetch = async (url: string, { redirect }: { redirect: string }): Promise<Response> => {
    requests.push({ url, redirect })
    const answer = answers[Math.min(asked, answers.length - 1)] ?? ''
    asked += 1
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer.clone() : new Response(answer)
  }
  const { find } = createKeySets({ fetch, clock: () => new Date(second * 1000) })
  return {
    find: async (kid: string, at = endpoint) => (await find(at, kid)).map((found) => found.kid),
    wait: (seconds: number) => void (second += seconds),
    requests,
  }
}

describe('key sets', () => {
  test('are asked for once, and no redirect is followed', async () => {
    const { find, requests } = subject(formatKeySet('a', 'b'))
    expect([await find('a'), await find('b'), await find('a')]).toEqual([['a'], ['b'], ['a']])
    expect(requests).toEqual([{ url: endpoint, redirect: 'error' }])
  })

  test('are asked for once by many at the same time', async () => {
    const { find, requests, wait } = subject(formatKeySet('a'), formatKeySet('a', 'b'))
    expect(await Promise.all([find('a'), find('a'), find('b')])).toEqual([['a'], ['a'], []])
    wait(10)
    expect(await Promise.all([find('b'), find('a'), find('b')])).toEqual([['b'], ['a'], ['b']])
    expect(requests).toHaveLength(2)
  })

  test('are asked for by endpoint', async () => {
    const { find, requests } = subject(formatKeySet('a'))
    await find('a')
    await find('a', 'https://other.example.com/keys')
    expect(requests.map(({ url }) => url)).toEqual([endpoint, 'https://other.example.com/keys'])
  })

  test('are asked for again when a key is new, and then the old one is gone', async () => {
    const { find, wait } = subject(formatKeySet('a'), formatKeySet('b'))
    expect(await find('a')).toEqual(['a'])
    wait(60)
    expect([await find('b'), await find('a')]).toEqual([['b'], []])
  })

  test('are asked for a made-up key at most every ten seconds', async () => {
    const { find, wait, requests } = subject(formatKeySet('a'))
    for (let second = 0; second < 60; second += 1) {
      expect(await find(`made-up-${second}`)).toEqual([])
      wait(1)
    }
    expect(requests).toHaveLength(6)
  })

  test('are asked for again after ten minutes, so that a key that was taken back stops working', async () => {
    const { find, wait, requests } = subject(formatKeySet('a'), formatKeySet('b'))
    await find('a')
    wait(599)
    expect(await find('a')).toEqual(['a'])
    wait(1)
    expect(await find('a')).toEqual([])
    expect(requests).toHaveLength(2)
  })

  test('stay as they are while the endpoint is away, but not for longer than ten minutes', async () => {
    const { find, wait } = subject(formatKeySet('a'), new Error('no connection'))
    await find('a')
    wait(60)
    expect([await find('b'), await find('a')]).toEqual([[], ['a']])
    wait(540)
    expect(await find('a')).toEqual([])
  })

  test('come once the endpoint is back', async () => {
    const { find, wait, requests } = subject(new Error('no connection'), formatKeySet('a'))
    expect([await find('a'), await find('a')]).toEqual([[], []])
    expect(requests).toHaveLength(1)
    wait(10)
    expect(await find('a')).toEqual(['a'])
  })

  test.each([
    { name: 'no JSON', answer: 'hello' },
    { name: 'no key set', answer: '{"keys":{}}' },
    { name: 'a list', answer: '[]' },
    { name: 'nothing', answer: 'null' },
    { name: 'an error', answer: new Response(formatKeySet('a'), { status: 500 }) },
    { name: 'an empty body', answer: new Response(null, { status: 204 }) },
    { name: 'far too much', answer: formatKeySet('a').padEnd(300_000) },
    {
      name: 'keys that are none',
      answer: '{"keys":[null,5,{"kid":"a"},{"kty":"EC"},{"kty":5,"kid":"a"}]}',
    },
  ])('are empty if the answer is $name', async ({ answer }) => {
    expect(await subject(answer).find('a')).toEqual([])
  })
})
