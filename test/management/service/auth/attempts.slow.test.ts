import { describe, expect, test, vi } from 'vitest'
import { contract } from '../../../../src/generated/management/contract.js'
import type { Operation } from '../../../../src/management/operation.js'
import type { Schema } from '../../../../src/schema/data-schema.js'
import {
  createAttemptLimiter,
  guessableOperations,
} from '../../../../src/management/service/auth/attempts.js'
import { Refusal } from '../../../../src/management/service/call/failure.js'
import { ask, credentials, opened } from '../../../support/management.js'

const wrong = new Refusal({ code: 'INVALID_AUTH' })

function attempts() {
  const clock = { now: 1_000_000 }
  const attempt = createAttemptLimiter(() => clock.now)
  const fail = (address: string | undefined, user = 'anna'): Promise<string> =>
    attempt({ address, user }, () => Promise.reject(wrong)).then(
      () => 'passed',
      (error: unknown) => (error instanceof Refusal ? error.failure.code : 'fault'),
    )
  return { clock, attempt, fail }
}

describe('guesses', () => {
  test('end after 100 for one user from one address, and one is free again after each second', async () => {
    const { clock, fail } = attempts()
    for (let count = 0; count < 100; count += 1) expect(await fail('10.0.0.1')).toBe('INVALID_AUTH')
    expect(await fail('10.0.0.1')).toBe('RATE_LIMITED')
    clock.now += 999
    expect(await fail('10.0.0.1')).toBe('RATE_LIMITED')
    clock.now += 1
    expect(await fail('10.0.0.1')).toBe('INVALID_AUTH')
    expect(await fail('10.0.0.1')).toBe('RATE_LIMITED')
  })

  test('from one address leave others alone, but all of a network of IPv6 are one', async () => {
    const { fail } = attempts()
    for (let count = 0; count < 100; count += 1) await fail(`2001:db8:1:2::${count.toString(16)}`)
    expect(await fail('2001:db8:1:2:ffff::1')).toBe('RATE_LIMITED')
    expect(await fail('2001:db8:1:3::1')).toBe('INVALID_AUTH')
    expect(await fail('10.0.0.2')).toBe('INVALID_AUTH')
    for (let count = 0; count < 100; count += 1) await fail(`2001:db8::${count.toString(16)}`)
    expect(await fail('2001:db8::ffff')).toBe('RATE_LIMITED')
  })

  test('for one user leave others of the same address alone', async () => {
    const { fail } = attempts()
    for (let count = 0; count < 101; count += 1) await fail('10.0.0.1', 'anna')
    expect(await fail('10.0.0.1', 'anna')).toBe('RATE_LIMITED')
    expect(await fail('10.0.0.1', 'ben')).toBe('INVALID_AUTH')
    expect(await fail('10.0.0.2', 'anna')).toBe('INVALID_AUTH')
  })

  test('for very many users are remembered for a bounded number of them, those with most guesses first', async () => {
    const { fail } = attempts()
    const failOften = async (count: number, user: string): Promise<string[]> => {
      const results: string[] = []
      for (let index = 0; index < count; index += 1) results.push(await fail('10.0.0.1', user))
      return results
    }
    await failOften(100, 'anna')
    await failOften(1, 'ben')
    for (let count = 0; count < 9_998; count += 1) await failOften(2, `user ${count}`)
    await failOften(2, 'one more')
    expect(await fail('10.0.0.1', 'anna')).toBe('RATE_LIMITED')
    // The guess of before is forgotten.
    expect((await failOften(101, 'ben')).indexOf('RATE_LIMITED')).toBe(100)
  })

  test('that are right cost nothing, and those under way count', async () => {
    const { attempt, fail } = attempts()
    const anna = { address: '10.0.0.1', user: 'anna' }
    for (let count = 0; count < 1000; count += 1) await attempt(anna, () => Promise.resolve())
    const open: ((error: Error) => void)[] = []
    const waiting = Array.from({ length: 100 }, () =>
      attempt(anna, () => new Promise((_, reject) => void open.push(reject))).catch(
        () => 'refused',
      ),
    )
    expect(await fail('10.0.0.1')).toBe('RATE_LIMITED')
    for (const end of open) end(wrong)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['refused']))
  })

  test('of a program itself are not counted', async () => {
    const { fail } = attempts()
    for (let count = 0; count < 400; count += 1) expect(await fail(undefined)).toBe('INVALID_AUTH')
  })

  test('are counted wherever a caller shows a password or code of its own', () => {
    const { operations, shapes } = contract
    const fieldsOf = (shape: Schema): string[] =>
      Object.keys(
        (shape.$ref === undefined ? shape : shapes[shape.$ref.replace('#/$defs/', '')])
          ?.properties ?? {},
      )
    const shows = ({ body, headers }: Operation): boolean =>
      'mfa-validation-code' in headers ||
      (body !== undefined &&
        'shape' in body &&
        fieldsOf(body.shape).some((field) => field === 'currentPassword' || field === 'code'))
    const showing = operations.filter(shows).map(({ id }) => id)
    expect(showing).toContain('patchCurrentIdentityAuthenticator')
    // It refuses whatever it is shown.
    expect(showing.filter((id) => !guessableOperations.has(id))).toEqual(['createTotpToken'])
  })

  test('of passwords are refused by the service with the time to wait, while sessions go on, wherever the clock is set', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const clock = { now: 1_800_000_000_000 }
    const { service, token } = await opened({ clock: () => new Date(clock.now) })
    const guess = (password: string) =>
      ask(service, 'POST /authenticate?method=password', {
        address: '10.0.0.9',
        body: { ...credentials, password },
      })
    const statuses = await Promise.all(
      Array.from({ length: 101 }, () => guess('wrong-password').then(({ status }) => status)),
    )
    expect(statuses.toSorted().filter((status) => status === 429)).toHaveLength(1)
    for (const change of [0, 60_000, -3_600_000]) {
      clock.now += change
      const { status, headers, error } = await guess(credentials.password)
      expect([status, headers.get('retry-after'), error.code]).toEqual([429, '1', 'RATE_LIMITED'])
    }
    vi.advanceTimersByTime(1000)
    expect((await guess(credentials.password)).status).toBe(200)
    vi.useRealTimers()
    expect((await ask(service, 'GET /services', { token, address: '10.0.0.9' })).status).toBe(200)
    await service.close()
  })

  test('through OpenID Connect count with the others, and lock nobody else out', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { service } = await opened()
    const address = '10.0.0.9'
    const oidc = 'https://service.test/oidc'
    const query = new URLSearchParams({
      client_id: 'openziti',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://localhost:8080/auth/callback',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      state: 's',
    })
    const signIn = async (given: object, from = address): Promise<number> => {
      const { headers } = await ask(service, `GET ${oidc}/authorize?${query}`, { address: from })
      const id = headers.get('location')?.split('authRequestID=')[1]
      const body = { id, ...credentials, ...given }
      return (await ask(service, `POST ${oidc}/login/password`, { address: from, body })).status
    }
    const wrongPassword = { password: 'wrong-password' }
    for (let count = 0; count < 100; count += 1) expect(await signIn(wrongPassword)).toBe(401)
    expect(await signIn({})).toBe(429)
    const line = 'POST /authenticate?method=password'
    expect((await ask(service, line, { address, body: credentials })).status).toBe(429)
    expect(await signIn({ username: 'somebody-else' })).toBe(401)
    expect(await signIn({}, '10.0.0.10')).toBe(302)
    vi.useRealTimers()
    await service.close()
  })
})
