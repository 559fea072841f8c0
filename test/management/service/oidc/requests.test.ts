import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuthRequest, AuthRequests } from '../../../../src/management/service/oidc/requests.js'
import { createAuthRequests } from '../../../../src/management/service/oidc/requests.js'

const sent = {
  client: 'openziti',
  redirectUri: 'http://localhost:8080/auth/callback',
  scopes: ['openid'],
  challenge: 'c'.repeat(43),
  state: undefined,
  nonce: undefined,
  startedBy: { addressKey: undefined, certificate: undefined },
}

let time = 0
let requests: AuthRequests
const add = (address?: string): AuthRequest => requests.add(sent, address)
const isOpen = ({ id }: AuthRequest): boolean => requests.find(id) !== undefined
const flood = (count: number, getAddress: (index: number) => string | undefined): void => {
  for (let index = 0; index < count; index += 1) add(getAddress(index))
}

beforeEach(() => {
  time = 0
  let ids = 0
  requests = createAuthRequests({
    now: () => time,
    createId: () => String((ids += 1)),
    random: (length) => new Uint8Array(randomBytes(length)),
  })
})

describe('requests to sign in', () => {
  test.each<[string, string | undefined, (index: number) => string | undefined]>([
    ['another address', '10.0.0.2', () => '10.0.0.1'],
    ['ten others', '10.0.0.200', (index) => `10.0.0.${index % 10}`],
    ['a network of IPv6', '2001:db8:0:2::1', (index) => `2001:db8:0:1::${index.toString(16)}`],
    ['an address, for this process', undefined, () => '10.0.0.1'],
  ])('outlast any number of requests from %s', (_, own, getOther) => {
    const first = add(own)
    flood(10_000, getOther)
    const second = add(own)
    flood(10, getOther)
    expect([first, second].map(isOpen)).toEqual([true, true])
  })

  test('of one address push out its oldest', () => {
    const [first, second] = [add('10.0.0.1'), add('10.0.0.1')]
    flood(9_999, () => '10.0.0.1')
    expect([first, second].map(isOpen)).toEqual([false, true])
  })

  test('make room when their time is over', () => {
    flood(10_000, () => '10.0.0.1')
    time = 600_000
    const first = add('10.0.0.1')
    flood(9_999, () => '10.0.0.1')
    expect(isOpen(first)).toBe(true)
  })

  test('that were pushed out have no code', () => {
    const request = add('10.0.0.1')
    const early = requests.issueCode(request)
    flood(10_000, () => '10.0.0.1')
    const late = requests.issueCode(request)
    expect([early, late].map(requests.take)).toEqual([undefined, undefined])
  })
})
