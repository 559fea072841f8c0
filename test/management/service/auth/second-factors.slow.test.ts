import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { showCode } from '../../../support/one-time-code.js'
import type { Managed, Reply } from '../../../support/management.js'
import { startManaged, createAuthPolicy, requireText } from '../../../support/management.js'

const own = '/current-identity/mfa'
const second = 1000

let service: Managed
beforeEach(async () => {
  service = await startManaged()
})
afterEach(() => service.close())

/** A user, and what it can do about its second factor. */
async function holder(name: string, more: object = {}) {
  const id = await service.user(name, more)
  let session = await service.login(name)
  let secret = ''
  const ask = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply> => service.call(method, path, { session, headers, ...(body && { body }) })
  const codeIn = (steps = 0): string => showCode(secret, service.now() + steps * 30_000)
  return {
    id,
    ask,
    codeIn,
    session: (): string => session,
    login: async (): Promise<void> => {
      session = await service.login(name)
    },
    enroll: async (): Promise<void> => {
      await ask('POST', own)
      secret =
        new URL(requireText((await ask('GET', own)).data, 'provisioningUrl')).searchParams.get(
          'secret',
        ) ?? ''
    },
    verify: (): Promise<Reply> => ask('POST', `${own}/verify`, { code: codeIn() }),
    recoveryCodes: async (): Promise<string[]> =>
      [
        (await ask('GET', `${own}/recovery-codes`, undefined, { 'mfa-validation-code': codeIn() }))
          .data['recoveryCodes'],
      ]
        .flat()
        .map(String),
    prove: (code: string): Promise<Reply> => ask('POST', '/authenticate/mfa', { code }),
    isFull: async (): Promise<boolean> => (await ask('GET', '/current-identity')).status === 200,
  }
}

type Holder = Awaited<ReturnType<typeof holder>>

/** What each request answers with in each state: status, and code of an error. */
const table: {
  name: string
  ask: (user: Holder) => Promise<Reply>
  none: string
  pending: string
  verified: string
}[] = [
  {
    name: 'asking for the state',
    ask: (user) => user.ask('GET', own),
    none: '404 NOT_FOUND',
    pending: '200',
    verified: '200',
  },
  {
    name: 'enrolling',
    ask: (user) => user.ask('POST', own),
    none: '201',
    pending: '409 MFA_EXISTS',
    verified: '409 MFA_EXISTS',
  },
  {
    name: 'asking for the picture',
    ask: (user) => user.ask('GET', `${own}/qr-code`),
    none: '404 NOT_FOUND',
    pending: '200',
    verified: '404 NOT_FOUND',
  },
  {
    name: 'verifying',
    ask: (user) => user.verify(),
    none: '404 NOT_FOUND',
    pending: '200',
    verified: '404 NOT_FOUND',
  },
  {
    name: 'verifying with a wrong code',
    ask: (user) => user.ask('POST', `${own}/verify`, { code: '000000' }),
    none: '404 NOT_FOUND',
    pending: '401 MFA_INVALID_TOKEN',
    verified: '404 NOT_FOUND',
  },
  {
    name: 'asking for the recovery codes',
    ask: (user) =>
      user.ask('GET', `${own}/recovery-codes`, undefined, { 'mfa-validation-code': user.codeIn() }),
    none: '404 NOT_FOUND',
    pending: '404 NOT_FOUND',
    verified: '200',
  },
  {
    name: 'asking for them without a code',
    ask: (user) => user.ask('GET', `${own}/recovery-codes`),
    none: '404 NOT_FOUND',
    pending: '404 NOT_FOUND',
    verified: '401 MFA_INVALID_TOKEN',
  },
  {
    name: 'asking for new ones',
    ask: (user) => user.ask('POST', `${own}/recovery-codes`, { code: user.codeIn(1) }),
    none: '404 NOT_FOUND',
    pending: '404 NOT_FOUND',
    verified: '200',
  },
  {
    name: 'authenticating',
    ask: (user) => user.prove(user.codeIn()),
    none: '409 MFA_NOT_ENROLLED',
    pending: '409 MFA_NOT_ENROLLED',
    verified: '200',
  },
  {
    name: 'authenticating with a wrong code',
    ask: (user) => user.prove('000000'),
    none: '409 MFA_NOT_ENROLLED',
    pending: '409 MFA_NOT_ENROLLED',
    verified: '401 MFA_INVALID_TOKEN',
  },
  {
    name: 'removing it without a code',
    ask: (user) => user.ask('DELETE', own),
    none: '404 NOT_FOUND',
    pending: '200',
    verified: '401 MFA_INVALID_TOKEN',
  },
  {
    name: 'removing it',
    ask: (user) => user.ask('DELETE', own, undefined, { 'mfa-validation-code': user.codeIn(1) }),
    none: '404 NOT_FOUND',
    pending: '200',
    verified: '200',
  },
]

