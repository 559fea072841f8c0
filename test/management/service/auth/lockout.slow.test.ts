import { beforeEach, describe, expect, test } from 'vitest'
import { startManaged, createAuthPolicy } from '../../../support/management.js'
import { makeFolder } from '../../../support/program.js'

const minute = 60_000

/** What happens in a row: an authentication with its status, minutes that pass, a restart, or the administrator enabling the user. */
type Step = ['right' | 'wrong', 200 | 401] | ['minutes', number] | ['restart' | 'enable']

const rows: { name: string; maxAttempts: number; minutes: number; steps: Step[] }[] = [
  {
    name: 'comes with as many failures as the policy allows',
    maxAttempts: 2,
    minutes: 5,
    steps: [
      ['wrong', 401],
      ['wrong', 401],
      ['right', 401],
    ],
  },
  {
    name: 'does not come before',
    maxAttempts: 3,
    minutes: 5,
    steps: [
      ['wrong', 401],
      ['wrong', 401],
      ['right', 200],
    ],
  },
  {
    name: 'ends by itself',
    maxAttempts: 2,
    minutes: 5,
    steps: [
      ['wrong', 401],
      ['wrong', 401],
      ['minutes', 4],
      ['right', 401],
      ['minutes', 1],
      ['right', 200],
    ],
  },
  {
    name: 'without a duration ends when the user is enabled',
    maxAttempts: 1,
    minutes: 0,
    steps: [['wrong', 401], ['minutes', 600_000], ['right', 401], ['enable'], ['right', 200]],
  },
  {
    name: 'never comes without a number of attempts',
    maxAttempts: 0,
    minutes: 5,
    steps: [
      ['wrong', 401],
      ['wrong', 401],
      ['wrong', 401],
      ['wrong', 401],
      ['right', 200],
    ],
  },
  {
    name: 'is further away after a good password',
    maxAttempts: 2,
    minutes: 5,
    steps: [
      ['wrong', 401],
      ['right', 200],
      ['wrong', 401],
      ['right', 200],
    ],
  },
  {
    name: 'begins to count anew',
    maxAttempts: 2,
    minutes: 5,
    steps: [['wrong', 401], ['wrong', 401], ['enable'], ['wrong', 401], ['right', 200]],
  },
  {
    name: 'is not made longer by further attempts',
    maxAttempts: 1,
    minutes: 5,
    steps: [
      ['wrong', 401],
      ['minutes', 4],
      ['wrong', 401],
      ['minutes', 1],
      ['right', 200],
    ],
  },
  {
    name: 'counts what was before a restart',
    maxAttempts: 2,
    minutes: 5,
    steps: [['wrong', 401], ['restart'], ['wrong', 401], ['right', 401]],
  },
  {
    name: 'outlives a restart',
    maxAttempts: 2,
    minutes: 5,
    steps: [
      ['wrong', 401],
      ['wrong', 401],
      ['restart'],
      ['right', 401],
      ['minutes', 5],
      ['right', 200],
    ],
  },
]

describe('a lock', () => {
  let folder = ''
  beforeEach(async () => {
    folder = makeFolder()
  })

  test.each(rows)('$name', async ({ maxAttempts, minutes, steps }) => {
    const service = await startManaged({ data: folder })
    const authPolicyId = await service.make(
      'auth-policies',
      createAuthPolicy('locking', { updb: { maxAttempts, lockoutDurationMinutes: minutes } }),
    )
    const id = await service.user('anna', { authPolicyId })
    for (const [what, value] of steps) {
      if (what === 'minutes') {
        service.pass(value * minute)
        await service.enter()
      } else if (what === 'restart') await service.restart()
      else if (what === 'enable') await service.call('POST', `/identities/${id}/enable`)
      else
        expect(
          (await service.authenticate('anna', what === 'right' ? undefined : 'wrong-pass')).status,
        ).toBe(value)
    }
    await service.close()
  })

  test('shows on the identity, and ends its sessions', async () => {
    const service = await startManaged()
    const authPolicyId = await service.make(
      'auth-policies',
      createAuthPolicy('locking', { updb: { maxAttempts: 1, lockoutDurationMinutes: 5 } }),
    )
    const id = await service.user('anna', { authPolicyId })
    const session = await service.login('anna')
    await service.authenticate('anna', 'wrong-pass')
    expect((await service.call('GET', `/identities/${id}`)).data).toMatchObject({
      disabled: true,
      disabledAt: new Date(service.now()).toISOString(),
      disabledUntil: new Date(service.now() + 5 * minute).toISOString(),
      hasApiSession: false,
    })
    expect((await service.call('GET', '/current-api-session', { session })).status).toBe(401)
    await service.close()
  })

  test('comes among attempts at the same time, too', async () => {
    const service = await startManaged()
    const authPolicyId = await service.make(
      'auth-policies',
      createAuthPolicy('locking', { updb: { maxAttempts: 3, lockoutDurationMinutes: 5 } }),
    )
    await service.user('anna', { authPolicyId })
    const guesses = Array.from({ length: 12 }, (_, index) =>
      service.authenticate('anna', `wrong-pass-${index}`),
    )
    const right = service.authenticate('anna')
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(guesses.map(() => 401))
    expect((await right).status).toBe(401)
    await service.close()
  })
})