describe('a second factor', () => {
  test.each(table)(
    '$name, where there is none, one that is pending, and one that is verified',
    async ({ ask, none, pending, verified }) => {
      const told = async (user: Holder): Promise<string> => {
        const { status, code } = await ask(user)
        return `${status} ${code}`.trim()
      }
      const [without, enrolling, enrolled] = [
        await holder('without'),
        await holder('enrolling'),
        await holder('enrolled'),
      ]
      await enrolling.enroll()
      await enrolled.enroll()
      await enrolled.verify()
      expect([await told(without), await told(enrolling), await told(enrolled)]).toEqual([
        none,
        pending,
        verified,
      ])
    },
  )

  test('that somebody has set up is asked for at the next login, and until then a session may do little', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    expect(await user.isFull()).toBe(true)
    await user.login()
    const { data } = await user.ask('GET', '/current-api-session')
    expect(data).toMatchObject({
      isMfaRequired: true,
      isMfaComplete: false,
      authQueries: [
        {
          typeId: 'MFA',
          provider: 'ziti',
          httpMethod: 'POST',
          httpUrl: './authenticate/mfa',
          format: 'alphaNumeric',
          minLength: 4,
          maxLength: 6,
        },
      ],
    })
    expect(await user.isFull()).toBe(false)
    await user.prove(user.codeIn())
    expect(await user.isFull()).toBe(true)
    expect((await user.ask('GET', '/current-api-session')).data).toMatchObject({
      isMfaRequired: true,
      isMfaComplete: true,
      authQueries: [],
    })
  })

  test('that the policy asks for can be set up in the session that lacks it, and is asked for again when it is removed', async () => {
    const user = await holder('anna', {
      authPolicyId: await service.make(
        'auth-policies',
        createAuthPolicy('codes', { secondary: { requireTotp: true } }),
      ),
    })
    const states = [await user.isFull()]
    await user.enroll()
    states.push(await user.isFull())
    await user.verify()
    states.push(await user.isFull())
    await service.call('DELETE', `/identities/${user.id}/mfa`)
    states.push(await user.isFull())
    expect(states).toEqual([false, false, true, false])
  })

  test('that an administrator removes is not asked for any more', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    await user.login()
    expect((await service.call('GET', `/identities/${user.id}`)).data['isMfaEnabled']).toBe(true)
    await service.call('DELETE', `/identities/${user.id}/mfa`)
    expect(await user.isFull()).toBe(true)
  })
})

describe('a one-time code', () => {
  test.each([
    { name: 'of this moment', steps: 0, status: 200 },
    { name: 'of the step before', steps: -1, status: 200 },
    { name: 'of the step after', steps: 1, status: 200 },
    { name: 'of two steps before', steps: -2, status: 401 },
    { name: 'of two steps after', steps: 2, status: 401 },
  ])('$name: $status', async ({ steps, status }) => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    await user.login()
    expect((await user.prove(user.codeIn(steps))).status).toBe(status)
  })

  test('completes one session, and none that was opened since, nor do those before it', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    await user.login()
    const used = user.codeIn()
    expect([(await user.prove(used)).status, (await user.prove(used)).status]).toEqual([200, 200])
    await user.login()
    expect([
      (await user.prove(used)).status,
      (await user.prove(user.codeIn(-1))).status,
      await user.isFull(),
    ]).toEqual([401, 401, false])
    service.pass(30 * second)
    expect((await user.prove(user.codeIn())).status).toBe(200)
  })

  /** What a code is for; the requests of a session that is complete, or lacks the second factor. */
  const uses = {
    'sets up the second factor': (user: Holder) => user.verify(),
    'completes a session': async (user: Holder) => {
      await user.login()
      return user.prove(user.codeIn())
    },
    'reads the recovery codes': (user: Holder) =>
      user.ask('GET', `${own}/recovery-codes`, undefined, { 'mfa-validation-code': user.codeIn() }),
    'renews the recovery codes': (user: Holder) =>
      user.ask('POST', `${own}/recovery-codes`, { code: user.codeIn() }),
    'removes the second factor': (user: Holder) =>
      user.ask('DELETE', own, undefined, { 'mfa-validation-code': user.codeIn() }),
  }
  const repeated: { first: keyof typeof uses; then: keyof typeof uses; status: number }[] = [
    { first: 'sets up the second factor', then: 'renews the recovery codes', status: 401 },
    { first: 'sets up the second factor', then: 'removes the second factor', status: 401 },
    { first: 'completes a session', then: 'completes a session', status: 401 },
    { first: 'completes a session', then: 'reads the recovery codes', status: 401 },
    { first: 'completes a session', then: 'renews the recovery codes', status: 401 },
    { first: 'completes a session', then: 'removes the second factor', status: 401 },
    { first: 'renews the recovery codes', then: 'renews the recovery codes', status: 401 },
    { first: 'renews the recovery codes', then: 'completes a session', status: 401 },
    // As recorded from controllers, which accept a code any number of times.
    { first: 'sets up the second factor', then: 'reads the recovery codes', status: 200 },
    { first: 'sets up the second factor', then: 'completes a session', status: 200 },
    { first: 'renews the recovery codes', then: 'reads the recovery codes', status: 200 },
    { first: 'renews the recovery codes', then: 'removes the second factor', status: 200 },
  ]
  test.each(repeated)('that $first then $then: $status', async ({ first, then, status }) => {
    const user = await holder('anna')
    await user.enroll()
    if (first !== 'sets up the second factor') {
      await user.verify()
      service.pass(30 * second)
    }
    expect((await uses[first](user)).status).toBe(200)
    expect((await uses[then](user)).status).toBe(status)
    service.pass(60 * second)
    if (status === 401) expect((await uses[then](user)).status).toBe(200)
  })

  test('that completed a session cannot be used in another session', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    service.pass(30 * second)
    const first = user.session()
    await user.login()
    await user.prove(user.codeIn())
    const headers = { 'mfa-validation-code': user.codeIn() }
    expect((await service.call('DELETE', own, { session: first, headers })).status).toBe(401)
  })

  test.each([60 * 60, -60 * 60])(
    'is checked after ten wrong ones and %i seconds by the clock',
    async (seconds) => {
      const user = await holder('anna')
      await user.enroll()
      await user.verify()
      const session = user.session()
      const prove = (code: string): Promise<Reply> =>
        service.call('POST', `${own}/recovery-codes`, { session, body: { code } })
      for (let count = 0; count < 10; count += 1) await prove('000000')
      service.pass(seconds * second)
      if (seconds > 0) await user.login()
      expect((await user.prove(user.codeIn())).status).toBe(200)
    },
  )

  test('is checked only twice a minute after ten wrong ones', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    await user.login()
    for (let count = 0; count < 10; count += 1)
      expect((await user.prove('000000')).status).toBe(401)
    expect((await user.prove(user.codeIn())).status).toBe(401)
    service.pass(30 * second)
    expect((await user.prove(user.codeIn())).status).toBe(200)
  })
})

describe('a recovery code', () => {
  test('is good once, and not where a one-time code is asked for', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    const [one = '', two = ''] = await user.recoveryCodes()
    await user.login()
    expect((await user.prove(one)).status).toBe(200)
    expect(
      (await user.ask('GET', `${own}/recovery-codes`, undefined, { 'mfa-validation-code': two }))
        .status,
    ).toBe(400)
    const left = await user.recoveryCodes()
    expect({ left: left.length, one: left.includes(one), two: left.includes(two) }).toEqual({
      left: 19,
      one: false,
      two: true,
    })
    await user.login()
    expect([(await user.prove(one)).status, (await user.prove(two)).status]).toEqual([401, 200])
  })

  test('is worth nothing once there are new ones', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    const [old = ''] = await user.recoveryCodes()
    const { data } = await user.ask('POST', `${own}/recovery-codes`, { code: old })
    expect(data['recoveryCodes']).toEqual(await user.recoveryCodes())
    await user.login()
    expect((await user.prove(old)).status).toBe(401)
  })

  test('removes the second factor', async () => {
    const user = await holder('anna')
    await user.enroll()
    await user.verify()
    const [code = ''] = await user.recoveryCodes()
    expect((await user.ask('DELETE', own, undefined, { 'mfa-validation-code': code })).status).toBe(
      200,
    )
    expect((await user.ask('GET', own)).status).toBe(404)
  })
})
